import { describe, expect, it } from 'vitest';

import { colourOf, paymentsBetween, stacksOf } from '../src/games/thirty_one/chips';
import { nextChoice } from '../src/games/thirty_one/choosing';
import { placeOf } from '../src/games/thirty_one/places';
import {
  actsOf,
  closerOf,
  endingOf,
  framesOf,
  giverOf,
  pastOf,
  takerOf,
} from '../src/games/thirty_one/story';
import type { Arg, Said, ViewParts } from '../src/protocol/view';
import { choicesOf, moveOf, tapped } from '../src/table/choice';

function said(id: string, seat?: number, args: Record<string, Arg> = {}): Said {
  return { id, args: seat === undefined ? args : { seat: { seat }, ...args } };
}

function swaps(seat: number, given: string[], taken: string[]): Said {
  return said('swaps', seat, { given: { cards: given }, taken: { cards: taken } });
}

function turnsUp(...cards: string[]): Said {
  return said('turns_up', undefined, { cards: { cards } });
}

describe('the story of a deal', () => {
  const drained = { cards: { cards: ['Kd', '9d', '7d'] } };
  const story = [
    said('pot_is', undefined, { pot: 30 }),
    turnsUp('Ac', '9d', '7d'),
    swaps(1, ['Kd'], ['Ac']),
    said('drains', undefined, drained),
    turnsUp('8h', 'Js', '6d'),
    said('stays', 1),
    swaps(2, ['Qs', 'Ts'], ['8h', 'Js']),
    said('passes_first', 2),
    said('stays', 0),
  ];

  it('says what each did in his last turn', () => {
    const acts = actsOf(story);
    expect(acts.get(1)).toMatchObject({ word: 'stays', at: 5 });
    expect(acts.get(1)?.swaps.map(({ given, taken }) => [given, taken])).toEqual([[['Kd'], ['Ac']]]);
    expect(acts.get(2)).toMatchObject({ word: 'passes', at: 7 });
    expect(acts.get(0)?.swaps).toEqual([]);
    expect(acts.has(3)).toBe(false);
  });

  it('forgets a turn when the next one of the seat begins', () => {
    const next = actsOf([...story, swaps(1, ['8c'], ['Qs'])]).get(1);
    expect(next).toMatchObject({ word: null });
    expect(next?.swaps).toHaveLength(1);
  });

  it('keeps all swaps of a turn together, whatever is drained between them', () => {
    const chain = actsOf([
      swaps(1, ['Kd'], ['Ac']),
      said('drains', undefined, drained),
      swaps(1, ['8c'], ['8h']),
    ]);
    expect(chain.get(1)?.swaps).toHaveLength(2);
  });

  it('tells what lay open, swap by swap and drain by drain', () => {
    expect(framesOf(story).map(({ cards, drain }) => drain ?? cards.join(' '))).toEqual([
      '',
      'Ac 9d 7d',
      'Kd 9d 7d',
      'drains',
      '8h Js 6d',
      'Qs Ts 6d',
    ]);
  });

  it('knows whence a card has come and where it went', () => {
    expect(giverOf(story, 'Qs')).toBe(2);
    expect(takerOf(story, 'Js')).toBe(2);
    expect(giverOf(story, '6d')).toBeNull();
    expect(takerOf(story, 'Kd')).toBeNull();
    expect(giverOf(story, 'Kd')).toBeNull();
  });

  it('knows who began the closing lap, and why the pot was there already', () => {
    expect(closerOf(story)).toBe(2);
    expect(closerOf(story.slice(0, 6))).toBeNull();
    expect(pastOf(story)).toBeNull();
    expect(pastOf([said('svara_begins')])).toBe('svara');
    expect(pastOf([said('antes_again', undefined, { amount: 10 })])).toBe('tie');
  });

  it('has no ending while it runs', () => {
    expect(endingOf(story)).toBeNull();
  });

  it('ends with a winner and all hands', () => {
    const ending = endingOf([
      ...story,
      said('opens_hand', 0, { cards: { cards: [] }, points: 27 }),
      said('opens_combination', 1, { cards: { cards: [] }, hand: { term: 'tri_lba' } }),
      said('wins_pot', 1, { pot: 30 }),
    ]);
    expect(ending).toMatchObject({ kind: 'won', winners: [1], pot: 30, price: null });
    expect(ending?.opened).toEqual([
      { seat: 0, points: 27, term: null },
      { seat: 1, points: null, term: 'tri_lba' },
    ]);
  });

  it('ends in a svara that some join, or in a tie', () => {
    const svara = [said('svara_declared', undefined, { amount: 15 }), said('is_tied', 0), said('is_tied', 1)];
    expect(endingOf([...story, ...svara, said('joins', 2)])).toMatchObject({
      kind: 'svara',
      winners: [0, 1],
      price: 15,
      joined: [2],
    });
    expect(endingOf([said('svara_alone'), said('is_tied', 0)])).toMatchObject({ kind: 'svara', price: null });
    expect(endingOf([said('tie_declared'), said('is_tied', 2)])).toMatchObject({ kind: 'tie', winners: [2] });
  });
});

