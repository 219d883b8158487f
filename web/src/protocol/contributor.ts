// One's own part in the shuffle: bytes that nobody else can choose (docs/explanation/fairness.md).

import { hashOf, hexOf, isAble, randomBytes } from './bytes';
import type { Command } from './types';
import type { TableParts } from './view';

const BYTES = 16;

/** What was seen of a deal's pledge and given to it: a proof is held against this. */
export interface Witness {
  match: number;
  deal: number;
  commitment: string;
  value: string;
  hash: string;
  hashes: Record<string, string>;
  revealed: Record<string, string>;
  committed: boolean;
  gave: boolean;
  /** What was told otherwise later than at first: ids of the page's texts. */
  swapped: ('fair_commitment_changed' | 'fair_hash_changed' | 'fair_bytes_changed')[];
}

/** Keeps what was seen beyond the life of the page: the id that proofs have of the match, the deal, what was seen. */
export type Keep = (match: string, deal: number, witness: Witness) => void;

/** Follows the pledges of a table and tells what to send. Where a page may not hash, it adds nothing. */
export class Contributor {
  readonly witnesses = new Map<string, Witness>();
  /** Is told of whatever is seen anew. */
  keep: Keep | null = null;
  #coming = new Set<string>();

  /** What is to be sent to the table as it is now, every deal's bytes once. */
  async follow(table: TableParts): Promise<Command[]> {
    const pledge = table.pledge;
    if (pledge === null || !isAble()) return [];
    const key = `${String(table.match_number)}:${String(pledge.deal)}`;
    if (this.#coming.has(key)) return [];
    const witness = this.witnesses.get(key) ?? (await this.#witnessOf(key, table.match_number, pledge));
    see(witness, pledge);
    const commands = owed(witness, table);
    this.keep?.(`${table.table}/${String(table.match_number)}`, pledge.deal, witness);
    return commands;
  }

  async #witnessOf(key: string, match: number, pledge: NonNullable<TableParts['pledge']>): Promise<Witness> {
    this.#coming.add(key);
    try {
      const value = hexOf(randomBytes(BYTES));
      const hash = await hashOf(value);
      const { deal, commitment } = pledge;
      const seen = { hashes: {}, revealed: {}, committed: false, gave: false, swapped: [] };
      const witness: Witness = { match, deal, commitment, value, hash, ...seen };
      this.witnesses.set(key, witness);
      return witness;
    } finally {
      this.#coming.delete(key);
    }
  }
}

function see(witness: Witness, pledge: NonNullable<TableParts['pledge']>): void {
  const fault = (text: Witness['swapped'][number]): void => {
    if (!witness.swapped.includes(text)) witness.swapped.push(text);
  };
  if (pledge.commitment !== witness.commitment) fault('fair_commitment_changed');
  if (differ(witness.hashes, pledge.hashes)) fault('fair_hash_changed');
  if (differ(witness.revealed, pledge.revealed)) fault('fair_bytes_changed');
  witness.hashes = { ...pledge.hashes, ...witness.hashes };
  witness.revealed = { ...pledge.revealed, ...witness.revealed };
}

/** Whether something that was seen of a seat is told otherwise now. */
function differ(seen: Record<string, string>, told: Record<string, string>): boolean {
  return Object.entries(seen).some(([seat, value]) => seat in told && told[seat] !== value);
}

function owed(witness: Witness, table: TableParts): Command[] {
  const { pledge, seat } = table;
  if (pledge === null || seat === null) return [];
  const sent = pledge.hashes[seat];
  if (pledge.stage === 'hashes' && pledge.asks.includes(seat) && sent === undefined && !witness.committed) {
    witness.committed = true;
    return [{ kind: 'contribute', hash: witness.hash }];
  }
  if (pledge.stage === 'reveals' && sent === witness.hash && !witness.gave) {
    witness.gave = true;
    return [{ kind: 'reveal', value: witness.value }];
  }
  return [];
}
