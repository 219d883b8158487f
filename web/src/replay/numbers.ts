// Numbers of an analysis in the reader's language.

import { settings } from '../state/settings.svelte';

function written(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(settings.language, options).format(value);
}

export const decimal = (value: number): string => written(value, { maximumFractionDigits: 2 });
export const share = (value: number): string => written(value, { style: 'percent' });
export const signed = (value: number): string =>
  written(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
