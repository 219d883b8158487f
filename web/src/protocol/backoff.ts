const FIRST_MS = 300;
const FACTOR = 1.8;
const MOST_MS = 15_000;

/** How long to wait before an attempt, counted from 0: longer each time; `chance` (0..1) chooses in the upper half. */
export function delayBefore(attempt: number, chance: number): number {
  const longest = Math.min(MOST_MS, FIRST_MS * FACTOR ** Math.min(attempt, 60));
  return (longest * (1 + chance)) / 2;
}
