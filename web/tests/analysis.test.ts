import { describe, expect, it } from 'vitest';

import type { Decision, Judgement } from '../src/protocol/records';
import { Analysis, bestOf, playedOf } from '../src/replay/analysis.svelte';
import { figuresOf } from '../src/texts/numbers';
import { settings } from '../src/state/settings.svelte';

function decision(place: number, seat: number, values: [string, number][], played: string): Decision {
  const best = values[0]?.[1] ?? 0;
  const worst = values.at(-1)?.[1] ?? 0;
  const value = values.find(([move]) => move === played)?.[1] ?? 0;
  return {
    place,
    seat,
    played,
    is_best: best - value < 0.1,
    lost: best - value,
    open_lost: seat === 0 ? 2 : null,
    accuracy: best - worst > 0.02 ? (value - worst) / (best - worst) : null,
    moves: values.map(([move, worth]) => ({
      move,
      label: { id: 'm', args: {} },
      value: worth,
      open: null,
      why: null,
    })),
  };
}

const DEALS: Judgement[] = [
  {
    deal: 1,
    value_term: 'pairs',
    open_term: 'points',
    luck: null,
    decisions: [
      decision(
        1,
        0,
        [
          ['a', 1],
          ['b', 0.5],
          ['c', 0],
        ],
        'b',
      ),
      decision(
        2,
        1,
        [
          ['a', 1],
          ['b', 0],
        ],
        'a',
      ),
      decision(
        4,
        0,
        [
          ['a', 1],
          ['b', 0.99],
        ],
        'b',
      ),
    ],
  },
  {
    deal: 2,
    value_term: 'pairs',
    open_term: 'points',
    luck: null,
    decisions: [
      decision(
        3,
        1,
        [
          ['a', 2],
          ['b', -1],
        ],
        'b',
      ),
      decision(
        5,
        0,
        [
          ['a', 0.4],
          ['b', 0],
        ],
        'b',
      ),
    ],
  },
];

function analysisOf(deals: Judgement[], faults: number[] = []): Analysis {
  const left = [...faults];
  const judgement = (deal: number): Promise<Judgement> => {
    const found = deals[deal - 1];
    if (left.includes(deal) || found === undefined) {
      left.splice(left.indexOf(deal), 1);
      return Promise.reject(new Error('away'));
    }
    return Promise.resolve(found);
  };
  const none = (): Promise<never> => Promise.reject(new Error('not asked for'));
  return new Analysis({ judgement, overview: none, portion: none }, deals.length);
}

describe('a match that is judged', () => {
  it('adds up what each seat decided', async () => {
    const analysis = analysisOf(DEALS);
    await analysis.run();
    expect(analysis.isOver).toBe(true);
    expect(analysis.figures(0)).toEqual({
      decisions: 2,
      accuracy: 0.25,
      lost: expect.closeTo(0.91) as number,
      openLost: 6,
    });
    expect(analysis.figures(1)).toEqual({ decisions: 2, accuracy: 0.5, lost: 3, openLost: null });
    expect(analysis.figures(2)).toEqual({ decisions: 0, accuracy: null, lost: 0, openLost: null });
  });

  it('names the moments that cost most, without those where nothing was lost', async () => {
    const analysis = analysisOf(DEALS);
    await analysis.run();
    expect(analysis.worst.map(({ deal, decision: { place } }) => [deal, place])).toEqual([
      [2, 3],
      [1, 1],
      [2, 5],
    ]);
  });

  it('tells of the decision that a move was', async () => {
    const analysis = analysisOf(DEALS);
    await analysis.run();
    const found = analysis.at(1, 1);
    expect(found && [bestOf(found)?.move, playedOf(found)?.move]).toEqual(['a', 'b']);
    expect(analysis.at(1, 4)?.is_best).toBe(true);
    expect(analysis.at(1, 3)).toBeNull();
    expect(analysis.at(3, 1)).toBeNull();
  });

  it('goes on where it failed, and judges no deal twice', async () => {
    const analysis = analysisOf(DEALS, [2]);
    await analysis.run();
    expect(analysis.fault).not.toBeNull();
    expect(analysis.judged.map(({ deal }) => deal)).toEqual([1]);
    await analysis.run();
    expect(analysis.fault).toBeNull();
    expect(analysis.judged.map(({ deal }) => deal)).toEqual([1, 2]);
  });

  it('stops when nobody looks any more', async () => {
    const analysis = analysisOf(DEALS);
    const running = analysis.run();
    analysis.close();
    await running;
    expect(analysis.judged.length).toBeLessThan(2);
    expect(analysis.isRunning).toBe(false);
  });
});

describe('numbers that are compared', () => {
  it('have as many figures after the point as most need, and no zero below nothing', () => {
    const written = (values: readonly number[]): string[] => values.map(figuresOf(values));
    settings.language = 'en';
    expect(written([199.77, -0.3])).toEqual(['200', '0']);
    expect(written([37.52, 0.1])).toEqual(['37.5', '0.1']);
    expect(written([2.52, -0.19])).toEqual(['2.52', '-0.19']);
    expect(written([0.4123, 0.5])).toEqual(['0.412', '0.500']);
    expect(written([-0.5, -1.25, -1.5, -180])).toEqual(['-0.50', '-1.25', '-1.50', '-180.00']);
    expect(written([7, 52])).toEqual(['7', '52']);
    expect(written([])).toEqual([]);
  });
});
