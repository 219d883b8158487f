// What of a swap is still to be chosen.

import type { CardCode } from '../../protocol/view';
import type { Choices } from '../../table/choice';
import type { OwnText } from './texts';

/** The text that asks for the next card, or where nothing can be swapped for a word. */
export function nextChoice(
  choices: Pick<Choices, 'several'>,
  hand: readonly CardCode[],
  picked: readonly CardCode[],
): OwnText {
  if (choices.several.length === 0) return 'say_word';
  const given = picked.filter((card) => hand.includes(card)).length;
  const taken = picked.length - given;
  if (picked.length === 0) return 'choose_pair';
  if (taken === 0) return 'choose_taken';
  return given === 0 ? 'choose_given' : 'choose_more';
}
