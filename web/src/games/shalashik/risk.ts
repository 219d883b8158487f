// The risk of a pull as the server calls it in a move's label, and the order of a list by it.

import { type LegalMove, termIn } from '../../protocol/view';
import type { Lying } from './geometry';

/** From the least risk to the greatest. */
const RISKS = ['risk_safe', 'risk_doubtful', 'risk_dangerous', 'risk_deadly'] as const;
export type Risk = (typeof RISKS)[number];

/** A card that may be pulled. */
export interface Pullable {
  readonly number: number;
  readonly move: LegalMove;
  readonly risk: Risk | null;
}

/** What a move's label says of its risk. */
function riskOf(move: LegalMove): Risk | null {
  const term = termIn(move.label.args['risk']);
  return RISKS.find((risk) => risk === term) ?? null;
}

/** The cards that may be pulled, the least risk first; of one risk those that lie furthest out first. */
export function pullables(
  numbered: ReadonlyMap<number, LegalMove>,
  places: readonly Lying[],
): readonly Pullable[] {
  const out = new Map(places.map(([number, x, y]) => [number, Math.hypot(x, y)]));
  const rank = ({ risk }: Pullable): number => (risk === null ? RISKS.length : RISKS.indexOf(risk));
  return [...numbered]
    .map(([number, move]) => ({ number, move, risk: riskOf(move) }))
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (out.get(other.number) ?? 0) - (out.get(one.number) ?? 0) ||
        one.number - other.number,
    );
}

/** The same, in groups of one risk. */
export function byRisk(
  all: readonly Pullable[],
): readonly { risk: Risk | null; cards: readonly Pullable[] }[] {
  return [...RISKS, null]
    .map((risk) => ({ risk, cards: all.filter((each) => each.risk === risk) }))
    .filter(({ cards }) => cards.length > 0);
}
