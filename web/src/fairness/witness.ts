// What a player has seen of a deal before its cards, held against the proof that comes after them.

import type { ProofData } from '../protocol/records';
import type { Witness } from '../protocol/contributor';
import type { Found } from './findings';

/** Of a match, what was seen of each deal, by its number. */
export type Seen = Readonly<Record<string, Witness>>;

const KEY = 'kozyr-seen';
const MOST_MATCHES = 12;

/** What was seen and is not in the proof; a note where all of it is, or where nothing was seen. */
export function againstWitness(proof: ProofData, witness: Witness | undefined): Found[] {
  if (witness === undefined) return [['note', 'fair_unseen']];
  const found: Found[] = witness.swapped.map((text) => ['fault', text]);
  if (proof.commitment !== witness.commitment) found.push(['fault', 'fair_seen_commitment']);
  for (const [seat, hash] of Object.entries(witness.hashes)) {
    if (proof.hashes[Number(seat)] !== hash)
      found.push(['fault', 'fair_seen_hash', { seat: Number(seat) + 1 }]);
  }
  for (const [seat, bytes] of Object.entries(witness.revealed)) {
    if (proof.contributions[Number(seat)] !== bytes)
      found.push(['fault', 'fair_seen_bytes', { seat: Number(seat) + 1 }]);
  }
  if (found.length) return found;
  if (proof.contributions.includes(witness.value)) return [['note', 'fair_own_used']];
  return [['note', witness.gave ? 'fair_own_late' : 'fair_seen']];
}

/** What was seen of a match on this device; `table` is the id that its proofs have. */
export function seenOf(table: string): Seen | null {
  return all()[table] ?? null;
}

/** Keep what was seen of a deal, so that the record can be held against it later. */
export function keepSeen(table: string, deal: number, witness: Witness): void {
  const kept = all();
  const { [table]: match = {}, ...others } = kept;
  const last = Object.entries(others).slice(1 - MOST_MATCHES);
  try {
    const now = Object.fromEntries([...last, [table, { ...match, [String(deal)]: witness }]]);
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Where nothing can be kept, a deal is checked while its table is open.
  }
}

function all(): Record<string, Seen> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, Seen>) : {};
  } catch {
    return {};
  }
}
