// How two sixes keep a score of 0 to 6 pairs (K-5): the lower one lies face up, the upper one slides and turns on it.

export const MOST_PAIRS = 6;
/** Signs of a six stand in three rows of two. */
const ROWS = 3;
const IN_ROW = 2;

/** How the upper six lies on the lower one. */
export interface BoardPlace {
  /** By how many rows it is slid. */
  readonly rows: number;
  /** Whether its face is up. */
  readonly isOpen: boolean;
}

/** How the sixes lie at a score; what is no score is shown as the nearest one. */
export function placeOf(pairs: number): BoardPlace {
  const score = Math.max(0, Math.min(MOST_PAIRS, Math.round(pairs)));
  return score < ROWS ? { rows: score, isOpen: false } : { rows: score - ROWS, isOpen: true };
}

/** How many signs are seen: those of the lower six that are uncovered, and all of the upper one if it is open. */
export function eyesOf({ rows, isOpen }: BoardPlace): number {
  return rows * IN_ROW + (isOpen ? ROWS * IN_ROW : 0);
}
