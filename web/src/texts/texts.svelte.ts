// Every text on the page, in the language that is set: a change of it is seen at once everywhere.

import { AND, type Case, JOINED, RANK_WORDS, RANKS, SUIT_WORDS, SUITS } from '../cards/words';
import type { Language, Terms } from '../protocol/http';
import type { Arg, CardCode, Said } from '../protocol/view';
import { settings } from '../state/settings.svelte';
import { type Declined, fill, type Values } from './fill';
import { isText, pattern, type TextId } from './page';

const INDICES: Record<Language, Record<string, string>> = {
  ru: { T: '10', J: 'В', Q: 'Д', K: 'К', A: 'Т' },
  en: { T: '10', J: 'J', Q: 'Q', K: 'K', A: 'A' },
};
const SIGNS: Record<string, string> = { c: '♣', s: '♠', h: '♥', d: '♦' };

/** A text of the page. */
export function t(id: TextId, values?: Values): string {
  return fill(pattern(id, settings.language), settings.language, values);
}

/** A text whose id is put together, or what stands for it. */
export function textOr(id: string, otherwise: string, values?: Values): string {
  return isText(id) ? t(id, values) : otherwise;
}

/** What of both languages is meant now. */
export function inLanguage(texts: Readonly<Record<string, string>>): string {
  return texts[settings.language] ?? texts['en'] ?? '';
}

/** The rank as it is printed on the card. */
export function rankText(card: CardCode): string {
  const language = settings.letters === 'auto' ? settings.language : settings.letters;
  const rank = card.charAt(0);
  return INDICES[language][rank] ?? rank;
}

/** The card as people write it: `Д♣`. */
export function cardSign(card: CardCode): string {
  return rankText(card) + (SIGNS[card.charAt(1)] ?? '');
}

/** The card as people say it: `дама треф`. */
export function cardWords(card: CardCode): string {
  return inWords([card], 'nominative');
}

/** Cards in the place of a text that says in which case it wants them: `даму треф и туза пик`. */
export function declined(...cards: readonly CardCode[]): Declined {
  return (inCase) => inWords(cards, inCase);
}

function inWords(cards: readonly CardCode[], inCase: Case): string {
  const { language } = settings;
  const ranks = (RANK_WORDS[language][inCase] ?? RANK_WORDS[language].nominative).split(' ');
  const suits = SUIT_WORDS[language].split(' ');
  const said = cards.map((card) =>
    fill(JOINED[language], language, {
      rank: ranks[RANKS.indexOf(card.charAt(0))] ?? card,
      suit: suits[SUITS.indexOf(card.charAt(1))] ?? '',
    }),
  );
  return [said.slice(0, -1).join(', '), ...said.slice(-1)].filter(Boolean).join(AND[language]);
}

/** The texts of a game, or of the table. */
export class TermTable {
  readonly terms: Terms;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  has(id: string): boolean {
    return id in this.terms;
  }

  /** A text with its places filled; `otherwise` where there is none. */
  text(id: string, otherwise = id, values?: Values): string {
    const folk = settings.folk ? this.terms[`${id}_folk`] : undefined;
    const texts = folk ?? this.terms[id];
    return texts === undefined ? otherwise : fill(inLanguage(texts), settings.language, values);
  }

  /** A sentence, seats by their names; cards as signs, or (`aloud`) in words. */
  said(said: Said, names: readonly string[], aloud = false): string {
    const values = Object.entries(said.args).map(([name, arg]) => [name, this.#shown(arg, names, aloud)]);
    return this.text(said.id, said.id, Object.fromEntries(values) as Values);
  }

  #shown(arg: Arg, names: readonly string[], aloud: boolean): Values[string] {
    if (typeof arg !== 'object') return arg;
    if ('card' in arg) return aloud ? declined(arg.card) : cardSign(arg.card);
    if ('cards' in arg) return aloud ? declined(...arg.cards) : arg.cards.map(cardSign).join(' ');
    if ('seat' in arg) return names[arg.seat] ?? '';
    return this.text(arg.term);
  }
}

/** The text as it stands within a sentence; what is all capitals stays so. */
export function small(text: string): string {
  const [first = '', second = ''] = text;
  return second === second.toLowerCase() ? first.toLowerCase() + text.slice(1) : text;
}

/** The text with a stop at its end; what ends in a sign of its own has it already. */
export function stopped(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The text with a capital letter at its head. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
