// Where cards of a hand lie: side by side, overlapping, and in rows where a finger could not tell them apart.

import { RATIO } from '../cards/shape';

const TOUCH = 44;
const GAP = 6;
/** A picked card is lifted so far. */
const LIFT = 14;

export interface Fan {
  readonly places: readonly { x: number; y: number }[];
  readonly step: number;
  readonly down: number;
  readonly height: number;
}

/** The places of cards `size` wide in a `room` so wide, in px. */
export function rowsOf(cards: readonly unknown[], room: number, size: number): Fan {
  const count = cards.length;
  const most = Math.max(1, Math.floor((room - size) / TOUCH) + 1);
  const rows = Math.max(1, Math.ceil(count / most));
  const inRow = Math.ceil(count / rows);
  const step = inRow > 1 ? Math.min(size + GAP, (room - size) / (inRow - 1)) : 0;
  const down = Math.max(TOUCH, size * RATIO * 0.55);
  const places = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / inRow);
    const here = Math.min(inRow, count - row * inRow);
    const start = (room - step * (here - 1) - size) / 2;
    return { x: start + step * (index - row * inRow), y: LIFT + row * down };
  });
  return { places, step, down, height: LIFT + (rows - 1) * down + size * RATIO + 2 };
}
