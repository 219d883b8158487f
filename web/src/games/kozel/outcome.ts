// What came of a deal, read from what was told of it at its end.

import { numberIn, type Said, seatIn } from '../../protocol/view';

export type Reason = 'eggs' | 'redeal_limit' | 'lyusya' | 'spas' | 'no_spas';

export interface Outcome {
  readonly reason: Reason;
  /** The team that won; null for a tie. */
  readonly winner: number | null;
  /** The points of team 0 and of team 1; null where the deal was not played. */
  readonly points: readonly [number, number] | null;
  /** The pairs that the winners gained. */
  readonly gain: number;
}

const TIE = 60;
const CLAIMS: readonly string[] = ['claims_points', 'claims_nines', 'wants_redeal'];

/** The outcome that the last sentences tell; null where they tell none. */
export function outcomeOf(told: readonly Said[]): Outcome | null {
  const end = told.findLast(({ id }) => id === 'deal_won' || id === 'deal_given' || id === 'eggs_made');
  if (end === undefined) return null;
  if (end.id === 'eggs_made') return { reason: 'eggs', winner: null, points: [TIE, TIE], gain: 0 };
  const winner = (seatIn(end.args['first']) ?? 0) % 2;
  const gain = numberIn(end.args['pairs']);
  if (end.id === 'deal_given') return { reason: 'redeal_limit', winner, points: null, gain };
  const [won, lost] = [numberIn(end.args['points']), numberIn(end.args['others'])];
  const isLyusya = told.some(({ id }) => id === 'lyusya_made');
  const reason = isLyusya ? 'lyusya' : gain > 1 ? 'no_spas' : 'spas';
  return { reason, winner, points: winner === 0 ? [won, lost] : [lost, won], gain };
}

/** The last redeal of those that ended a deal, as it was told; null where none did. */
export function redealOf(told: readonly Said[]): Said | null {
  if (outcomeOf(told)?.reason !== 'redeal_limit') return null;
  return told.findLast(({ id }) => CLAIMS.includes(id)) ?? null;
}
