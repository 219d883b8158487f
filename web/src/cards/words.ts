// Made by `python -m bench.web_words` from the words that cards are said in; do not edit.

import type { Language } from '../protocol/http';

export const CASES = ['nominative', 'genitive', 'accusative', 'instrumental'] as const;
export type Case = (typeof CASES)[number];

/** Ranks and suits as they are written; their words stand in the same order. */
export const RANKS = '6789TJQKA';
export const SUITS = 'cshd';

/** The ranks in the cases that the language has. */
export const RANK_WORDS: Record<Language, { nominative: string } & Partial<Record<Case, string>>> = {
  ru: {
    nominative: 'шестёрка семёрка восьмёрка девятка десятка валет дама король туз',
    genitive: 'шестёрки семёрки восьмёрки девятки десятки валета дамы короля туза',
    accusative: 'шестёрку семёрку восьмёрку девятку десятку валета даму короля туза',
    instrumental: 'шестёркой семёркой восьмёркой девяткой десяткой валетом дамой королём тузом',
  },
  en: {
    nominative: 'six seven eight nine ten jack queen king ace',
  },
};
export const SUIT_WORDS: Record<Language, string> = {
  ru: 'треф пик червей бубён',
  en: 'clubs spades hearts diamonds',
};

/** A rank and its suit. */
export const JOINED: Record<Language, string> = { ru: '{rank} {suit}', en: '{rank} of {suit}' };

/** What stands before the last card of several. */
export const AND: Record<Language, string> = { ru: ' и ', en: ' and ' };
