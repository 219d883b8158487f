// A finding in words.

import { textOr, t, type TermTable } from '../texts/texts.svelte';
import { cardSign } from '../texts/texts.svelte';
import type { Finding } from './findings';

const CARD = /^[6789TJQKA][cshd]$/;

/** What a finding says; steps of chance by the names that the game has for them. */
export function findingText(finding: Finding, terms: TermTable): string {
  const values = Object.fromEntries(
    Object.entries(finding.values).map(([name, value]) => [
      name,
      typeof value === 'string' && CARD.test(value) ? cardSign(value) : value,
    ]),
  );
  const term = String(finding.values['term'] ?? '');
  const nth = Number(finding.values['nth'] ?? 1);
  const step = textOr(term, terms.text(term)) + (nth > 1 ? ` ${String(nth)}` : '');
  return t(finding.text, { ...values, step });
}
