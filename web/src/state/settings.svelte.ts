// What a person has set on this device, kept by the browser.

import { MediaQuery } from 'svelte/reactivity';

import type { Language } from '../protocol/http';

export interface Preferences {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  contrast: boolean;
  fourColours: boolean;
  largeIndices: boolean;
  letters: 'auto' | Language;
  motion: 'auto' | 'fast' | 'still';
  sounds: boolean;
  folk: boolean;
  /** Tell of one's turn by the system's notices. */
  notify: boolean;
  /** The hut of Shalashik as a drawing, not in three dimensions. */
  stillHut: boolean;
}

const KEY = 'kozyr';
const CHOICES: { [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  language: ['ru', 'en'],
  theme: ['auto', 'light', 'dark'],
  contrast: [false, true],
  fourColours: [false, true],
  largeIndices: [false, true],
  letters: ['auto', 'ru', 'en'],
  motion: ['auto', 'fast', 'still'],
  sounds: [false, true],
  folk: [false, true],
  notify: [false, true],
  stillHut: [false, true],
};

export const settings: Preferences = $state(kept());

/** What was kept and is still a choice; of all else the first choice, of the language the browser's. */
function kept(): Preferences {
  const found = stored();
  const first = Object.entries(CHOICES).map(([name, choices]): [string, unknown] => {
    const usual = name === 'language' ? browserLanguage() : choices[0];
    return [name, (choices as readonly unknown[]).includes(found[name]) ? found[name] : usual];
  });
  return Object.fromEntries(first) as unknown as Preferences;
}

function stored(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

/** Keeps every change, and shows it on the root of the page, where the style sheets look. */
export function followSettings(): void {
  const dark = new MediaQuery('(prefers-color-scheme: dark)');
  $effect(() => {
    const { language, theme, contrast, fourColours, motion } = settings;
    const root = document.documentElement;
    root.lang = language;
    root.dataset['theme'] = theme === 'auto' ? (dark.current ? 'dark' : 'light') : theme;
    root.dataset['contrast'] = contrast ? 'high' : 'normal';
    root.dataset['pack'] = fourColours ? 'four' : 'two';
    root.dataset['motion'] = motion;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
}

/** Whether cards should lie still. */
export function isStill(): boolean {
  return settings.motion === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
