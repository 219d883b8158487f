// From where the hut is looked at: turned and neared with two fingers, the right mouse button, the wheel.

import { PerspectiveCamera } from 'three';

const FIELD = 30;
const AIM = [0, -4, 18] as const;
/** What is to be seen: a ball around the heap, mm. */
const RADIUS = 172;
const FIRST = { around: -0.35, down: 0.72 };
const STEEPEST = 0.06;
const FLATTEST = 1.36;
const NEAREST = 0.4;
const FARTHEST = 1.5;

export class Eye {
  readonly camera = new PerspectiveCamera(FIELD, 1, 60, 4000);
  #around = FIRST.around;
  #down = FIRST.down;
  #zoom = 1;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  /** The picture is so large now. */
  fit(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.#look();
  }

  /** Go around, and up or down, by so many px of a movement. */
  turn(dx: number, dy: number): void {
    this.#around -= dx * 0.008;
    this.#down = Math.min(FLATTEST, Math.max(STEEPEST, this.#down - dy * 0.006));
    this.#look();
  }

  /** Go nearer by a factor. */
  near(factor: number): void {
    this.#zoom = Math.min(FARTHEST, Math.max(NEAREST, this.#zoom / factor));
    this.#look();
  }

  /** Look as at first. */
  reset(): void {
    this.#around = FIRST.around;
    this.#down = FIRST.down;
    this.#zoom = 1;
    this.#look();
  }

  #look(): void {
    const half = Math.tan((FIELD * Math.PI) / 360);
    const { aspect } = this.camera;
    const flat = Math.cos(this.#down);
    // seen from the side the heap is less high than it is wide, but the hut stands up from it
    const tall = RADIUS * flat + 62 * Math.sin(this.#down);
    const far = Math.max(tall / half, RADIUS / (half * aspect)) + RADIUS * 0.45 * Math.sin(this.#down);
    const distance = far * this.#zoom;
    const side = distance * Math.sin(this.#down);
    this.camera.position.set(
      AIM[0] + side * Math.sin(this.#around),
      AIM[1] - side * Math.cos(this.#around),
      AIM[2] + distance * flat,
    );
    this.camera.lookAt(...AIM);
    this.camera.updateProjectionMatrix();
  }
}
