// What may be chosen: the legal moves sorted by how they are made. Nothing here knows a rule of any game.

import type { CardCode, LegalMove, ViewParts } from '../protocol/view';
import { zonesOf } from './pacing';

/** The legal moves of a view by how a person makes them. */
export interface Choices {
  /** The cards that can be pointed at in the hand, and those before the person alone. */
  readonly hand: readonly CardCode[];
  /** The cards in the middle that a move touches. */
  readonly middle: readonly CardCode[];
  /** Moves made by pointing at one card. */
  readonly single: ReadonlyMap<CardCode, LegalMove>;
  /** Moves made by picking several. */
  readonly several: readonly LegalMove[];
  /** Moves made by a number, by that number. */
  readonly numbered: ReadonlyMap<number, LegalMove>;
  /** All others: they are said. */
  readonly spoken: readonly LegalMove[];
}

const NOTHING: ViewParts['legal'] = [];

/** The choices of a view. */
export function choicesOf(view: ViewParts | null): Choices {
  const legal = view?.legal ?? NOTHING;
  const hand = view === null ? [] : ownCards(view);
  const touched = new Set(legal.flatMap((move) => move.cards ?? []));
  const middle = zonesOf(view, 'row')
    .filter(({ seat }) => seat === null)
    .flatMap(({ zone }) => zone.cards.filter((card): card is CardCode => card !== null && touched.has(card)));
  const known = new Set([...hand, ...middle]);
  const single = unambiguous(legal.filter((move) => isOf(move, known, 1)));
  const several = unambiguous(legal.filter((move) => isOf(move, known, 2)));
  const numbered = new Map(legal.flatMap((move) => (move.number === undefined ? [] : [[move.number, move]])));
  const pointed = new Set([...single.values(), ...several.values()]);
  return {
    hand,
    middle,
    single: new Map([...single.values()].map((move) => [move.cards?.[0] ?? '', move])),
    several: [...several.values()],
    numbered,
    spoken: legal.filter((move) => move.number === undefined && !pointed.has(move)),
  };
}

function ownCards(view: ViewParts): CardCode[] {
  const { seat } = view.at;
  if (seat === null) return [];
  const mine = [...zonesOf(view, 'hand'), ...zonesOf(view, 'row')].filter((zone) => zone.seat === seat);
  return mine.flatMap(({ zone }) => zone.cards.filter((card): card is CardCode => card !== null));
}

/** Whether a move is made by pointing at one (`count` 1) or more (2) of the cards that are known. */
function isOf(move: LegalMove, known: ReadonlySet<CardCode>, count: 1 | 2): boolean {
  const cards = move.cards ?? [];
  const fits = count === 1 ? cards.length === 1 : cards.length > 1;
  return fits && move.number === undefined && cards.every((card) => known.has(card));
}

/** The moves by their cards; none where the same cards make two of them. */
function unambiguous(moves: readonly LegalMove[]): ReadonlyMap<string, LegalMove> {
  const found = new Map<string, LegalMove>();
  const twice = new Set<string>();
  for (const move of moves) {
    const key = keyOf(move.cards ?? []);
    if (found.has(key)) twice.add(key);
    found.set(key, move);
  }
  for (const key of twice) found.delete(key);
  return found;
}

function keyOf(cards: readonly CardCode[]): string {
  return [...cards].sort().join(' ');
}

/** The move that just these cards make. */
export function moveOf(choices: Choices, picked: readonly CardCode[]): LegalMove | null {
  if (picked.length === 1) return choices.single.get(picked[0] ?? '') ?? null;
  const key = keyOf(picked);
  return choices.several.find((move) => keyOf(move.cards ?? []) === key) ?? null;
}

/** The cards that may be played at once, or picked beside those that are. */
export function eligible(choices: Choices, picked: readonly CardCode[]): ReadonlySet<CardCode> {
  const wider = choices.several.filter((move) => picked.every((card) => move.cards?.includes(card)));
  return new Set([...choices.single.keys(), ...wider.flatMap((move) => move.cards ?? [])]);
}

/** The picked cards after a tap on another: it stays with as many as it goes with; null where no move has it. */
export function tapped(
  choices: Choices,
  picked: readonly CardCode[],
  card: CardCode,
): readonly CardCode[] | null {
  if (picked.includes(card)) return picked.filter((each) => each !== card);
  const goes = (cards: readonly CardCode[]): boolean =>
    choices.several.some((move) => cards.every((each) => move.cards?.includes(each)));
  const [best] = parts(picked)
    .map((part) => [...part, card])
    .filter((cards) => cards.length > 1 && goes(cards))
    .sort(
      (one, other) =>
        other.length - one.length ||
        Number(moveOf(choices, other) !== null) - Number(moveOf(choices, one) !== null),
    );
  return best ?? (eligible(choices, []).has(card) ? [card] : null);
}

/** Every choice of some of the cards, in their order. */
function parts(cards: readonly CardCode[]): CardCode[][] {
  return cards.reduce<CardCode[][]>((all, card) => [...all, ...all.map((part) => [...part, card])], [[]]);
}

/**
 * The notation of the move that a card would make if it were legal, after a legal one of another card: the server
 * is asked by it why the card may not be played.
 */
export function likeMove(choices: Choices, card: CardCode): string | null {
  for (const [other, move] of choices.single) {
    if (move.move.includes(other)) return move.move.replace(other, card);
  }
  return null;
}
