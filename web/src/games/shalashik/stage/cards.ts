// The 36 cards of the hut as one instanced mesh: thin, with rounded corners, each drawn where it lies.

import {
  Color,
  ExtrudeGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Path,
  Quaternion,
  Shape,
  ShapeGeometry,
  Vector3,
} from 'three';

import type { Pose } from '../../../protocol/frames';
import { LENGTH, WIDTH } from '../geometry';
import { backOf, type Colours } from './back';

export const BODIES = 36;
const THICK = 0.3;
const ROUND = 4.5;
const RING = 2.4;
const PLAIN = new Color(1, 1, 1);
const DIM = new Color(0.74, 0.74, 0.74);
const CHOSEN = new Color(1, 0.86, 0.6);
const ONE = new Vector3(1, 1, 1);
const NOWHERE = new Matrix4().makeScale(0, 0, 0);

/** How a card is tinted. */
export type Tint = 'plain' | 'dim' | 'chosen';
const TINTS: Record<Tint, Color> = { plain: PLAIN, dim: DIM, chosen: CHOSEN };

function outline(wide: number, long: number, round: number): [Shape, Path] {
  const trace = <Kind extends Path>(path: Kind): Kind => {
    const [x, y] = [wide / 2, long / 2];
    path.moveTo(-x + round, -y);
    path.lineTo(x - round, -y).quadraticCurveTo(x, -y, x, -y + round);
    path.lineTo(x, y - round).quadraticCurveTo(x, y, x - round, y);
    path.lineTo(-x + round, y).quadraticCurveTo(-x, y, -x, y - round);
    path.lineTo(-x, -y + round).quadraticCurveTo(-x, -y, -x + round, -y);
    return path;
  };
  return [trace(new Shape()), trace(new Path())];
}

export class Cards {
  readonly mesh: InstancedMesh;
  /** Around the chosen card. */
  readonly ring: Mesh;
  readonly #colours: Colours;

  constructor(colours: Colours) {
    this.#colours = colours;
    const [shape] = outline(WIDTH, LENGTH, ROUND);
    const body = new ExtrudeGeometry(shape, { depth: THICK, bevelEnabled: false, curveSegments: 4 });
    body.translate(0, 0, -THICK / 2);
    const texture = backOf(colours);
    texture.repeat.set(1 / WIDTH, 1 / LENGTH);
    texture.offset.set(0.5, 0.5);
    const faces = new MeshLambertMaterial({ map: texture });
    const edge = new MeshLambertMaterial({ color: colours.edge });
    this.mesh = new InstancedMesh(body, [faces, edge], BODIES);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    for (let body = 0; body < BODIES; body += 1) {
      this.mesh.setMatrixAt(body, NOWHERE);
      this.mesh.setColorAt(body, PLAIN);
    }
    const [wider] = outline(WIDTH + RING, LENGTH + RING, ROUND + RING / 2);
    const [, hole] = outline(WIDTH - RING, LENGTH - RING, ROUND - RING / 2);
    wider.holes.push(hole);
    this.ring = new Mesh(
      new ShapeGeometry(wider, 4),
      new MeshBasicMaterial({ color: colours.accent, side: 2 }),
    );
    this.ring.visible = false;
  }

  /** Draw a card there, and so large. */
  place(body: number, pose: Pose, size = 1): void {
    const [w, x, y, z] = pose.turn;
    const matrix = new Matrix4().compose(
      new Vector3(pose.x, pose.y, pose.z),
      new Quaternion(x, y, z, w),
      ONE.clone().multiplyScalar(size),
    );
    this.mesh.setMatrixAt(body, matrix);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Draw a card nowhere. */
  hide(body: number): void {
    this.mesh.setMatrixAt(body, NOWHERE);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  tint(body: number, tint: Tint): void {
    this.mesh.setColorAt(body, TINTS[tint]);
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** Lay the ring around a card, or take it away. */
  choose(pose: Pose | undefined, isHeld: boolean): void {
    this.ring.visible = pose !== undefined;
    if (pose === undefined) return;
    const [w, x, y, z] = pose.turn;
    const turn = new Quaternion(x, y, z, w);
    this.ring.quaternion.copy(turn);
    this.ring.position.set(pose.x, pose.y, pose.z).add(new Vector3(0, 0, THICK).applyQuaternion(turn));
    const material = this.ring.material as MeshBasicMaterial;
    material.color.set(isHeld ? this.#colours.warn : this.#colours.accent);
  }

  free(): void {
    this.mesh.dispose();
    for (const each of [this.mesh, this.ring]) {
      each.geometry.dispose();
      for (const material of [each.material].flat()) material.dispose();
    }
  }
}
