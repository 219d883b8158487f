import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { join } from 'node:path';

import { beforeAll, describe, expect, it, vi } from 'vitest';

import { messageOf, PACK, Words, type Draw } from '../src/fairness/drawing';
import { isVerified, of, verdictOf } from '../src/fairness/findings';
import { checkTable } from '../src/fairness/live';
import { readProof } from '../src/fairness/proof';
import { verify } from '../src/fairness/verify';
import type { Seen } from '../src/fairness/witness';
import { bytesOf, hashOf, hexOf } from '../src/protocol/bytes';
import { Contributor, type Witness } from '../src/protocol/contributor';
import type { Drawn, ProofData, RecordData } from '../src/protocol/records';
import type { TableParts } from '../src/protocol/view';

interface Fixture {
  record: RecordData;
  draws: Drawn[][];
}

const GAMES = ['kozel', 'thirty_one', 'shalashik'] as const;

beforeAll(() => {
  vi.stubGlobal('crypto', webcrypto); // jsdom has no subtle
});

function fixture(game: string): Fixture {
  const path = join(import.meta.dirname, 'records', `${game}.json`);
  return JSON.parse(readFileSync(path, 'utf-8')) as Fixture;
}

function proofOf(record: RecordData, deal: number): ProofData {
  const proof = record.deals[deal - 1]?.proof;
  if (!proof) throw new Error('the fixture has proofs');
  return proof;
}

/** A hex text with one digit changed. */
function other(text: string, at = 0): string {
  const digit = text.charAt(at) === '0' ? '1' : '0';
  return text.slice(0, at) + digit + text.slice(at + 1);
}

async function faults({ record, draws }: Fixture, seen: Seen | null = null): Promise<string[]> {
  const report = await verify(record, draws, seen);
  expect(isVerified(report)).toBe(of(report, 'fault').length === 0);
  return of(report, 'fault').map(({ deal, text }) => `${String(deal)} ${text}`);
}

describe('the test vectors of the fairness page', () => {
  const page = readFileSync(
    join(import.meta.dirname, '..', '..', 'docs', 'explanation', 'fairness.md'),
    'utf-8',
  );
  const told = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '') as Draw &
    Record<string, string & string[] & number[] & number[][] & number> & {
      commitment: string;
      hashes: string[];
    };
  const words = (): Words => new Words(told);

  async function several<T>(count: number, draw: (words: Words) => Promise<T>): Promise<T[]> {
    const drawn: T[] = [];
    const source = words();
    while (drawn.length < count) drawn.push(await draw(source));
    return drawn;
  }

  it('give the same hashes, message and words', async () => {
    expect(await hashOf(told.secret)).toBe(told.commitment);
    for (const [seat, bytes] of told.contributions.entries()) {
      if (bytes !== null) expect(await hashOf(bytes)).toBe(told.hashes[seat]);
    }
    expect(hexOf(messageOf(told, 0))).toBe(told['message_0']);
    expect(await several(8, (source) => source.next())).toEqual(told['words']);
    expect(bytesOf('00ff10')).toEqual(Uint8Array.of(0, 255, 16));
  });

  it('give the same numbers, shuffles and heap', async () => {
    expect(await words().below(4)).toBe(told['below_4']);
    expect(await words().below(1_000_000)).toBe(told['below_1000000']);
    expect(await several(12, (source) => source.below(1_200_000_000))).toEqual(told['below_1200000000']);
    expect(await words().shuffled(PACK)).toEqual(told['shuffled_36']);
    const kozel = PACK.filter((card) => !card.startsWith('6'));
    expect(await words().shuffled([...kozel].reverse())).toEqual(told['shuffled_32']);
    expect((await words().heap(31)).slice(0, 3)).toEqual(told['heap_first']);
  });
});

