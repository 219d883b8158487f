// Where the signs of the suit stand on a card of 60 by 84: x and y of their middles, the lower half upside down.

const LEFT = 21;
const MIDDLE = 30;
const RIGHT = 39;

type Pip = readonly [x: number, y: number];

const PIPS: Record<string, readonly Pip[]> = {
  '6': [...sides(21, 42, 63)],
  '7': [...sides(21, 42, 63), [MIDDLE, 31.5]],
  '8': [...sides(21, 42, 63), [MIDDLE, 31.5], [MIDDLE, 52.5]],
  '9': [...sides(18, 34, 50, 66), [MIDDLE, 42]],
  T: [...sides(18, 34, 50, 66), [MIDDLE, 26], [MIDDLE, 58]],
};

function sides(...rows: number[]): Pip[] {
  return rows.flatMap((y): Pip[] => [
    [LEFT, y],
    [RIGHT, y],
  ]);
}

/** The pips of a rank; none of a court card or an ace. */
export function pipsOf(rank: string): readonly Pip[] {
  return PIPS[rank] ?? [];
}
