// What came of a match, as its record tells it: the numbers of its result, one a seat or one a team.

import type { RecordSummary } from '../protocol/records';

/** The numbers that were counted; none where the match was stopped. */
export function scoresOf(result: Record<string, unknown> | null): readonly number[] {
  const lists = Object.values(result ?? {}).filter((value): value is number[] => Array.isArray(value));
  return lists.find((list) => list.every((each) => typeof each === 'number')) ?? [];
}

/** The seat of a person in a record, as far as his name tells it. */
export function seatOf(seats: RecordSummary['seats'], name: string | undefined): number | null {
  const people = seats.flatMap((seat, index) => (seat.bot === null ? [index] : []));
  const [only] = people;
  if (only !== undefined && people.length === 1) return only;
  return people.find((index) => seats[index]?.name === name) ?? null;
}

/** Whether a seat has the highest number; seats of two teams take turns. Null where nobody can say. */
export function hasWon(summary: RecordSummary, seat: number | null): boolean | null {
  const scores = scoresOf(summary.result);
  if (seat === null || scores.length === 0) return null;
  return scores[seat % scores.length] === Math.max(...scores);
}
