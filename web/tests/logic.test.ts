import { describe, expect, it, vi } from 'vitest';

import { delayBefore } from '../src/protocol/backoff';
import { DeltaError, updated } from '../src/protocol/deltas';
import type { Snapshot } from '../src/protocol/snapshot';
import type { StoryLine } from '../src/protocol/types';
import type { Said, ViewParts } from '../src/protocol/view';
import { routeOf, router } from '../src/router.svelte';
import { choicesOf, eligible, likeMove, moveOf, tapped } from '../src/table/choice';
import { rowsOf } from '../src/table/fan';
import { endsDeal, newLines } from '../src/table/pacing';
import { isFree } from '../src/ui/keys';
import { fill } from '../src/texts/fill';
import { parse } from '../src/texts/markdown';
import { pattern, TEXT_IDS } from '../src/texts/page';
import { cardSign, declined, small, TermTable } from '../src/texts/texts.svelte';
import { settings } from '../src/state/settings.svelte';

const SAID: Said = { id: 'x', args: {} };

function view(legal: ViewParts['legal']): ViewParts {
  const at = {
    game: 'g',
    players: 2,
    seat: 0,
    phase: 'p',
    to_move: 0,
    dealer: 1,
    deal: 1,
    told: 1,
    over: false,
    teams: [],
  };
  const zones: ViewParts['zones'] = {
    'hand:0': { kind: 'hand', cards: ['6c', '7h'] },
    'hand:1': { kind: 'hand', cards: [null, null] },
    open: { kind: 'row', cards: ['Qd', 'Ks'] },
  };
  return { at, zones, counters: {}, legal };
}

describe('deltas', () => {
  it('set parts one by one and remove them by their path', () => {
    const old = { zones: { a: 1, b: 2 }, list: [1], gone: 0 };
    const now = updated(old, { set: { zones: { c: 3 }, list: [2] }, gone: ['zones/a', 'gone'] });
    expect(now).toEqual({ zones: { b: 2, c: 3 }, list: [2] });
    expect(old).toEqual({ zones: { a: 1, b: 2 }, list: [1], gone: 0 });
  });

  it('of another state are refused', () => {
    expect(() => updated({}, { gone: ['a'] })).toThrow(DeltaError);
    expect(() => updated({}, { gone: ['a/b'] })).toThrow(DeltaError);
  });
});

describe('choices', () => {
  const swap = { move: 'swap 6c Qd', label: SAID, cards: ['6c', 'Qd'] };
  const play = { move: 'play 7h', label: SAID, cards: ['7h'] };
  const pass = { move: 'pass', label: SAID };
  const choices = choicesOf(view([swap, play, pass, { move: 'cut 3', label: SAID, number: 3 }]));

  it('sort moves by how they are made', () => {
    expect([...choices.single.keys()]).toEqual(['7h']);
    expect(choices.several).toEqual([swap]);
    expect(choices.spoken).toEqual([pass]);
    expect([...choices.numbered.keys()]).toEqual([3]);
    expect(choices.middle).toEqual(['Qd']);
  });

  it('tell what goes with what is picked', () => {
    expect(eligible(choices, [])).toEqual(new Set(['7h', '6c', 'Qd']));
    expect(tapped(choices, [], '6c')).toEqual(['6c']);
    expect(tapped(choices, ['6c'], 'Qd')).toEqual(['6c', 'Qd']);
    expect(tapped(choices, ['6c'], '6c')).toEqual([]);
    expect(tapped(choices, [], 'Ks')).toBeNull();
    expect(moveOf(choices, ['Qd', '6c'])).toBe(swap);
  });

  it('ask of a card that may not be played after the pattern of one that may', () => {
    expect(likeMove(choices, 'Ks')).toBe('play Ks');
  });

  it('take no card whose moves are two', () => {
    const two = choicesOf(view([play, { ...play, move: 'give 7h' }]));
    expect(two.single.size).toBe(0);
    expect(two.spoken).toHaveLength(2);
  });
});

describe('texts', () => {
  it('choose the plural of each language', () => {
    const cards = '{n} {n|карта|карты|карт}';
    expect([1, 2, 5, 11, 21, 104].map((n) => fill(cards, 'ru', { n }))).toEqual([
      '1 карта',
      '2 карты',
      '5 карт',
      '11 карт',
      '21 карта',
      '104 карты',
    ]);
    expect(fill('{n} {n|card|cards}', 'en', { n: 1 })).toBe('1 card');
    expect(fill('{n} {n|card|cards}', 'en', { n: 0 })).toBe('0 cards');
  });

  it('have cards said in the case that they ask for', () => {
    const text = 'отдаёт {given:accusative}, на столе {cards}; {given:genitive} больше нет';
    const values = { given: declined('Qc'), cards: declined('As', '8h', 'Td') };
    settings.language = 'ru';
    expect(fill(text, 'ru', values)).toBe(
      'отдаёт даму треф, на столе туз пик, восьмёрка червей и десятка бубён; дамы треф больше нет',
    );
    expect(fill('{given:instrumental}', 'ru', { given: cardSign('Qc') })).toBe('Д♣');
    settings.language = 'en';
    expect(fill('gives {given:accusative}, has {cards}', 'en', values)).toBe(
      'gives queen of clubs, has ace of spades, eight of hearts and ten of diamonds',
    );
  });

  it('of a game are read aloud with cards in words, and shown with their signs', () => {
    settings.language = 'ru';
    const swaps = { ru: '{seat}: отдаёт {given:accusative}, берёт {taken:accusative}', en: '' };
    const said: Said = {
      id: 'swaps',
      args: { seat: { seat: 0 }, given: { cards: ['8c'] }, taken: { cards: ['As', 'Js'] } },
    };
    const terms = new TermTable({ swaps });
    expect(terms.said(said, ['Аня'], true)).toBe('Аня: отдаёт восьмёрку треф, берёт туза пик и валета пик');
    expect(terms.said(said, ['Аня'])).toBe('Аня: отдаёт 8♣, берёт Т♠ В♠');
  });

  it('begin small within a sentence, but for what is all capitals', () => {
    expect(['Отдать 8♣', 'Pass', 'OK', 'A', ''].map(small)).toEqual(['отдать 8♣', 'pass', 'OK', 'a', '']);
  });

  it('have the same places in both languages', () => {
    const places = (text: string) => new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]));
    for (const id of TEXT_IDS) expect(places(pattern(id, 'ru')), id).toEqual(places(pattern(id, 'en')));
  });

  it('of rules are read as blocks', () => {
    expect(
      parse('# A *b*\n\n- one\n  more\n- two\n\n| x | y |\n|---|---|\n| 1 | 2 |').map((each) => each.kind),
    ).toEqual(['heading', 'list', 'table']);
  });
});

