// A hand as players hold it: trumps by strength, then plain suits, so that colours alternate where they can.

import type { CardCode } from '../../protocol/view';

const RED = 'hd';

function isRed(card: CardCode): boolean {
  return RED.includes(card.charAt(1));
}

/** The cards in the order of the game, the plain suits one after another in alternating colours. */
export function sortHand(cards: readonly CardCode[], trumps: ReadonlySet<CardCode>): readonly CardCode[] {
  const strong = cards.filter((card) => trumps.has(card));
  const suits = new Map<string, CardCode[]>();
  for (const card of cards.filter((each) => !trumps.has(each))) {
    suits.set(card.charAt(1), [...(suits.get(card.charAt(1)) ?? []), card]);
  }
  const last = strong.at(-1);
  return [...strong, ...alternating([...suits.values()], last === undefined ? null : isRed(last)).flat()];
}

/** The suits so that neighbours differ in colour as often as they can; `before` is the colour that lies to the left. */
function alternating(suits: CardCode[][], before: boolean | null): CardCode[][] {
  const red = suits.filter(([card]) => card !== undefined && isRed(card));
  const black = suits.filter(([card]) => card !== undefined && !isRed(card));
  const begins = red.length === black.length ? before === false : red.length > black.length;
  const [first, second] = begins ? [red, black] : [black, red];
  return first
    .flatMap((suit, index) => [suit, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length));
}
