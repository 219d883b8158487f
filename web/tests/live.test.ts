import { expect, it, vi } from 'vitest';

import type { Listener } from '../src/protocol/connection';
import type { Snapshot } from '../src/protocol/snapshot';
import { settings } from '../src/state/settings.svelte';
import { LiveTable } from '../src/table/live.svelte';
import { MOST_WAITING } from '../src/table/pacing';

let told: Listener | undefined;

vi.mock('../src/protocol/connection', () => ({
  TableConnection: class {
    constructor(_table: string, listener: Listener) {
      told = listener;
    }
    close(): void {
      told = undefined;
    }
  },
}));

/** The table after so many events, each of which was a line of the talk and a change of the cards. */
function after(events: number): Snapshot {
  const lines = Array.from({ length: events }, (_, number) => ({ number, kind: 'notice', id: 'notice_sat' }));
  return {
    seq: events,
    table: { seat: 0, seats: {}, matches: [], phase: 'playing' },
    view: { at: { deal: 1 }, zones: {}, counters: { events }, legal: [] },
    story: [],
    talk: lines,
  } as unknown as Snapshot;
}

it('tells every line of the talk, also of states that are passed over since too many wait', () => {
  settings.motion = 'still';
  const live = new LiveTable('t');
  const events = 2 * MOST_WAITING;
  for (let seq = 1; seq <= events; seq += 1) told?.changed(after(seq));
  expect(live.shown?.seq).toBeGreaterThan(1 + MOST_WAITING / 2);
  const heard = live.talk.map(({ line }) => line.number);
  expect(heard).toEqual(Array.from(heard, (_, index) => index + 1));
  expect(heard.length).toBe((live.shown?.seq ?? 0) - 1);
  live.close();
});
