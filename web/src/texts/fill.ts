// A text with its places filled, as in the server's term tables: `{name}`, plural forms `{n|карта|карты|карт}`, and cards
// in words in the case that the text asks for, `{card:accusative}`.

import { type Case, CASES } from '../cards/words';
import type { Language } from '../protocol/http';

const PLACE = /\{(\w+)(?::(\w+)|((?:\|[^{}|]*)+))?\}/g;
const FORMS: Record<Language, readonly Intl.LDMLPluralRule[]> = {
  ru: ['one', 'few', 'many'],
  en: ['one', 'other'],
};
const RULES: Record<Language, Intl.PluralRules> = {
  ru: new Intl.PluralRules('ru'),
  en: new Intl.PluralRules('en'),
};

/** What has another form in every case. */
export type Declined = (inCase: Case) => string;
export type Values = Readonly<Record<string, string | number | Declined>>;

/** The pattern with its places filled; a place without a value stays as it is written. */
export function fill(pattern: string, language: Language, values: Values = {}): string {
  return pattern.replace(PLACE, (whole, name: string, inCase = 'nominative', forms = '') => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'function') return value(CASES.find((each) => each === inCase) ?? 'nominative');
    if (!forms) return String(value);
    const options = forms.slice(1).split('|');
    const index = FORMS[language].indexOf(RULES[language].select(Math.abs(Number(value))));
    return options[Math.min(index < 0 ? options.length - 1 : index, options.length - 1)] ?? '';
  });
}
