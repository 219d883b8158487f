// What moves were worth, in numbers of the reader's language.

import { settings } from '../state/settings.svelte';

function written(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(settings.language, options).format(value);
}

/** How numbers that are compared are written: all with as many figures after the point as the greatest of them needs. */
export function figuresOf(values: readonly number[]): (value: number) => string {
  const areWhole = values.every((value) => Number.isInteger(value));
  const most = Math.max(...values.map(Math.abs), 0);
  const digits = areWhole || most >= 100 ? 0 : most >= 10 ? 1 : most > 1 ? 2 : 3;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (value) => written(Number(value.toFixed(digits)) === 0 ? 0 : value, options);
}

export const decimal = (value: number): string => figuresOf([value])(value);
export const share = (value: number): string => written(value, { style: 'percent' });
export const signed = (value: number): string =>
  written(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
