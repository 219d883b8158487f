import { describe, expect, it } from 'vitest';

import { ahead, apart, partIn, Sampler, towards } from '../src/games/shalashik/blend';
import {
  boxOf,
  cornersOf,
  depthIn,
  flat,
  pointOf,
  posesOf,
  ROOF,
  spotOn,
  standingHut,
  type Lying,
  type Point,
} from '../src/games/shalashik/geometry';
import { byRisk, pullables } from '../src/games/shalashik/risk';
import { standingsOf } from '../src/games/shalashik/standings';
import { readPoses, writeHand, type Place } from '../src/protocol/frames';
import type { LegalMove, Said } from '../src/protocol/view';
import frames from './frames.json';

function bytes(hex: string): ArrayBuffer {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)).buffer;
}

function hex(data: ArrayBuffer): string {
  return [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('frames', () => {
  it('of the hand are the bytes that the server reads', () => {
    expect(hex(writeHand(frames.hand.places as unknown as Place[]))).toBe(frames.hand.hex);
  });

  it('of poses are read as the server has written them', () => {
    const moved = readPoses(bytes(frames.poses.hex));
    expect([...(moved?.keys() ?? [])]).toEqual([3, 35]);
    expect(moved?.get(35)).toEqual({ x: -100, y: 200, z: 90, turn: [1, 0, 0, 0] });
    const pose = moved?.get(3);
    expect([pose?.x, pose?.y, pose?.z]).toEqual([12.3, -45.6, 0.7]);
    pose?.turn.forEach((number, index) => {
      expect(number).toBeCloseTo(index === 1 ? -0.5 : 0.5, 4);
    });
  });

  it('that are cut short or too long are none', () => {
    expect(readPoses(new ArrayBuffer(3))).toBeNull();
    expect(readPoses(bytes(frames.poses.hex.slice(0, -2)))).toBeNull();
  });
});

describe('what is drawn', () => {
  const here = flat([0, 0, 0, 0]);
  const there = flat([0, 10, 0, 90]);

  it('comes ever nearer to what was told, whichever way the quaternion is written', () => {
    const other = { ...there, turn: there.turn.map((number) => -number) as unknown as typeof there.turn };
    const half = towards(here, other, 0.5);
    expect(half.x).toBe(5);
    expect(apart(half, there)).toBeLessThan(apart(here, there));
    expect(Math.hypot(...half.turn)).toBeCloseTo(1);
    expect(apart(towards(here, there, 1), there)).toBeCloseTo(0, 4);
  });

  it('has gone all the way after a while, and nowhere at once', () => {
    expect(partIn(0)).toBe(0);
    expect(partIn(1000)).toBeCloseTo(1);
  });

  it('of a held card goes before what was told, but never far', () => {
    expect(ahead([0, 0], [3, 4])).toEqual([3, 4]);
    const [x, y] = ahead([0, 0], [300, 400]);
    expect(Math.hypot(x, y)).toBeCloseTo(7);
  });
});

describe('the hand', () => {
  it('is told of sixty times a second however seldom it is heard of', () => {
    const sampler = new Sampler(0, [0, 0, 0]);
    expect(sampler.take(10, [1, 0, 0], 60)).toEqual([]);
    const places = sampler.take(101, [6, 0, 0], 60);
    expect(places.map(([x]) => x)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(sampler.take(1101, [6, 0, 0], 60)).toHaveLength(60);
  });

  it('is where it is after a long silence', () => {
    const sampler = new Sampler(0, [0, 0, 0]);
    const places = sampler.take(9000, [8, 0, 0], 4);
    expect(places.map(([x]) => x)).toEqual([2, 4, 6, 8]);
    expect(sampler.take(9001, [9, 0, 0], 4)).toEqual([]);
  });
});

describe('the heap seen from above', () => {
  it('has the standing hut where the dealer builds it', () => {
    const hut = standingHut(4);
    const left = hut.get(31);
    expect(left?.x).toBeCloseTo(-12.4, 1);
    expect(left?.z).toBeCloseTo(46.3, 0);
    const [x, , z] = left ? pointOf(left, 0, 44) : [9, 9, 9];
    expect(Math.abs(x)).toBeLessThan(1);
    expect(Math.round(z)).toBe(89);
    expect(hut.get(ROOF)?.z).toBeGreaterThan(88);
  });

  it('fits into its box, every corner of it', () => {
    const places: Lying[] = [
      [0, -110, 0, 45],
      [7, 60, 90, 200],
    ];
    const cards = [...posesOf(places, new Map()).values()].map(cornersOf);
    const [left, top, width, height] = boxOf(cards);
    for (const [x, y] of cards.flat()) {
      expect(x).toBeGreaterThan(left);
      expect(x).toBeLessThan(left + width);
      expect(-y).toBeGreaterThan(top);
      expect(-y).toBeLessThan(top + height);
    }
  });

  it('takes the poses that were told before the places of the view', () => {
    const told = new Map([[7, flat([7, 1, 2, 0])]]);
    expect(posesOf([[7, 60, 90, 200]], told).get(7)).toBe(told.get(7));
  });

  it('of a hut that has fallen lie flat on the heap, unless they were told', () => {
    const told = new Map([[35, { x: 1, y: 2, z: 3, turn: [1, 0, 0, 0] as const }]]);
    const poses = posesOf([[7, 60, 90, 200]], told, true);
    expect(poses.get(35)).toBe(told.get(35));
    for (const wall of [31, 32, 33, 34]) {
      const [, x, y] = poses.get(wall)?.turn ?? [];
      expect([x, y]).toEqual([0, 0]);
      expect(poses.get(wall)?.z).toBeGreaterThan(poses.get(7)?.z ?? 0);
    }
  });

  it('has numbers on what shows of their cards, apart from one another', () => {
    const card = flat([0, 0, 0, 0]);
    const above = [cornersOf(flat([1, 0, 30, 90]))];
    const taken: Point[] = [];
    const spot = spotOn(card, above, taken, 8);
    expect(depthIn(cornersOf(card), spot)).toBeGreaterThan(0);
    expect(depthIn(above[0] ?? [], spot)).toBeLessThan(0);
    const other = spotOn(card, above, [spot], 8);
    expect(Math.hypot(other[0] - spot[0], other[1] - spot[1])).toBeGreaterThan(12);
  });
});

describe('the list of pulls', () => {
  function pull(number: number, risk?: string): [number, LegalMove] {
    const args: Said['args'] = risk === undefined ? {} : { risk: { term: risk } };
    return [number, { move: `pull ${String(number)}`, label: { id: 'x', args }, number }];
  }

  it('has the least risk first, of one risk the outermost card', () => {
    const moves = new Map([pull(1, 'risk_deadly'), pull(2, 'risk_safe'), pull(3, 'risk_safe'), pull(4)]);
    const places: Lying[] = [
      [2, 10, 0, 0],
      [3, 0, 90, 0],
    ];
    const cards = pullables(moves, places);
    expect(cards.map(({ number }) => number)).toEqual([3, 2, 1, 4]);
    expect(byRisk(cards).map(({ risk, cards: all }) => [risk, all.length])).toEqual([
      ['risk_safe', 2],
      ['risk_deadly', 1],
      [null, 1],
    ]);
  });
});

describe('the standings of a deal', () => {
  it('are in the order of what is left, the winner first, and of the last deal alone', () => {
    const story: Said[] = [
      { id: 'counts', args: { seat: { seat: 0 }, cards: { cards: ['Ac'] }, points: 11 } },
      { id: 'deal_begins', args: {} },
      { id: 'counts', args: { seat: { seat: 0 }, cards: { cards: ['6c', '7c'] }, points: 13 } },
      { id: 'counts', args: { seat: { seat: 2 }, cards: { cards: ['6d'] }, points: 6 } },
      { id: 'scores', args: { seat: { seat: 1 }, points: 19 } },
    ];
    const standings = standingsOf(story, 3);
    expect(standings.map(({ seat, place, left, scored }) => [seat, place, left, scored])).toEqual([
      [1, 1, 0, 19],
      [2, 2, 6, null],
      [0, 3, 13, null],
    ]);
    expect(standingsOf([], 3)).toEqual([]);
  });
});
