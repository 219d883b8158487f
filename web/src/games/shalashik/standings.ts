// In which order a deal has ended: by what the story tells of it.

import type { Arg, CardCode, Said } from '../../protocol/view';

export interface Standing {
  readonly seat: number;
  readonly place: number;
  /** Points left in hand. */
  readonly left: number;
  readonly cards: readonly CardCode[];
  /** What the winner has written down. */
  readonly scored: number | null;
}

/** The seats of the deal that the last of these sentences tell of, who holds the least first; equal points share a place. */
export function standingsOf(story: readonly Said[], players: number): readonly Standing[] {
  const begin = story.findLastIndex(({ id }) => id === 'deal_begins');
  const told = story.slice(Math.max(0, begin));
  const counted = new Map(
    told.filter(({ id }) => id === 'counts').map(({ args }) => [seatOf(args['seat']), args]),
  );
  const scored = told.find(({ id }) => id === 'scores');
  if (counted.size === 0) return [];
  const all = Array.from({ length: players }, (_, seat) => {
    const args = counted.get(seat);
    const won = scored !== undefined && seatOf(scored.args['seat']) === seat;
    const points = won ? Number(scored.args['points']) : null;
    return { seat, left: Number(args?.['points'] ?? 0), cards: cardsOf(args?.['cards']), scored: points };
  }).sort(
    (one, other) => Number(other.scored !== null) - Number(one.scored !== null) || one.left - other.left,
  );
  return all.map((each) => ({
    ...each,
    place:
      1 +
      all.findIndex(
        (other) => other.left === each.left && (other.scored === null) === (each.scored === null),
      ),
  }));
}

function seatOf(arg: Arg | undefined): number | null {
  return typeof arg === 'object' && 'seat' in arg ? arg.seat : null;
}

function cardsOf(arg: Arg | undefined): readonly CardCode[] {
  return typeof arg === 'object' && 'cards' in arg ? arg.cards : [];
}
