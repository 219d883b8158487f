// The check of a whole record: was all that chance decided drawn from what had been committed to?

import type { DealData, Drawn, ProofData, RecordData } from '../protocol/records';
import type { CardCode } from '../protocol/view';
import type { TextId } from '../texts/page';
import type { Values } from '../texts/fill';
import { Words } from './drawing';
import type { Finding, Found, Report } from './findings';
import { readProof, unfit } from './proof';
import { againstWitness, type Seen } from './witness';

const MILLION = 1_000_000;
const MARK = / x$/;

/** A place where an outcome is not as it is drawn; null where it is. */
type Fault = [TextId, Values] | null;

/**
 * Draw anew every deal that has a proof. `draws` say how, deal by deal, as the server replays the record; without
 * them (it cannot be replayed) what every game begins with is checked. `seen` is what was seen of the match.
 */
export async function verify(
  record: RecordData,
  draws: readonly (readonly Drawn[])[] | null,
  seen: Seen | null = null,
): Promise<Report> {
  const proofs = record.deals.map((deal) => readProofOf(deal, record.seats.length));
  const findings: Finding[] = [];
  let drawn = 0;
  for (const [index, deal] of record.deals.entries()) {
    const proof = proofs[index];
    const found: Found[] = [];
    if (typeof proof !== 'object' || proof === null) {
      found.push(missing(deal, proof ?? null));
    } else {
      found.push(...misplaced(proofs, index), ...(await unfit(proof)));
      const steps = draws?.[index] ?? usual(deal, index);
      const checked = await drawnAnew(deal, proof, steps);
      found.push(...checked.found, ...withheld(proof), ...againstWitness(proof, seen?.[index + 1]));
      if (found.every(([kind]) => kind === 'note')) {
        found.unshift(['proved', 'fair_proved', { n: checked.count }]);
        drawn += checked.count;
      }
    }
    for (const [kind, text, values] of found) {
      findings.push({ kind, deal: index + 1, text, values: values ?? {} });
    }
  }
  return { findings, draws: drawn };
}

function readProofOf(deal: DealData, seats: number): ProofData | string | null {
  return deal.proof === undefined || deal.proof === null ? null : readProof(deal.proof, seats);
}

function missing(deal: DealData, broken: string | null): Found {
  if (broken !== null) return ['fault', 'fair_proof_broken', { field: broken }];
  return deal.result === null ? ['note', 'fair_proof_later'] : ['unproved', 'fair_proof_missing'];
}

/** Each deal of one table has a proof of its own. */
function* misplaced(proofs: readonly (ProofData | string | null)[], index: number): Iterable<Found> {
  const read = proofs.map((proof) => (typeof proof === 'object' ? proof : null));
  const proof = read[index];
  if (!proof) return;
  if (proof.deal !== index + 1) yield ['fault', 'fair_other_deal', { found: proof.deal, should: index + 1 }];
  const first = read.find((each) => each !== null);
  if (first && proof.table !== first.table)
    yield ['fault', 'fair_other_table', { found: proof.table, should: first.table }];
  const before = read.findIndex((each) => each?.secret === proof.secret);
  if (before < index) yield ['fault', 'fair_secret_again', { n: before + 1 }];
}

function withheld(proof: ProofData): Found[] {
  return proof.hashes.flatMap((hash, seat): Found[] =>
    hash !== null && proof.contributions[seat] === null
      ? [['note', 'fair_withheld', { seat: seat + 1 }]]
      : [],
  );
}

/** What a deal of any game draws first: the lot in the first one, the deck, further shuffles where no heap is thrown. */
function usual(deal: DealData, index: number): Drawn[] {
  const draw = (how: string): Drawn => ({ term: `chance_${how}`, how, of: null, simulated: false });
  const rest = deal.heap === undefined ? (deal.shuffles ?? []).map(() => draw('shuffle')) : [];
  return [...(index === 0 ? [draw('lot')] : []), draw('shuffle'), ...rest];
}

interface Checked {
  found: Found[];
  count: number;
}

async function drawnAnew(deal: DealData, proof: ProofData, steps: readonly Drawn[]): Promise<Checked> {
  const orders = [deal.deck, ...(deal.shuffles ?? [])];
  const left = new Map<string, number>();
  const nth = new Map<string, number>();
  const checked: Checked = { found: [], count: 0 };
  for (const [draw, step] of steps.entries()) {
    nth.set(step.term, (nth.get(step.term) ?? 0) + 1);
    const order = step.how === 'shuffle' ? orders.shift() : undefined;
    const check = step.simulated ? undefined : CHECKS[step.how];
    if (check === undefined) {
      left.set(step.term, (left.get(step.term) ?? 0) + 1);
      continue;
    }
    checked.count += 1;
    const fault = await check(new Words({ ...proof, draw }), step, deal, order, proof.contributions.length);
    if (fault !== null) {
      const [text, values] = fault;
      checked.found.push(['fault', text, { ...values, draw, term: step.term, nth: nth.get(step.term) ?? 1 }]);
      return checked;
    }
  }
  if (orders.length) checked.found.push(['fault', 'fair_more_shuffles', { n: orders.length }]);
  for (const [term, n] of left) checked.found.push(['note', 'fair_simulated', { term, n }]);
  return checked;
}

type Check = (
  words: Words,
  step: Drawn,
  deal: DealData,
  order: readonly CardCode[] | undefined,
  seats: number,
) => Promise<Fault>;

const CHECKS: Record<string, Check> = {
  lot: async (words, _step, deal, _order, seats) => {
    const should = await words.below(seats);
    return should === deal.dealer ? null : other(should + 1, deal.dealer + 1);
  },
  shuffle: async (words, step, _deal, order) => {
    const cards = Array.isArray(step.of) ? (step.of as CardCode[]) : (order ?? []);
    return difference(await words.shuffled(cards), order ?? []);
  },
  heap: async (words, step, deal) => {
    const places = await words.heap(Number(step.of));
    return difference(
      places.map((place) => JSON.stringify(place)),
      (deal.heap ?? []).map((place) => JSON.stringify(place)),
    );
  },
  fall: async (words, step, deal) => {
    const { risk, move } = step.of as { risk: number; move: number };
    const [falls, told] = [(await words.below(MILLION)) < risk, MARK.test(deal.moves[move]?.[1] ?? '')];
    return falls === told ? null : ['fair_other_fall', { n: move + 1 }];
  },
};

function other(should: string | number, found: string | number): Fault {
  return ['fair_other_outcome', { should, found }];
}

function difference(should: readonly string[], found: readonly string[]): Fault {
  const at = should.findIndex((each, index) => index < found.length && found[index] !== each);
  if (at >= 0)
    return ['fair_other_card', { place: at + 1, should: should[at] ?? '', found: found[at] ?? '' }];
  if (should.length === found.length) return null;
  return ['fair_other_number', { should: should.length, found: found.length }];
}
