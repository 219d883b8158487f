import { describe, expect, it } from 'vitest';

import { eyesOf, placeOf } from '../src/games/kozel/board';
import { outcomeOf, redealOf } from '../src/games/kozel/outcome';
import { sortHand } from '../src/games/kozel/sorting';
import type { Arg, Said, ViewParts } from '../src/protocol/view';
import { directionOf, edgeOf } from '../src/table/around';
import { flightsOf, soundsOf, sourceOf, takerIn } from '../src/table/steps';

describe('the board of sixes', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('has two open eyes for each of %i pairs', (pairs) => {
    expect(eyesOf(placeOf(pairs))).toBe(2 * pairs);
  });

  it('slides by rows, and turns at three pairs', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((pairs) => placeOf(pairs).rows)).toEqual([0, 1, 2, 0, 1, 2, 3]);
    expect([0, 1, 2, 3, 4, 5, 6].map((pairs) => placeOf(pairs).isOpen)).toEqual([
      ...[false, false, false],
      ...[true, true, true, true],
    ]);
  });

  it('shows what is no score as the nearest one', () => {
    expect(placeOf(-1)).toEqual(placeOf(0));
    expect(placeOf(9)).toEqual(placeOf(6));
  });
});

describe('a hand', () => {
  const trumps = new Set(['Qc', 'Jd', '7c']);

  it('has trumps as they come, then suits of alternating colours', () => {
    const hand = ['Qc', '7c', 'As', '9s', 'Th', '8d', '7d'];
    expect(sortHand(hand, trumps)).toEqual(['Qc', '7c', 'Th', 'As', '9s', '8d', '7d']);
  });

  it('of two suits begins with the other colour than the last trump has', () => {
    expect(sortHand(['7c', 'As', 'Kd'], trumps)).toEqual(['7c', 'Kd', 'As']);
    expect(sortHand(['Jd', 'As', 'Kd'], trumps)).toEqual(['Jd', 'As', 'Kd']);
  });

  it('keeps every card', () => {
    const hand = ['Qc', 'Ah', 'Kd', '9d'];
    expect([...sortHand(hand, trumps)].sort()).toEqual([...hand].sort());
  });
});

function said(id: string, args: Record<string, Arg> = {}): Said {
  return { id, args };
}

describe('what came of a deal', () => {
  const won = (points: number, others: number, pairs: number): Said =>
    said('deal_won', { first: { seat: 1 }, second: { seat: 3 }, points, others, pairs });

  it('is told with its reason', () => {
    expect(outcomeOf([won(94, 26, 2)])).toEqual({ reason: 'no_spas', winner: 1, points: [26, 94], gain: 2 });
    expect(outcomeOf([won(80, 40, 1)])?.reason).toBe('spas');
    expect(outcomeOf([said('eggs_made')])?.winner).toBeNull();
    expect(outcomeOf([said('deal_given', { first: { seat: 0 }, pairs: 1 })])?.points).toBeNull();
    expect(outcomeOf([said('plays')])).toBeNull();
    const claims = [said('claims_points'), said('claims_nines', { seat: { seat: 1 } })];
    const given = said('deal_given', { first: { seat: 0 }, pairs: 1 });
    expect(redealOf([...claims, given])).toBe(claims[1]);
    expect(redealOf([...claims, won(80, 40, 1)])).toBeNull();
    expect(redealOf([given])).toBeNull();
  });

  it('is a lyusya only where the game says so, whatever the pairs are', () => {
    expect(outcomeOf([won(120, 0, 2), said('lyusya_made')])?.reason).toBe('lyusya');
    expect(outcomeOf([won(120, 0, 0), said('lyusya_made')])?.reason).toBe('lyusya');
    expect(outcomeOf([won(118, 2, 2)])?.reason).toBe('no_spas');
  });
});

function view(sizes: readonly number[], trick: readonly string[] = [], toMove = 1): ViewParts {
  const hands = sizes.map((size, seat): [string, ViewParts['zones'][string]] => [
    `hand:${String(seat)}`,
    { kind: 'hand', cards: Array.from({ length: size }, () => null) },
  ]);
  return {
    at: {
      game: 'g',
      players: sizes.length,
      seat: 0,
      phase: 'p',
      to_move: toMove,
      dealer: 0,
      deal: 1,
      told: 1,
      over: false,
      teams: [],
    },
    zones: { ...Object.fromEntries(hands), trick: { kind: 'trick', cards: [...trick] } },
    counters: {},
    legal: toMove === 0 ? [{ move: 'x', label: said('x') }] : [],
  };
}

describe('a step', () => {
  it('of a deal brings cards from the middle to the other hands', () => {
    const step = { before: view([0, 0, 0]), now: view([3, 3, 3]), told: [] };
    expect(flightsOf(step)).toEqual([
      { from: 'felt', to: 'seat:1', count: 3 },
      { from: 'felt', to: 'seat:2', count: 3 },
    ]);
    expect(soundsOf(step)).toEqual(['deal']);
  });

  it('of a gift brings a card from its giver', () => {
    const gives = said('gives', { seat: { seat: 2 }, to: { seat: 1 } });
    const step = { before: view([2, 2, 2]), now: view([2, 3, 3]), told: [gives] };
    expect(flightsOf(step)).toEqual([
      { from: 'seat:2', to: 'seat:1', count: 1 },
      { from: 'felt', to: 'seat:2', count: 1 },
    ]);
    const known = said('gives_card', { seat: { seat: 2 }, to: { seat: 0 }, card: { card: '7d' } });
    expect(sourceOf({ ...step, told: [known] }, '7d')).toBe('seat:2');
    expect(sourceOf({ ...step, told: [known] }, '8d')).toBe('felt');
  });

  it('is heard once a card is laid, and when the reader is to move', () => {
    const step = { before: view([2, 2]), now: view([2, 1], ['7d'], 0), told: [] };
    expect(soundsOf(step)).toEqual(['play', 'turn']);
    expect(soundsOf({ ...step, before: null })).toEqual([]);
  });

  it('tells who takes a trick', () => {
    expect(takerIn([said('plays'), said('takes', { seat: { seat: 3 }, points: 4 })])).toBe(3);
    expect(takerIn([])).toBeNull();
  });
});

it('seats people clockwise, the left neighbour at the left', () => {
  expect([0, 1, 2, 3].map((offset) => directionOf(offset, 4))).toEqual([
    { x: 0, y: 1 },
    { x: -1, y: 0 },
    { x: 0, y: -1 },
    { x: 1, y: 0 },
  ]);
  expect(edgeOf(1, 4)).toEqual({ x: 0, y: 50 });
  for (const players of [2, 3, 5, 6, 8]) {
    for (let offset = 1; offset < players; offset++) {
      const { x, y } = edgeOf(offset, players);
      expect([x, y].some((each) => Math.abs(each - 50) > 49.9)).toBe(true);
    }
  }
});
