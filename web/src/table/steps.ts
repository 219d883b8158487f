// What a step of the match has moved and what is heard of it, whatever the game is. Nothing here knows a rule.

import { isAlike } from '../protocol/deltas';
import { type CardCode, cardsIn, readName, type Said, seatIn, type ViewParts } from '../protocol/view';
import { lastTrick, zonesOf } from './pacing';

/** From one state that was shown to the next, and what was told of it. */
export interface Step {
  readonly before: ViewParts | null;
  readonly now: ViewParts | null;
  readonly told: readonly Said[];
}

/** Cards that nobody sees, flying from one place to another. */
export interface Flight {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export type SoundName = 'play' | 'deal' | 'turn';

const SEVERAL = 3;

/** How many cards each seat has in its hand. */
function handSizes(view: ViewParts | null): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { seat, zone } of zonesOf(view, 'hand')) {
    if (seat !== null) sizes.set(seat, (sizes.get(seat) ?? 0) + zone.cards.length);
  }
  return sizes;
}

/** By how many cards each hand has grown. */
function grown({ before, now }: Step): [seat: number, count: number][] {
  const old = handSizes(before);
  return [...handSizes(now)].map(([seat, size]) => [seat, size - (old.get(seat) ?? 0)]);
}

/** The cards that came to other hands: from the giver where one is told, else from the middle. */
export function flightsOf(step: Step): Flight[] {
  if (step.before === null) return [];
  const own = step.now?.at.seat ?? null;
  return grown(step).flatMap(([seat, count]) => {
    if (count <= 0 || seat === own) return [];
    const giver = giverTo(step, seat);
    const given: Flight[] =
      giver === null ? [] : [{ from: `seat:${String(giver)}`, to: `seat:${String(seat)}`, count: 1 }];
    const rest = count - given.length;
    return rest > 0 ? [...given, { from: 'felt', to: `seat:${String(seat)}`, count: rest }] : given;
  });
}

function giverTo({ told }: Step, seat: number): number | null {
  const gift = told.find(
    ({ args }) => seatIn(args['to']) === seat && seatIn(args['seat']) !== null && !('count' in args),
  );
  return gift === undefined ? null : seatIn(gift.args['seat']);
}

/** The place that a card in the reader's hand has come from. */
export function sourceOf(step: Step | null, card: CardCode): string {
  const gift = step?.told.find(({ args }) => 'to' in args && cardsIn(args['card']).includes(card));
  const giver = seatIn(gift?.args['seat']);
  return giver === null ? 'felt' : `seat:${String(giver)}`;
}

/** What is heard of a step. */
export function soundsOf(step: Step): SoundName[] {
  const { before, now } = step;
  if (before === null) return [];
  const most = Math.max(0, ...grown(step).map(([, count]) => count));
  const moved = laid(now) !== laid(before) && (laid(now) > 0 || !isAlike(lastTrick(now), lastTrick(before)));
  const isTurn = (now?.legal.length ?? 0) > 0 && before.at.to_move !== now?.at.to_move;
  return [
    ...(most >= SEVERAL ? (['deal'] as const) : moved ? (['play'] as const) : []),
    ...(isTurn ? (['turn'] as const) : []),
  ];
}

function laid(view: ViewParts | null): number {
  return Object.entries(view?.zones ?? {})
    .filter(([name, { kind }]) => kind === 'trick' && readName(name).id !== 'last_trick')
    .reduce((sum, [, zone]) => sum + zone.cards.length, 0);
}

/** Who has taken the trick, where a sentence `takes` tells it. */
export function takerIn(told: readonly Said[]): number | null {
  return seatIn(told.findLast(({ id }) => id === 'takes')?.args['seat']);
}
