// The course of the deal as the screen shows it: read from the story once for all parts.

import type { Scene } from '../../table/scene.svelte';
import type { Said } from '../../protocol/view';
import { own } from './texts';
import { endingOf, type Opened } from './story';

/** The story of the deal that is shown. */
export function storyOf(scene: Scene): readonly Said[] {
  return (scene.live.shown?.story ?? []).map((line) => line[3]);
}

/** What an opened hand is worth, in words. */
export function worthOf(scene: Scene, { points, term }: Opened): string {
  if (term === 'hand_31') return own('thirty_one');
  return term === null ? own('points', { n: points ?? 0 }) : scene.title(term);
}

/** Which pot of the match is played for, and of how many; one that was won counts until that has been read. */
export function potNumber(scene: Scene): { number: number; most: number } {
  const most = Number(scene.table.options['deals'] ?? 0);
  const won = scene.view?.counters['pots_won'] ?? 0;
  const isWon = scene.live.dealOver && endingOf(storyOf(scene))?.kind === 'won';
  return { number: isWon ? won : Math.min(most, won + 1), most };
}

/** The names of seats, one after another. */
export function namesOf(scene: Scene, seats: readonly number[]): string {
  return seats.map((seat) => scene.names[seat] ?? '').join(', ');
}
