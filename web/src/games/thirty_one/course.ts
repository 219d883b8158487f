// The course of the deal as the screen shows it: read from the story once for all parts.

import type { Scene } from '../../table/scene.svelte';
import type { Said } from '../../protocol/view';
import { own } from './texts';
import type { Opened } from './story';

/** The story of the deal that is shown. */
export function storyOf(scene: Scene): readonly Said[] {
  return (scene.live.shown?.story ?? []).map((line) => line[3]);
}

/** What an opened hand is worth, in words. */
export function worthOf(scene: Scene, { points, term }: Opened): string {
  if (term === 'hand_31') return own('thirty_one');
  return term === null ? own('points', { n: points ?? 0 }) : scene.title(term);
}

/** The names of seats, one after another. */
export function namesOf(scene: Scene, seats: readonly number[]): string {
  return seats.map((seat) => scene.names[seat] ?? '').join(', ');
}
