// The line between a finger and the point of the card that it holds: the farther, the more strained.

import { BufferAttribute, BufferGeometry, Color, Mesh, MeshBasicMaterial } from 'three';

import type { Vector } from '../geometry';
import type { Colours } from './back';

const COILS = 14;
const SWING = 2.2;
const HALF_WIDE = 0.7;
const STRAINED = 30;
const ABOVE = 1.5;

export class Spring {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #slack: Color;
  readonly #tight: Color;
  #places = new Float32Array((COILS + 1) * 6);

  constructor(colours: Colours) {
    this.#slack = new Color(colours.accent);
    this.#tight = new Color(colours.warn);
    const shape = new BufferGeometry();
    shape.setAttribute('position', new BufferAttribute(this.#places, 3));
    const index = Array.from({ length: COILS }, (_, coil) => {
      const at = coil * 2;
      return [at, at + 1, at + 2, at + 1, at + 3, at + 2];
    });
    shape.setIndex(index.flat());
    this.mesh = new Mesh(shape, new MeshBasicMaterial({ side: 2, depthTest: false, transparent: true }));
    this.mesh.renderOrder = 5;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** Draw it from the grip to the hand. */
  stretch(grip: Vector, hand: Vector): void {
    const [dx, dy] = [hand[0] - grip[0], hand[1] - grip[1]];
    const far = Math.hypot(dx, dy);
    this.mesh.visible = far > 0.5;
    const [ux, uy] = far > 0 ? [dx / far, dy / far] : [1, 0];
    const swing = SWING / (1 + far / 12);
    for (let coil = 0; coil <= COILS; coil += 1) {
      const part = coil / COILS;
      const off = coil === 0 || coil === COILS ? 0 : coil % 2 ? swing : -swing;
      const x = grip[0] + dx * part - uy * off;
      const y = grip[1] + dy * part + ux * off;
      const z = Math.max(grip[2], hand[2]) + ABOVE;
      this.#places.set([x - uy * HALF_WIDE, y + ux * HALF_WIDE, z], coil * 6);
      this.#places.set([x + uy * HALF_WIDE, y - ux * HALF_WIDE, z], coil * 6 + 3);
    }
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
    this.mesh.material.color.copy(this.#slack).lerp(this.#tight, Math.min(1, far / STRAINED));
  }

  hide(): void {
    this.mesh.visible = false;
  }

  free(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
