// The proof of a deal, read from what may be anything.

import { isObject } from '../protocol/deltas';
import type { ProofData } from '../protocol/records';
import { VERSION } from './drawing';

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

function isHex(text: unknown, bytes: number): boolean {
  return typeof text === 'string' && text.length === 2 * bytes && HEX.test(text);
}
