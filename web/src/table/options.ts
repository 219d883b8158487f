// The options of a game in words.

import type { OptionSpec, OptionValue } from '../protocol/http';
import type { TableParts } from '../protocol/view';
import type { Game } from '../state/catalogue.svelte';
import { capital, t, textOr } from '../texts/texts.svelte';

/** How an option is called. */
export function optionTitle(game: Game, spec: OptionSpec): string {
  return capital(game.terms.text(`option_${spec.name}`, spec.name));
}

/** How a value of it is called. */
export function optionText(game: Game, spec: OptionSpec, value: OptionValue): string {
  if (value === null) return t('option_none');
  return game.terms.text(`option_${spec.name}_${String(value)}`, String(value));
}

/** The options that are not as usual. */
export function changedOptions(game: Game, options: Readonly<Record<string, OptionValue>>) {
  return game.offer.options
    .filter((spec) => options[spec.name] !== undefined && options[spec.name] !== spec.default)
    .map((spec) => ({
      title: optionTitle(game, spec),
      value: optionText(game, spec, options[spec.name] ?? null),
    }));
}

/** Which rules a table or a record has, as a sentence. */
export function rulesText(game: Game, options: Readonly<Record<string, OptionValue>>): string {
  const changed = changedOptions(game, options).map(({ title, value }) => `${title}: ${value}`);
  return `${t('rules_of_table')}: ${changed.join('; ') || t('rules_default')}.`;
}

/** Whether the table lets the best move be shown, in words. */
export function hintsText({ settings }: Pick<TableParts, 'settings'>): string {
  return textOr(`hints_${settings.hints}`, settings.hints);
}
