// How long what is seen stays before what came after it is shown: a full trick and a finished deal can be read.

import { isAlike } from '../protocol/deltas';
import type { Snapshot } from '../protocol/snapshot';
import type { StoryLine } from '../protocol/types';
import { readName, type ViewParts, type Zone } from '../protocol/view';

export const TRICK_MS = 1400;
export const STEP_MS = 320;
/** A finished deal waits for its reader, but not for ever. */
export const DEAL_MS = 20_000;
/** Where the reader's own clock runs. */
export const HURRIED_DEAL_MS = 3000;
/** Of more than so many states that wait only the last is shown. */
export const MOST_WAITING = 16;

/** Whether a deal has ended by the step from one state to another, and not by the table's will in mid-deal. */
export function endsDeal(before: Snapshot | null, now: Snapshot): boolean {
  const deal = before?.view?.at.deal ?? 0;
  const isStopped = now.table.matches.at(-1)?.result === null;
  const isOver = now.table.phase === 'over' && before?.table.phase === 'playing' && !isStopped;
  return deal > 0 && now.view !== null && (now.view.at.deal !== deal || isOver);
}

/** The trick that a step has completed, where the view holds the last one. */
export function finishedTrick(before: ViewParts | null, now: ViewParts | null): Zone | null {
  const last = lastTrick(now);
  if (last === null || before === null) return null;
  return isAlike(last, lastTrick(before)) ? null : last;
}

/** The trick taken last. */
export function lastTrick(view: ViewParts | null): Zone | null {
  return view?.zones['last_trick'] ?? null;
}

/** What has been told since: what goes beyond the lines that both begin with. */
export function newLines(before: readonly StoryLine[], now: readonly StoryLine[]): readonly StoryLine[] {
  const other = now.findIndex((line, index) => !isAlike(line, before[index]));
  return other < 0 ? [] : now.slice(other);
}

/** Whether two states show the same cards. */
export function looksSame(one: Snapshot, other: Snapshot): boolean {
  return isAlike(one.view, other.view);
}

/** The names of a view's zones of a kind, with whose they are. */
export function zonesOf(view: ViewParts | null, kind: Zone['kind']) {
  return Object.entries(view?.zones ?? {})
    .filter(([, zone]) => zone.kind === kind)
    .map(([name, zone]) => ({ name, ...readName(name), zone }));
}
