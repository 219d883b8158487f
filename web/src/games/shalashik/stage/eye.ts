// From where the hut is looked at: turned and neared with two fingers, the right mouse button, the wheel.

import { PerspectiveCamera, Vector3 } from 'three';

import type { Vector } from '../geometry';

const FIELD = 30;
const FIRST = { around: -0.35, down: 0.7 };
const STEEPEST = 0.06;
const FLATTEST = 1.36;
const NEAREST = 0.4;
const FARTHEST = 1.6;
const CLOSEST = 240;
const FURTHER = 1.03;
const TRIES = 90;
/** What is held in sight fills so much of the picture. */
const FILLED = 0.86;

export class Eye {
  readonly camera = new PerspectiveCamera(FIELD, 1, 60, 6000);
  #around = FIRST.around;
  #down = FIRST.down;
  #zoom = 1;
  #aim = new Vector3(0, 0, 20);
  #far = 800;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  /** The picture is so large now. */
  fit(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.#look();
  }

  /** Go back until all these points are in sight, their midst in the middle. */
  hold(points: readonly Vector[]): void {
    if (points.length === 0) return;
    for (this.#far = CLOSEST; this.#far < CLOSEST * FURTHER ** TRIES; this.#far *= FURTHER) {
      this.#look();
      this.#centre(points);
      if (this.#reach(points) <= FILLED) break;
    }
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

  /** Where the points are in the picture, from -1 to 1. */
  #seen(points: readonly Vector[]): Vector3[] {
    this.camera.updateMatrixWorld();
    return points.map(([x, y, z]) => new Vector3(x, y, z).project(this.camera));
  }

  #reach(points: readonly Vector[]): number {
    return Math.max(...this.#seen(points).flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
  }

  /** Aim at the midst of what is seen of the points. */
  #centre(points: readonly Vector[]): void {
    const seen = this.#seen(points);
    const middle = (axis: 'x' | 'y'): number => {
      const all = seen.map((point) => point[axis]);
      return (Math.min(...all) + Math.max(...all)) / 2;
    };
    const depth = this.#aim.clone().project(this.camera).z;
    this.#aim.copy(new Vector3(middle('x'), middle('y'), depth).unproject(this.camera));
    this.#look();
  }

  #look(): void {
    const distance = this.#far * this.#zoom;
    const side = distance * Math.sin(this.#down);
    this.camera.position.set(
      this.#aim.x + side * Math.sin(this.#around),
      this.#aim.y - side * Math.cos(this.#around),
      this.#aim.z + distance * Math.cos(this.#down),
    );
    this.camera.lookAt(this.#aim);
    this.camera.updateProjectionMatrix();
  }
}
