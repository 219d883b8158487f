import { describe, expect, it } from 'vitest';

import type { Overview, Portion, RecordData, RecordSummary, StepSource } from '../src/protocol/records';
import { isRecord } from '../src/protocol/records';
import { FileFault, readLines } from '../src/replay/files';
import { hasWon, scoresOf, seatOf } from '../src/replay/outcome';
import { Replay } from '../src/replay/replay.svelte';
import { Steps } from '../src/replay/steps';
import { TOURS } from '../src/tour/tours';

const OVERVIEW: Overview = { game: 'g', players: 2, winners: [0], moves: [3, 1], draws: [[], []] };
const RECORD = {
  format: 'kozyr-record/1',
  game: 'g',
  rules: {},
  seats: [
    { name: 'Ann', bot: null },
    { name: 'b', bot: 'random' },
  ],
  deals: [
    { dealer: 0, deck: [], moves: [], result: {} },
    { dealer: 1, deck: [], moves: [], result: {} },
  ],
  result: { scores: [3, 5] },
} satisfies RecordData;

/** A server of two deals, in portions of two steps; it notes what it is asked for. */
function source(asked: string[], faults = 0): StepSource {
  let left = faults;
  return {
    judgement: () => Promise.reject(new Error('nobody judges here')),
    overview: () => Promise.resolve(OVERVIEW),
    portion: (eyes, deal, from) => {
      asked.push(`${String(eyes)} ${String(deal)} ${String(from)}`);
      if (left-- > 0) return Promise.reject(new Error('away'));
      const last = OVERVIEW.moves[deal - 1] ?? 0;
      const steps: Portion['steps'] = [from, from + 1]
        .filter((at) => at <= last)
        .map((at, index) => ({
          move: at ? [0, `m${String(at)}`] : null,
          view: { set: { at: { deal, phase: `p${String(at)}` }, zones: {}, counters: {}, legal: [] } },
          kept: index ? at : 0,
          said: Array.from({ length: index ? 1 : at + 1 }, (_, line) => ({
            id: `s${String(index ? at : line)}`,
            args: {},
          })),
        }));
      return Promise.resolve({ deal, start: from, steps });
    },
  };
}

describe('steps', () => {
  it('are put together from portions, each asked for once', async () => {
    const asked: string[] = [];
    const steps = await Steps.of(source(asked));
    const deal = await steps.deal('open', 1);
    expect(deal.map(({ view }) => view.at.phase)).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(deal.map(({ story }) => story.map(({ id }) => id).join(''))).toEqual([
      's0',
      's0s1',
      's0s1s2',
      's0s1s2s3',
    ]);
    await steps.deal('open', 1);
    expect(asked).toEqual(['open 1 0', 'open 1 2']);
  });

  it('that did not come are asked for again', async () => {
    const steps = await Steps.of(source([], 1));
    await expect(steps.deal(0, 1)).rejects.toThrow('away');
    expect(await steps.deal(0, 1)).toHaveLength(4);
  });
});

describe('a replay', () => {
  async function made(asked: string[] = []): Promise<Replay> {
    const replay = new Replay(RECORD, await Steps.of(source(asked)), 0);
    await replay.first();
    return replay;
  }

  it('goes forward over the end of a deal and back again', async () => {
    const replay = await made();
    const places = [`${String(replay.deal)}.${String(replay.at)}`];
    for (let step = 0; step < 6; step += 1) {
      await replay.forward();
      places.push(`${String(replay.deal)}.${String(replay.at)}`);
    }
    expect(places).toEqual(['1.0', '1.1', '1.2', '1.3', '2.0', '2.1', '2.1']);
    expect([replay.isLast, replay.dealOver, replay.latest?.table.phase]).toEqual([true, true, 'over']);
    await replay.back();
    await replay.back();
    expect([replay.deal, replay.at, replay.dealOver]).toEqual([1, 3, true]);
    expect(replay.fresh).toEqual([]);
    await replay.go(9, 9);
    expect([replay.deal, replay.at]).toEqual([2, 1]);
  });

  it('tells what is new of a step forward, and all of it by its place', async () => {
    const replay = await made();
    await replay.forward();
    expect(replay.fresh.map(({ said }) => said.id)).toEqual(['s1']);
    expect(replay.log.map(({ said }) => said.id)).toEqual(['s0', 's1']);
  });

  it('is seen by the eyes that are chosen, and shows what was asked for last', async () => {
    const asked: string[] = [];
    const replay = await made(asked);
    await Promise.all([replay.look(1, false), replay.look(null, false), replay.look(1, true)]);
    expect(asked.map((each) => each.split(' ')[0])).toEqual(
      expect.arrayContaining(['0', '1', 'watcher', 'open']),
    );
    expect(replay.latest?.table.seat).toBe(1);
  });

  it('can be asked nothing', async () => {
    const replay = await made();
    await expect(replay.move()).rejects.toThrow();
    await expect(replay.connection.ask({ kind: 'leave' })).rejects.toThrow();
  });
});

describe('files', () => {
  it('are read whatever begins them and ends their lines', () => {
    const line = JSON.stringify(RECORD);
    expect(readLines(`\uFEFF\n${line}\r\n`)).toEqual({ record: RECORD, hasMore: false });
    expect(readLines(`${line}\n${line}`).hasMore).toBe(true);
  });

  it.each(['', '\n', '{', '[]', 'null', '{"game":"g"}', '{"game":"g","seats":[1],"deals":[]}'])(
    'that hold no record are refused with a reason: %j',
    (text) => {
      expect(() => readLines(text)).toThrow(FileFault);
    },
  );

  it('that are too large are not read', () => {
    expect(() => readLines('{}', 5_000_000)).toThrow(FileFault);
    expect(isRecord({ game: 'g', seats: [], deals: [{ moves: [], deck: 1 }] })).toBe(false);
  });
});

it('a result is read as numbers, of seats or of teams that take turns', () => {
  const summary = (result: Record<string, unknown> | null): RecordSummary => ({
    id: '',
    table: '',
    match: 1,
    game: 'g',
    created_at: 0,
    shared: false,
    finished: true,
    seats: [],
    result,
  });
  expect(scoresOf({ winner: 1, board: [3, 6] })).toEqual([3, 6]);
  expect([0, 1, 2, 3].map((seat) => hasWon(summary({ board: [3, 6] }), seat))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(hasWon(summary({ scores: [5, 5, 1] }), 1)).toBe(true);
  expect(hasWon(summary(null), 1)).toBeNull();
  expect(seatOf(RECORD.seats, undefined)).toBe(0);
  expect(seatOf([...RECORD.seats, { name: 'Bob', bot: null }], 'Bob')).toBe(2);
});

it.each(Object.entries(TOURS))(
  'the tour of %s stops at steps that there are, in both languages',
  async (game, tour) => {
    const record = await tour.record();
    expect(record.game).toBe(game);
    expect(tour.seat).toBeLessThan(record.seats.length);
    for (const { deal, step, text } of tour.captions) {
      expect(step).toBeLessThanOrEqual(record.deals[deal - 1]?.moves.length ?? -1);
      const places = (told: string) => [...told.matchAll(/\{p(\d)\}/g)].map((found) => found[1]).sort();
      expect(new Set(places(text.ru))).toEqual(new Set(places(text.en)));
      expect(places(text.en).every((seat) => Number(seat) < record.seats.length)).toBe(true);
    }
    // Two minutes are some 250 words.
    const words = tour.captions
      .map(({ text }) => text.en.split(' ').length)
      .reduce((sum, each) => sum + each, 0);
    expect(words).toBeLessThan(260);
  },
);