describe.each(GAMES)('a record of %s', (game) => {
  it('that was dealt from pledges is verified, every draw of it', async () => {
    const { record, draws } = fixture(game);
    const report = await verify(record, draws);
    expect(of(report, 'fault')).toEqual([]);
    expect(verdictOf(report)).toBe('good');
    expect(report.draws).toBe(draws.flat().length);
  });

  it.each([
    ['secret', 'fair_other_commitment'],
    ['commitment', 'fair_other_commitment'],
  ] as const)('whose %s has another digit anywhere is refused, and it says where', async (field, text) => {
    for (const at of [0, 31, 63]) {
      const changed = fixture(game);
      const proof = proofOf(changed.record, 1);
      proof[field] = other(proof[field], at);
      expect(await faults(changed)).toContain(`1 ${text}`);
    }
  });

  it('whose contribution, hash, table or deal is another is refused, and it says where', async () => {
    const deal = fixture(game).record.deals.length;
    const seats = proofOf(fixture(game).record, deal).contributions;
    const seat = seats.findIndex((bytes) => bytes !== null);
    const change = async (make: (proof: ProofData) => void): Promise<string[]> => {
      const changed = fixture(game);
      make(proofOf(changed.record, deal));
      return faults(changed);
    };
    const name = String(deal);
    expect(
      await change((proof) => {
        proof.contributions[seat] = other(proof.contributions[seat] ?? '', 5);
      }),
    ).toContain(`${name} fair_other_hash`);
    expect(
      await change((proof) => {
        proof.hashes[seat] = other(proof.hashes[seat] ?? '', 5);
      }),
    ).toEqual([`${name} fair_other_hash`]);
    expect(
      await change((proof) => {
        proof.hashes[seat] = null;
      }),
    ).toEqual([`${name} fair_hash_missing`]);
    expect(
      await change((proof) => {
        proof.deal += 1;
      }),
    ).toContain(`${name} fair_other_deal`);
    expect(
      (
        await change((proof) => {
          proof.table += '!';
        })
      ).length,
    ).toBeGreaterThan(0);
  });

  it('with two cards exchanged anywhere in a deck says which card', async () => {
    for (const at of [0, 7, 20]) {
      const changed = fixture(game);
      const deck = changed.record.deals[0]?.deck ?? [];
      [deck[at], deck[at + 1]] = [deck[at + 1] ?? '', deck[at] ?? ''];
      const report = await verify(changed.record, changed.draws);
      const [fault] = of(report, 'fault');
      expect([fault?.deal, fault?.text, fault?.values['place']]).toEqual([1, 'fair_other_card', at + 1]);
      // And where the server cannot replay it and so says nothing of draws.
      expect((await verify(changed.record, null)).findings).toContainEqual(expect.objectContaining(fault));
    }
  });

  it('with another first dealer is refused', async () => {
    const changed = fixture(game);
    const [deal] = changed.record.deals;
    if (deal) deal.dealer = (deal.dealer + 1) % changed.record.seats.length;
    expect(await faults(changed)).toEqual(['1 fair_other_outcome']);
  });

  it('is held against what was seen of it', async () => {
    const { record } = fixture(game);
    const proof = proofOf(record, 1);
    const seat = proof.contributions.findIndex((bytes) => bytes !== null);
    const witness = (): Witness => ({
      match: 1,
      deal: 1,
      commitment: proof.commitment,
      value: proof.contributions[seat] ?? '',
      hash: proof.hashes[seat] ?? '',
      hashes: { [seat]: proof.hashes[seat] ?? '' },
      revealed: { [seat]: proof.contributions[seat] ?? '' },
      committed: true,
      gave: true,
      swapped: [],
    });
    const good = await verify(record, fixture(game).draws, { 1: witness() });
    expect(of(good, 'note').map(({ text }) => text)).toContain('fair_own_used');
    const wrong: [Partial<Witness>, string][] = [
      [{ commitment: other(proof.commitment) }, 'fair_seen_commitment'],
      [{ hashes: { [seat]: other(witness().hash) } }, 'fair_seen_hash'],
      [{ revealed: { [seat]: other(witness().value) } }, 'fair_seen_bytes'],
      [{ swapped: ['fair_hash_changed'] }, 'fair_hash_changed'],
    ];
    for (const [change, text] of wrong) {
      expect(await faults(fixture(game), { 1: { ...witness(), ...change } })).toEqual([`1 ${text}`]);
    }
  });
});

