// All that a reader knows of a table: the messages of its socket put together, as `kozyr.client.table_state` does it.

import { isAlike, updated } from './deltas';
import type { ShownLine, StoryLine, Update, Whole } from './types';
import type { TableParts, ViewParts } from './view';

const MOST_TALK = 1000;

/** The table after event `seq`; `story` is of the deal told of, `talk` of the table, each line once. */
export interface Snapshot {
  readonly seq: number;
  readonly table: TableParts;
  readonly view: ViewParts | null;
  readonly story: readonly StoryLine[];
  readonly talk: readonly ShownLine[];
}

/** What is told as a whole, behind the lines that were told before. */
export function ofWhole(whole: Whole, before: Snapshot | null): Snapshot {
  const kept = { story: before?.story ?? [], talk: before?.talk ?? [] };
  return joined(kept, whole.seq, whole.table, whole.view, whole.story, whole.lines);
}

/** The snapshot after a change; one that is in it already changes nothing. Throws DeltaError. */
export function afterUpdate(before: Snapshot, update: Update): Snapshot {
  if (update.seq <= before.seq) return before;
  const table = updated(before.table, update.table ?? {});
  const view = update.view ? updated(before.view ?? ({} as ViewParts), update.view) : before.view;
  return joined(before, update.seq, table, view, update.story ?? [], update.lines ?? []);
}

function joined(
  kept: Pick<Snapshot, 'story' | 'talk'>,
  seq: number,
  table: TableParts,
  view: ViewParts | null,
  story: readonly StoryLine[],
  lines: readonly ShownLine[],
): Snapshot {
  const shown = view !== null && 'at' in view ? view : null;
  const told = joinedStory(kept.story, story);
  const here = told.filter(([match, deal]) => match === table.match_number && deal === shown?.at.told);
  const length = shown?.at.story;
  return {
    seq,
    table,
    view: shown,
    story: here.filter(([, , place]) => length === undefined || place < length),
    talk: joinedTalk(kept.talk, lines),
  };
}

/** A story with lines that are told now. One that is told otherwise than before begins its deal's rest anew. */
function joinedStory(kept: readonly StoryLine[], told: readonly StoryLine[]): StoryLine[] {
  let story = [...kept];
  for (const line of told) {
    const last = story.at(-1);
    if (last === undefined || isBefore(last, line)) story.push(line);
    else if (!story.some((each) => isAlike(each, line)))
      story = [...story.filter((each) => isBefore(each, line)), line];
  }
  return story;
}

function isBefore(one: StoryLine, other: StoryLine): boolean {
  const at = [0, 1, 2].find((index) => one[index] !== other[index]);
  return at !== undefined && Number(one[at]) < Number(other[at]);
}

/** Lines by their numbers, each once, in order; the oldest are forgotten. */
function joinedTalk(kept: readonly ShownLine[], told: readonly ShownLine[]): readonly ShownLine[] {
  if (told.length === 0) return kept;
  const byNumber = new Map([...kept, ...told].map((line) => [line.number, line]));
  return [...byNumber.values()].sort((one, other) => one.number - other.number).slice(-MOST_TALK);
}
