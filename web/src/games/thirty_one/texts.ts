// The skin's own texts, in both languages; all that is of the game itself comes from the server.

import type { Language } from '../../protocol/http';
import { settings } from '../../state/settings.svelte';
import { fill, type Values } from '../../texts/fill';

const TEXTS = {
  say_stays: { ru: '«Не меняю»', en: '“I stay”' },
  say_passes: { ru: '«Пас»', en: '“Pass”' },
  say_shows: { ru: '«Показываю!»', en: '“I show!”' },
  say_joins: { ru: '«Вхожу»', en: '“I join”' },
  say_declines: { ru: '«Без меня»', en: '“Without me”' },
  points: { ru: '{n} {n|очко|очка|очков}', en: '{n} {n|point|points}' },
  waits: { ru: 'ждёт', en: 'waits' },
  thirty_one: { ru: '31 очко!', en: '31 points!' },
  tied: { ru: 'Поровну', en: 'Tied' },
  pot_count: { ru: '{number}-й из {most}', en: 'no. {number} of {most}' },
  pot_of: { ru: 'Кон {number} из {most}', en: 'Pot {number} of {most}' },
  choose_pair: { ru: 'Ваш ход: что отдать и что взять?', en: 'Your turn: what to give and take?' },
  choose_taken: { ru: 'Теперь выберите, что взять со стола', en: 'Now choose what to take from the table' },
  choose_given: { ru: 'Теперь выберите, что отдать', en: 'Now choose what to give' },
  choose_more: { ru: 'Нужна ещё одна карта', en: 'One more card is needed' },
  say_word: { ru: 'Ваш ход: слово или конец хода', en: 'Your turn: speak or end it' },
  join_or_not: { ru: 'Войдёте в свару?', en: 'Will you join the svara?' },
  closing_of: { ru: 'Последний круг: пас, {name}', en: 'The last lap: {name} has passed' },
  drain: { ru: 'Слив!', en: 'Drain!' },
  lap_drain: { ru: 'Круг без замен: слив!', en: 'A lap without swaps: drain!' },
  wins: { ru: '{name}: выигрыш!', en: '{name} wins!' },
  svara: { ru: 'Свара!', en: 'Svara!' },
  tie: { ru: 'Ничья без комбинации', en: 'A tie without a combination' },
  svara_pot: { ru: 'свара', en: 'svara' },
  tie_pot: { ru: 'после ничьей', en: 'after a tie' },
  same_pot: { ru: 'Равны: {names}. Играют тот же кон.', en: 'Tied: {names}. They play for the same pot.' },
  more_antes: {
    ru: 'Равны: {names}. Все добавляют по ставке.',
    en: 'Tied: {names}. Everyone adds an ante.',
  },
  joining_for: { ru: 'Войти можно за {amount}', en: 'Joining costs {amount}' },
  joined: { ru: 'Входят: {names}', en: 'Joining: {names}' },
  amount: { ru: '{n} {n|фишка|фишки|фишек}', en: '{n} {n|chip|chips}' },
} as const satisfies Record<string, Record<Language, string>>;

export type OwnText = keyof typeof TEXTS;

/** A text of the skin in the language that is set. */
export function own(id: OwnText, values: Values = {}): string {
  return fill(TEXTS[id][settings.language], settings.language, values);
}