describe('further places', () => {
  it('a changed re-shuffle, a card of the heap, a fall', async () => {
    const kozel = fixture('kozel');
    const deal = kozel.record.deals.findIndex(({ shuffles }) => shuffles?.length);
    const order = kozel.record.deals[deal]?.shuffles?.[0];
    expect(order).toBeDefined();
    order?.reverse();
    expect(await faults(kozel)).toEqual([`${String(deal + 1)} fair_other_card`]);

    const heap = fixture('shalashik');
    const place = heap.record.deals[0]?.heap?.[4];
    if (place) place[2] += 0.1;
    expect(await faults(heap)).toEqual(['1 fair_other_card']);

    const fall = fixture('shalashik');
    const pulls = fall.record.deals[0]?.moves ?? [];
    const [first] = pulls;
    if (first) first[1] = first[1].endsWith(' x') ? first[1].slice(0, -2) : `${first[1]} x`;
    expect(await faults(fall)).toEqual(['1 fair_other_fall']);
  });

  it('a proof that is none names the field', () => {
    const proof = proofOf(fixture('kozel').record, 1);
    expect(readProof(proof, 4)).toBe(proof);
    const wrong: [unknown, string][] = [
      [null, 'proof'],
      [[], 'proof'],
      [{ ...proof, version: 'x' }, 'version'],
      [{ ...proof, table: '' }, 'table'],
      [{ ...proof, deal: 0 }, 'deal'],
      [{ ...proof, secret: 'AB' }, 'secret'],
      [{ ...proof, hashes: [] }, 'hashes'],
      [{ ...proof, contributions: [null, 'x', null, null] }, 'contributions[1]'],
    ];
    for (const [data, field] of wrong) expect(readProof(data, 4)).toBe(field);
  });

  it('a record without proofs is not green', async () => {
    const { record, draws } = fixture('thirty_one');
    for (const deal of record.deals) delete deal.proof;
    expect(verdictOf(await verify(record, draws))).toBe('none');
    const half = fixture('thirty_one');
    delete half.record.deals[0]?.proof;
    expect(verdictOf(await verify(half.record, half.draws))).toBe('part');
  });
});

describe('a running table', () => {
  const match = { table: 'стол 7', match_number: 1, players: 3, seat: 1 };

  it('is checked deal by deal against its pledges, one’s own bytes too', async () => {
    const contributor = new Contributor();
    const kept: string[] = [];
    contributor.keep = (table, deal) => kept.push(`${table} ${String(deal)}`);
    const secret = 'ab'.repeat(32);
    const pledge = {
      deal: 1,
      commitment: await hashOf(secret),
      stage: 'hashes',
      asks: [1],
      hashes: {},
      revealed: {},
      until: null,
    };
    const parts = (change: object): TableParts =>
      ({ ...match, proofs: {}, pledge: null, ...change }) as unknown as TableParts;
    const [asked] = await contributor.follow(parts({ pledge }));
    const hash = asked?.kind === 'contribute' ? asked.hash : '';
    const [given] = await contributor.follow(
      parts({ pledge: { ...pledge, stage: 'reveals', hashes: { 1: hash } } }),
    );
    const value = given?.kind === 'reveal' ? given.value : '';
    expect(await hashOf(value)).toBe(hash);
    expect(kept).toContain('стол 7/1 1');
    const proof = {
      version: 'kozyr-shuffle/1',
      table: 'стол 7/1',
      deal: 1,
      commitment: pledge.commitment,
      secret,
      contributions: [null, value, null],
      hashes: [null, hash, null],
    };
    const good = await checkTable(parts({ proofs: { 1: proof } }), contributor.witnesses);
    expect(verdictOf(good.report)).toBe('good');
    expect(good.own.has(value)).toBe(true);
    const without = { ...proof, contributions: [null, null, null], hashes: [null, null, null] };
    const late = await checkTable(parts({ proofs: { 1: without } }), contributor.witnesses);
    expect(verdictOf(late.report)).toBe('bad');
    const elsewhere = { ...proof, secret: other(secret), commitment: await hashOf(other(secret)) };
    const bad = await checkTable(parts({ proofs: { 1: elsewhere } }), contributor.witnesses);
    expect(of(bad.report, 'fault').map(({ text }) => text)).toEqual(['fair_seen_commitment']);
    await contributor.follow(parts({ pledge: { ...pledge, commitment: other(pledge.commitment) } }));
    const swapped = await checkTable(parts({ proofs: { 1: proof } }), contributor.witnesses);
    expect(of(swapped.report, 'fault').map(({ text }) => text)).toEqual(['fair_commitment_changed']);
  });
});