describe('chips', () => {
  it('are stacked by their worth and sum up to the amount', () => {
    expect(stacksOf(487, 9)).toEqual([
      { worth: 100, count: 4 },
      { worth: 50, count: 1 },
      { worth: 10, count: 3 },
      { worth: 5, count: 1 },
      { worth: 1, count: 2 },
    ]);
    expect(stacksOf(0)).toEqual([]);
    for (const amount of [1, 4, 9, 70, 105, 999, 1_234_567]) {
      const sum = stacksOf(amount, 99).reduce((total, { worth, count }) => total + worth * count, 0);
      expect(sum).toBe(amount);
    }
  });

  it('of few stacks are the greatest', () => {
    expect(stacksOf(487, 2).map(({ worth }) => worth)).toEqual([100, 50]);
  });

  it('next to one another have different colours', () => {
    expect([1, 5, 10, 50, 100, 500].map(colourOf)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(colourOf(1000)).toBe(0);
  });

  it('go from who pays into the pot, and from it to who wins', () => {
    const start = { pot: 0, 'chips:0': 500, 'chips:1': 500, pots_won: 0 };
    const dealt = { pot: 20, 'chips:0': 490, 'chips:1': 490, pots_won: 0 };
    expect(paymentsBetween(start, dealt)).toEqual([
      { seat: 0, amount: 10, isWon: false },
      { seat: 1, amount: 10, isWon: false },
    ]);
    const won = { pot: 0, 'chips:0': 490, 'chips:1': 510, pots_won: 1 };
    expect(paymentsBetween(dealt, won)).toEqual([{ seat: 1, amount: 20, isWon: true }]);
    expect(paymentsBetween(dealt, dealt)).toEqual([]);
    expect(paymentsBetween({}, dealt)).toEqual([]);
  });
});

describe('choosing a swap', () => {
  const swap = (given: string[], taken: string[]) => ({
    move: `swap ${given.join(',')} ${taken.join(',')}`,
    label: said('move_swap'),
    cards: [...given, ...taken],
  });
  const hand = ['Kd', 'Qd', '7h'];
  const open = ['9c', '8c', 'As'];
  const legal = [
    ...hand.flatMap((give) => open.map((take) => swap([give], [take]))),
    swap(['Kd', 'Qd'], ['9c', '8c']),
  ];
  const view: ViewParts = {
    at: {
      game: 'thirty_one',
      players: 2,
      seat: 0,
      phase: 'play',
      to_move: 0,
      dealer: 1,
      deal: 1,
      told: 1,
      over: false,
      teams: [],
    },
    zones: { 'hand:0': { kind: 'hand', cards: hand }, open: { kind: 'row', cards: open } },
    counters: {},
    legal,
  };
  const choices = choicesOf(view);

  it('adds what goes together, up to two and two', () => {
    let picked = tapped(choices, [], 'Kd');
    for (const card of ['9c', 'Qd', '8c']) picked = tapped(choices, picked ?? [], card);
    expect(moveOf(choices, picked ?? [])?.move).toBe('swap Kd,Qd 9c,8c');
  });

  it('changes a card for another of its row where both do not go together', () => {
    expect(moveOf(choices, tapped(choices, ['Kd', '9c'], 'As') ?? [])?.move).toBe('swap Kd As');
    expect(moveOf(choices, tapped(choices, ['Kd', '9c'], '7h') ?? [])?.move).toBe('swap 7h 9c');
  });

  it('is asked for card by card', () => {
    expect(nextChoice(choices, hand, [])).toBe('choose_pair');
    expect(nextChoice(choices, hand, ['Kd'])).toBe('choose_taken');
    expect(nextChoice(choices, hand, ['9c'])).toBe('choose_given');
    expect(nextChoice(choices, hand, ['Kd', 'Qd', '9c'])).toBe('choose_more');
    expect(nextChoice({ several: [] }, hand, [])).toBe('say_word');
  });
});

describe('seats around the felt', () => {
  it('stand clockwise from the reader’s left, inside the room', () => {
    for (const players of [2, 3, 4, 5, 6, 7]) {
      const places = Array.from({ length: players - 1 }, (_, index) => placeOf(index + 1, players));
      expect(places.every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 92)).toBe(true);
      const [first, last] = [places[0], places.at(-1)];
      expect((first?.x ?? 0) + (last?.x ?? 0)).toBeCloseTo(100);
      if (players > 2) expect(first?.x).toBeLessThan(50);
    }
  });

  it('of two face each other', () => {
    expect(placeOf(1, 2).x).toBeCloseTo(50);
    expect(placeOf(1, 2).y).toBeCloseTo(0);
  });
});
