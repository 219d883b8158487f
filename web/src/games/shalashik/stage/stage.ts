// The hut in three dimensions. It is drawn only while something moves.

import {
  DirectionalLight,
  HemisphereLight,
  Mesh,
  PCFShadowMap,
  Plane,
  PlaneGeometry,
  Raycaster,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';

import type { Pose } from '../../../protocol/frames';
import { ahead, apart, partIn, towards } from '../blend';
import { isOfHut, LENGTH, pointOf, type Vector, WIDTH } from '../geometry';
import { coloursOf } from './back';
import { BODIES, Cards, type Tint } from './cards';
import { Eye } from './eye';
import { Spring } from './spring';

const MOST_PIXELS = 2;
const SHADOWS = 1024;
const STILL = 0.02;
const FLIGHT_MS = 520;
const LONGEST_STEP_MS = 100;
/** A frame that takes longer is slow; after so many more slow ones than quick ones less is drawn. */
const SLOW_MS = 42;
const MOST_SLOW = 8;

/** A point of a card that was pointed at. */
export interface Hit {
  readonly body: number;
  readonly point: Vector;
}

/** A card that leaves the heap, and where to: px of the picture. */
interface Flight {
  readonly from: Pose;
  readonly to: Vector;
  readonly began: number;
}

/** The card in the reader's own hand. */
interface Grip {
  readonly body: number;
  /** The point that is held, from the middle of the card. */
  readonly across: number;
  readonly along: number;
  readonly high: number;
  hand: Vector;
}

export class HutStage {
  readonly eye = new Eye();
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #cards: Cards;
  readonly #spring: Spring;
  readonly #light = new DirectionalLight(0xffffff, 2.1);
  readonly #table: Mesh;
  readonly #ray = new Raycaster();
  readonly #drawn = new Map<number, Pose>();
  readonly #flights = new Map<number, Flight>();
  #told: ReadonlyMap<number, Pose> = new Map();
  #grip: Grip | null = null;
  #chosen: number | null = null;
  #frame = 0;
  #last = 0;
  #slow = 0;
  #isStill: boolean;
  #size: [number, number] = [1, 1];

  constructor(canvas: HTMLCanvasElement, isStill: boolean) {
    const colours = coloursOf(canvas);
    this.#isStill = isStill;
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS));
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#cards = new Cards(colours);
    this.#spring = new Spring(colours);
    this.#table = new Mesh(new PlaneGeometry(2400, 2400), new ShadowMaterial({ opacity: 0.28 }));
    this.#table.receiveShadow = true;
    this.#setLight();
    const sky = new HemisphereLight(0xffffff, 0xcfc6b4, 1.5);
    sky.position.set(0, 0, 1);
    this.#scene.add(
      sky,
      this.#light,
      this.#light.target,
      this.#table,
      this.#cards.mesh,
      this.#cards.ring,
      this.#spring.mesh,
    );
  }

  #setLight(): void {
    const light = this.#light;
    light.position.set(-250, -70, 420);
    light.castShadow = true;
    light.shadow.mapSize.set(SHADOWS, SHADOWS);
    light.shadow.radius = 3;
    light.shadow.bias = -0.0008;
    light.shadow.normalBias = 0.4;
    const eye = light.shadow.camera;
    [eye.left, eye.right, eye.bottom, eye.top, eye.near, eye.far] = [-210, 210, -210, 210, 100, 900];
  }

  /** The picture is so large now, in px of the page. */
  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#size = [width, height];
    this.#renderer.setSize(width, height, false);
    this.eye.fit(width, height);
    if (this.#told.size > 0) this.#fit(this.#told);
    this.draw();
  }

  /** Where the cards are that are there; those that were there before and are not any more fly to a point of the picture. */
  show(poses: ReadonlyMap<number, Pose>, flyTo: readonly [x: number, y: number]): void {
    for (const body of this.#drawn.keys()) {
      if (!poses.has(body)) this.#leave(body, flyTo);
    }
    for (const [body, pose] of poses) {
      this.#flights.delete(body);
      if (!this.#drawn.has(body) || this.#isStill) this.#drawn.set(body, pose);
    }
    if (this.#told.size === 0) this.#fit(poses);
    this.#told = poses;
    this.draw();
  }

  /** Which cards may be taken (all, where it is nobody's turn here), and which is chosen. */
  mark(open: ReadonlySet<number> | null, chosen: number | null): void {
    this.#chosen = chosen;
    for (let body = 0; body < BODIES; body += 1) {
      const tint: Tint =
        body === chosen ? 'chosen' : open === null || isOfHut(body) || open.has(body) ? 'plain' : 'dim';
      this.#cards.tint(body, tint);
    }
    this.draw();
  }

  /** The card and its point under a place of the picture, in px. */
  pointAt(x: number, y: number): Hit | null {
    this.#aim(x, y);
    this.#cards.mesh.boundingSphere = null; // it is of where the cards lay before
    const [hit] = this.#ray.intersectObject(this.#cards.mesh);
    if (hit?.instanceId === undefined) return null;
    return { body: hit.instanceId, point: [hit.point.x, hit.point.y, hit.point.z] };
  }

  /** Where a place of the picture is, on a level so high. */
  onLevel(x: number, y: number, high: number): Vector | null {
    this.#aim(x, y);
    const found = this.#ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -high), new Vector3());
    return found === null ? null : [found.x, found.y, found.z];
  }

  /** Where a point of the room is in the picture, in px. */
  inPicture([x, y, z]: Vector): [number, number] {
    const seen = new Vector3(x, y, z).project(this.eye.camera);
    const [width, height] = this.#size;
    return [((seen.x + 1) / 2) * width, ((1 - seen.y) / 2) * height];
  }

  /** Where a card is drawn now. */
  drawnAt(body: number): Pose | undefined {
    return this.#drawn.get(body);
  }

  /** The reader takes a card by a point of it. */
  grip({ body, point }: Hit): void {
    const pose = this.#drawn.get(body);
    if (pose === undefined) return;
    const [x, y] = [point[0] - pose.x, point[1] - pose.y];
    const [right, up] = [pointOf(pose, 1, 0), pointOf(pose, 0, 1)];
    const across = x * (right[0] - pose.x) + y * (right[1] - pose.y);
    const along = x * (up[0] - pose.x) + y * (up[1] - pose.y);
    this.#grip = { body, across, along, high: point[2], hand: point };
    this.draw();
  }

  /** His hand is there now. */
  hold(hand: Vector): void {
    if (this.#grip !== null) this.#grip.hand = hand;
    this.draw();
  }

  release(): void {
    this.#grip = null;
    this.#spring.hide();
    this.draw();
  }

  /** Look as at first. */
  reset(): void {
    this.eye.reset();
    this.#fit(this.#told);
    this.draw();
  }

  /** Draw from the next frame on, until nothing moves any more. */
  draw(): void {
    if (this.#frame !== 0) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => {
      this.#step(now);
    });
  }

  free(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    this.#cards.free();
    this.#spring.free();
    this.#table.geometry.dispose();
    this.#light.shadow.map?.dispose();
    this.#renderer.dispose();
  }

  #aim(x: number, y: number): void {
    const [width, height] = this.#size;
    this.eye.camera.updateMatrixWorld();
    this.#ray.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.eye.camera);
  }

  /** All that lies there fits into the picture. */
  #fit(poses: ReadonlyMap<number, Pose>): void {
    this.eye.hold(
      [...poses.values()].flatMap((pose) =>
        [-1, 1].flatMap((side) => [
          pointOf(pose, (side * WIDTH) / 2, LENGTH / 2),
          pointOf(pose, (side * WIDTH) / 2, -LENGTH / 2),
        ]),
      ),
    );
  }

  #leave(body: number, flyTo: readonly [number, number]): void {
    const from = this.#drawn.get(body);
    this.#drawn.delete(body);
    this.#cards.hide(body);
    const to = this.onLevel(...flyTo, 30);
    if (from === undefined || to === null || this.#isStill) return;
    this.#flights.set(body, { from, to, began: performance.now() });
  }

  #step(now: number): void {
    this.#frame = 0;
    const ms = Math.min(LONGEST_STEP_MS, Math.max(1, now - this.#last));
    const moves = [this.#follow(ms), this.#fly(now)];
    this.#renderer.render(this.#scene, this.eye.camera);
    if (!moves.includes(true)) return;
    this.#ease(now - this.#last);
    this.#last = now;
    this.#frame = requestAnimationFrame((next) => {
      this.#step(next);
    });
  }

  /** A weak device draws fewer pixels, then no shadows. */
  #ease(ms: number): void {
    this.#slow = Math.max(0, this.#slow + (ms > SLOW_MS ? 1 : -1));
    if (this.#slow < MOST_SLOW) return;
    this.#slow = 0;
    if (this.#renderer.getPixelRatio() > 1) this.#renderer.setPixelRatio(1);
    else this.#light.castShadow = false;
  }

  /** Bring what is drawn nearer to what was told; whether anything is still on its way. */
  #follow(ms: number): boolean {
    let moves = this.#grip !== null;
    for (const [body, told] of this.#told) {
      const drawn = this.#drawn.get(body) ?? told;
      const isThere = this.#isStill || apart(drawn, told) < STILL;
      const pose = isThere ? told : towards(drawn, told, partIn(ms));
      moves ||= !isThere;
      this.#drawn.set(body, pose);
      this.#cards.place(body, body === this.#grip?.body ? this.#held(pose) : pose);
    }
    const body = this.#grip?.body ?? this.#chosen;
    const pose = body === null ? undefined : this.#drawn.get(body);
    this.#cards.choose(pose && this.#grip ? this.#held(pose) : pose, this.#grip !== null);
    return moves;
  }

  /** The held card, a little before where it was told to be, and the spring to the finger. */
  #held(pose: Pose): Pose {
    const grip = this.#grip;
    if (grip === null) return pose;
    const point = pointOf(pose, grip.across, grip.along);
    const [dx, dy] = ahead([point[0], point[1]], [grip.hand[0], grip.hand[1]]);
    this.#spring.stretch([point[0] + dx, point[1] + dy, point[2]], grip.hand);
    return { ...pose, x: pose.x + dx, y: pose.y + dy };
  }

  #fly(now: number): boolean {
    for (const [body, { from, to, began }] of this.#flights) {
      const part = Math.min(1, Math.max(0, (now - began) / FLIGHT_MS));
      const eased = part * part * (3 - 2 * part);
      const [x, y] = [from.x + (to[0] - from.x) * eased, from.y + (to[1] - from.y) * eased];
      if (part >= 1) {
        this.#flights.delete(body);
        this.#cards.hide(body);
      } else {
        const z = from.z + 60 * Math.sin(Math.PI * eased) + (to[2] - from.z) * eased;
        this.#cards.place(body, { ...from, x, y, z }, 1 - 0.5 * eased);
      }
    }
    return this.#flights.size > 0;
  }
}
