// How people sit around a table: the reader below, his left neighbour at the left, and so on clockwise.

/** A direction from the middle: x to the right, y down, both from -1 to 1. */
export interface Direction {
  readonly x: number;
  readonly y: number;
}

/** Where who sits `offset` seats to the reader's left is to be looked for. */
export function directionOf(offset: number, players: number): Direction {
  const angle = Math.PI / 2 + (offset * 2 * Math.PI) / Math.max(1, players);
  return { x: exact(Math.cos(angle)), y: exact(Math.sin(angle)) };
}

/** The same at the edge of a rectangle, in per cent of its width and height. */
export function edgeOf(offset: number, players: number): Direction {
  const { x, y } = directionOf(offset, players);
  const reach = Math.max(Math.abs(x), Math.abs(y)) || 1;
  return { x: 50 + (x / reach) * 50, y: 50 + (y / reach) * 50 };
}

function exact(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}
