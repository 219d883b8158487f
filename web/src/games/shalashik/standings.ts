// In which order a deal has ended: by what the story tells of it.

import { type CardCode, cardsIn, numberIn, type Said, seatIn } from '../../protocol/view';

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
    told.filter(({ id }) => id === 'counts').map(({ args }) => [seatIn(args['seat']), args]),
  );
  const scored = told.find(({ id }) => id === 'scores');
  if (counted.size === 0) return [];
  const all = Array.from({ length: players }, (_, seat) => {
    const args = counted.get(seat);
    const won = scored !== undefined && seatIn(scored.args['seat']) === seat;
    const points = won ? numberIn(scored.args['points']) : null;
    return { seat, left: numberIn(args?.['points']), cards: cardsIn(args?.['cards']), scored: points };
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
