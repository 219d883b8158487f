// Where seats stand around the felt.

const WIDENING = 0.7;
/** Seats beside the reader stand no lower than so, for his own cards are there. */
const LOWEST = 92;

/** The place of the seat so many to the reader's left, in percent of the room; the reader's own is at the bottom. */
export function placeOf(offset: number, players: number): { x: number; y: number } {
  const angle = Math.PI / 2 + (offset * 2 * Math.PI) / players;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const out = Math.max(Math.abs(x), Math.abs(y)) ** WIDENING;
  return { x: 50 + (x / out) * 50, y: Math.min(LOWEST, 50 + (y / out) * 50) };
}
