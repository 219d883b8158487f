// What moves were worth, in numbers of the reader's language.

import { settings } from '../state/settings.svelte';

function written(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(settings.language, options).format(value);
}

/** How numbers that are compared are written: all with as many figures after the point as most of them need. */
export function figuresOf(values: readonly number[]): (value: number) => string {
  const sizes = values.map(Math.abs).sort((one, other) => one - other);
  const [usual, most] = [sizes[Math.floor(sizes.length / 2)] ?? 0, sizes.at(-1) ?? 0];
  const areWhole = values.every((value) => Number.isInteger(value));
  const digits = areWhole || usual >= 100 ? 0 : usual >= 10 ? 1 : most > 1 ? 2 : 3;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (value) => written(Number(value.toFixed(digits)) === 0 ? 0 : value, options);
}

export const decimal = (value: number): string => figuresOf([value])(value);
export const share = (value: number): string => written(value, { style: 'percent' });
export const signed = (value: number): string =>
  written(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
