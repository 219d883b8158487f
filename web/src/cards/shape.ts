/** How high a card is, in its width. */
export const RATIO = 84 / 60;
