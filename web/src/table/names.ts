// What bots are called at the table, by their seats.

import { settings } from '../state/settings.svelte';
import type { Language } from '../protocol/http';

const NAMES: Record<Language, readonly string[]> = {
  ru: ['Аня', 'Боря', 'Валя', 'Гриша', 'Даша', 'Егор', 'Женя', 'Зоя'],
  en: ['Anya', 'Borya', 'Valya', 'Grisha', 'Dasha', 'Egor', 'Zhenya', 'Zoya'],
};

/** The name of the bot of a seat. */
export function botName(seat: number, players: number): string {
  const names = NAMES[settings.language];
  return names[seat % Math.max(players, names.length)] ?? String(seat + 1);
}
