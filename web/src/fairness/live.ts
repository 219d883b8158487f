// The check of a finished deal at a running table: its proof against what was seen before its cards.

import type { Witness } from '../protocol/contributor';
import type { ProofData } from '../protocol/records';
import type { TableParts } from '../protocol/view';
import type { Finding, Report } from './findings';
import { readProof, unfit } from './proof';
import { againstWitness, seenOf, type Seen } from './witness';

export interface LiveCheck {
  report: Report;
  proofs: ReadonlyMap<number, ProofData>;
  own: ReadonlySet<string>;
}

/** Check all proofs that a table shows of its present match. */
export async function checkTable(
  table: TableParts,
  witnesses: ReadonlyMap<string, Witness>,
): Promise<LiveCheck> {
  const match = `${table.table}/${String(table.match_number)}`;
  const seen = seenIn(match, table.match_number, witnesses);
  const proofs = new Map<number, ProofData>();
  const findings: Finding[] = [];
  for (const [number, data] of Object.entries(table.proofs)) {
    const deal = Number(number);
    const add = (kind: Finding['kind'], text: Finding['text'], values: Finding['values'] = {}): void => {
      findings.push({ kind, deal, text, values });
    };
    const proof = readProof(data, table.players);
    if (typeof proof === 'string') {
      add('fault', 'fair_proof_broken', { field: proof });
      continue;
    }
    proofs.set(deal, proof);
    const before = findings.length;
    if (proof.table !== match) add('fault', 'fair_other_table', { found: proof.table, should: match });
    if (proof.deal !== deal) add('fault', 'fair_other_deal', { found: proof.deal, should: deal });
    for (const found of [...(await unfit(proof)), ...againstWitness(proof, seen[deal])]) add(...found);
    if (findings.slice(before).every(({ kind }) => kind === 'note')) add('proved', 'fair_fits');
  }
  const own = new Set(Object.values(seen).map(({ value }) => value));
  return { report: { findings, draws: 0 }, proofs, own };
}

function seenIn(match: string, number: number, witnesses: ReadonlyMap<string, Witness>): Seen {
  const now = [...witnesses.values()].filter((witness) => witness.match === number);
  return { ...seenOf(match), ...Object.fromEntries(now.map((witness) => [String(witness.deal), witness])) };
}
