// Every text on the page, in the language that is set: a change of it is seen at once everywhere.

import type { Language, Terms } from '../protocol/http';
import type { Arg, CardCode, Said } from '../protocol/view';
import { settings } from '../state/settings.svelte';
import { fill, type Values } from './fill';
import { isText, pattern, type TextId } from './page';

const RANKS: Record<Language, Record<string, string>> = {
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
  return RANKS[language][rank] ?? rank;
}

/** The card as people write it: `Д♣`. */
export function cardSign(card: CardCode): string {
  return rankText(card) + (SIGNS[card.charAt(1)] ?? '');
}

/** The card as people say it: `дама треф`. */
export function cardWords(card: CardCode): string {
  const rank = textOr(`rank_${card.charAt(0)}`, card);
  return t('card_words', { rank, suit: textOr(`suit_${card.charAt(1)}`, '') });
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
    const show = aloud ? cardWords : cardSign;
    const values = Object.entries(said.args).map(([name, arg]) => [name, this.#shown(arg, names, show)]);
    return this.text(said.id, said.id, Object.fromEntries(values) as Values);
  }

  #shown(arg: Arg, names: readonly string[], show: (card: CardCode) => string): string | number {
    if (typeof arg !== 'object') return arg;
    if ('card' in arg) return show(arg.card);
    if ('cards' in arg) return arg.cards.map(show).join(show === cardWords ? ', ' : ' ');
    if ('seat' in arg) return names[arg.seat] ?? '';
    return this.text(arg.term);
  }
}

/** The text with a capital letter at its head. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
