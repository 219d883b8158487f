// The proof of a deal, read from what may be anything.

import { hashOf } from '../protocol/bytes';
import { isObject } from '../protocol/deltas';
import type { ProofData } from '../protocol/records';
import type { Found } from './findings';

/** The scheme of the shuffle that is spoken of. */
export const VERSION = 'kozyr-shuffle/1';

const HEX = /^[0-9a-f]*$/;

/** The proof that decoded JSON holds, or the name of the first field that is none. */
export function readProof(data: unknown, seats: number): ProofData | string {
  if (!isObject(data)) return 'proof';
  if (data['version'] !== VERSION) return 'version';
  const { table, deal } = data;
  if (typeof table !== 'string' || table === '' || new TextEncoder().encode(table).length > 200)
    return 'table';
  if (typeof deal !== 'number' || !Number.isInteger(deal) || deal < 1 || deal >= 2 ** 32) return 'deal';
  for (const name of ['commitment', 'secret']) if (!isHex(data[name], 32)) return name;
  for (const [name, length] of [
    ['contributions', 16],
    ['hashes', 32],
  ] as const) {
    const entries = data[name];
    if (!Array.isArray(entries) || entries.length !== seats) return name;
    const wrong = entries.findIndex((entry) => entry !== null && !isHex(entry, length));
    if (wrong >= 0) return `${name}[${String(wrong)}]`;
  }
  return data as unknown as ProofData;
}

/** What does not have the hash that was told of it. */
export async function unfit(proof: ProofData): Promise<Found[]> {
  const found: Found[] = [];
  if ((await hashOf(proof.secret)) !== proof.commitment) found.push(['fault', 'fair_other_commitment']);
  for (const [seat, given] of proof.contributions.entries()) {
    const told = proof.hashes[seat] ?? null;
    if (given === null) continue;
    if (told === null) found.push(['fault', 'fair_hash_missing', { seat: seat + 1 }]);
    else if ((await hashOf(given)) !== told) found.push(['fault', 'fair_other_hash', { seat: seat + 1 }]);
  }
  return found;
}

function isHex(text: unknown, bytes: number): boolean {
  return typeof text === 'string' && text.length === 2 * bytes && HEX.test(text);
}
