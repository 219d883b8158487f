// The skin's own texts, in both languages; all that is of the game itself comes from the server.

import type { Language } from '../../protocol/http';
import { settings } from '../../state/settings.svelte';
import { fill, type Values } from '../../texts/fill';

const TEXTS = {
  hut: { ru: 'Шалашик на куче карт', en: 'The hut on its heap of cards' },
  drag_hint: { ru: 'Потяните карту за край', en: 'Drag a card by its edge' },
  choose_hint: { ru: 'Выберите карту', en: 'Choose a card' },
  card: { ru: 'Карта {number}', en: 'Card {number}' },
  card_risk: { ru: 'Карта {number}: {risk}', en: 'Card {number}: {risk}' },
  not_free: {
    ru: 'Карту {number} взять нельзя: она закрыта',
    en: 'Card {number} cannot be taken: it is covered',
  },
  of_hut: { ru: 'Это стенка шалашика: её не трогают', en: 'That is a wall of the hut: hands off' },
  list_title: { ru: 'Какие карты можно тянуть', en: 'Cards that may be pulled' },
  list_short: { ru: 'Список', en: 'List' },
  earlier: { ru: 'Надёжнее', en: 'Safer' },
  later: { ru: 'Опаснее', en: 'Riskier' },
  pull: { ru: 'Тянуть', en: 'Pull' },
  pull_for_me: { ru: 'За меня', en: 'For me' },
  you_pull: { ru: 'Вы тянете карту {number}', en: 'You are pulling card {number}' },
  pulls_now: { ru: '{name} тянет карту {number}', en: '{name} is pulling card {number}' },
  stuck: {
    ru: 'Карта {number} ещё не вышла: тяните дальше или возьмите другую',
    en: 'Card {number} is not out yet: pull on, or take another',
  },
  broken: {
    ru: 'Рывок слишком резкий, всё осталось как было: тяните снова',
    en: 'Too hard a jerk, all lies as before: pull again',
  },
  fallen: { ru: 'Шалашик упал!', en: 'The hut has fallen!' },
  time_left: { ru: 'Осталось тянуть', en: 'Time left to pull' },
  look_again: { ru: 'Вернуть вид', en: 'Reset the view' },
  as_drawing: { ru: 'Рисунок', en: 'Drawing' },
  as_space: { ru: 'Объём', en: '3D' },
  heap_left: { ru: 'В куче {n} {n|карта|карты|карт}', en: '{n} {n|card|cards} in the heap' },
  to_beat: { ru: 'Бить', en: 'To beat' },
  pile_empty: { ru: 'Стопка пуста', en: 'The pile is empty' },
  place: { ru: 'Место', en: 'Place' },
  player: { ru: 'Игрок', en: 'Player' },
  left: { ru: 'Осталось', en: 'Left' },
  score: { ru: 'Счёт', en: 'Score' },
} as const satisfies Record<string, Record<Language, string>>;

export type TextId = keyof typeof TEXTS;

/** A text of the skin. */
export function th(id: TextId, values?: Values): string {
  return fill(TEXTS[id][settings.language], settings.language, values);
}