describe('the table', () => {
  it('tells what is new, and nothing that was taken back', () => {
    const line = (place: number, id: string, deal = 1, match = 1): StoryLine => [
      match,
      deal,
      place,
      { id, args: {} },
    ];
    const [a, b, c] = [line(0, 'a'), line(1, 'b'), line(1, 'c')];
    expect(newLines([a], [a, b])).toEqual([b]);
    expect(newLines([a, b], [a])).toEqual([]);
    expect(newLines([a, b], [a, c])).toEqual([c]);
    expect(newLines([a, b], [line(0, 'd', 2)])).toEqual([line(0, 'd', 2)]);
    expect(newLines([a], [line(0, 'a', 2)])).toEqual([line(0, 'a', 2)]);
    expect(newLines([a], [line(0, 'a', 1, 2)])).toEqual([line(0, 'a', 1, 2)]);
  });

  it.each([
    ['ends with its last move', {}, true],
    ['does not end where the table stops the match', null, false],
  ])('says that a deal %s', (_, result, ends) => {
    const at = (phase: string) =>
      ({
        view: view([]),
        table: { phase, matches: [{ number: 1, result, winners: [], names: [] }] },
      }) as unknown;
    expect(endsDeal(at('playing') as Snapshot, at('over') as Snapshot)).toBe(ends);
  });

  it.each([3, 9, 14, 20])('leaves %i cards of a hand wide enough for a finger on a small phone', (count) => {
    const cards = Array.from({ length: count });
    const { places } = rowsOf(cards, 344, 58);
    const steps = places.slice(1).map((place, index) => {
      const before = places[index];
      return before?.y === place.y ? place.x - before.x : 44;
    });
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(44);
    expect(Math.max(...places.map(({ x }) => x + 58))).toBeLessThanOrEqual(344.5);
  });
});

it('waits longer before each attempt, within bounds', () => {
  expect(delayBefore(0, 1)).toBe(300);
  expect(delayBefore(3, 0)).toBeGreaterThan(delayBefore(1, 0));
  expect(delayBefore(1000, 1)).toBe(15_000);
});

it('knows the pages by their addresses', () => {
  expect(routeOf('/t/q8dP2nS0')).toEqual({ page: 'table', id: 'q8dP2nS0' });
  expect(routeOf('/new/kozel')).toEqual({ page: 'new', game: 'kozel' });
  expect(routeOf('/t/')).toEqual({ page: 'none' });
});

describe('keys of the whole page', () => {
  const key = (on: Element, more: KeyboardEventInit = {}): boolean => {
    let isIt = false;
    const listen = (event: Event): void => {
      isIt = isFree(event as KeyboardEvent);
    };
    addEventListener('keydown', listen, { once: true });
    on.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...more }));
    return isIt;
  };

  it('are free but where something is typed, held down with others, or a dialog is open', () => {
    document.body.innerHTML = '<p></p><input /><dialog></dialog>';
    const [text, field, dialog] = document.querySelectorAll('p, input, dialog');
    if (!text || !field || !dialog) throw new Error('the page is not as it was written');
    expect([key(text), key(field), key(text, { ctrlKey: true })]).toEqual([true, false, false]);
    dialog.setAttribute('open', '');
    expect(key(text)).toBe(false);
  });
});

describe('the way back', () => {
  it('is one step where one has come from a page of ours, else to another page', () => {
    vi.stubGlobal('scrollTo', () => undefined);
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
    router.back('/');
    expect([back.mock.calls.length, location.pathname]).toEqual([0, '/']);
    router.go('/learn/kozel');
    router.back('/');
    expect([back.mock.calls.length, location.pathname]).toEqual([1, '/learn/kozel']);
    back.mockRestore();
    vi.unstubAllGlobals();
  });
});

describe('a change that changes nothing', () => {
  it('leaves the very same state, and what it leaves alone is the same object', () => {
    const old = { at: { deal: 1 }, zones: { trick: ['Qc'] } };
    expect(updated(old, {})).toBe(old);
    expect(updated(old, { set: { at: { deal: 2 } } }).zones).toBe(old.zones);
  });
});
