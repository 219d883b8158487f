// The heap as it lay when the hut fell, while it is still looked at: known to all parts of a table.

import type { Scene } from '../../table/scene.svelte';
import type { Lying } from './geometry';

export class Ruins {
  places: readonly Lying[] | null = $state.raw(null);
}

const KNOWN = new WeakMap<Scene, Ruins>();

/** The ruins at a table. */
export function ruinsOf(scene: Scene): Ruins {
  const ruins = KNOWN.get(scene) ?? new Ruins();
  KNOWN.set(scene, ruins);
  return ruins;
}
