// A table as it is shown: what comes from the connection, one readable step after another.

import { type ConnectionEnded, TableConnection } from '../protocol/connection';
import type { Refusal } from '../protocol/outbox';
import type { Snapshot } from '../protocol/snapshot';
import type { Command, Done, ShownLine } from '../protocol/types';
import type { Said, Zone } from '../protocol/view';
import { isStill, settings } from '../state/settings.svelte';
import { Bodies } from './bodies.svelte';
import {
  DEAL_MS,
  endsDeal,
  finishedTrick,
  HURRIED_DEAL_MS,
  looksSame,
  MOST_WAITING,
  newLines,
  STEP_MS,
  TRICK_MS,
} from './pacing';
import { type Step, takerIn } from './steps';

const MOST_LOG = 400;
const FASTER = 0.4;

/** A sentence of the log; numbers go up for ever. */
export interface LogEntry {
  readonly number: number;
  readonly said: Said;
}

/** A line of the talk, its number in one order with those of the log. */
export interface TalkEntry {
  readonly number: number;
  readonly line: ShownLine;
}

export class LiveTable {
  /** The newest that is known: people, clocks, votes. */
  latest: Snapshot | null = $state.raw(null);
  /** What of the match is shown; it may be a few steps behind. */
  shown: Snapshot | null = $state.raw(null);
  /** What happened, over all deals that were seen. */
  log: readonly LogEntry[] = $state.raw([]);
  /** What happened by the last step, for who hears the page. */
  fresh: readonly LogEntry[] = $state.raw([]);
  /** What people and the table itself have said since it was opened. */
  talk: readonly TalkEntry[] = $state.raw([]);
  /** A finished trick that still lies on the table. */
  held: Zone | null = $state.raw(null);
  /** Who has taken the trick that is held, or was. */
  taker: number | null = $state(null);
  /** The last step that was shown: what moves and sounds by it. */
  step: Step | null = $state.raw(null);
  /** A finished deal waits to be read. */
  dealOver = $state(false);
  online = $state(false);
  wasLost = $state(false);
  ended: ConnectionEnded | Refusal | null = $state.raw(null);
  /** Whether moves may be made: all is shown, and none is on its way. */
  readonly isReady: boolean = $derived.by(() => this.#waiting === 0 && !this.held && this.#moving === 0);

  readonly connection: TableConnection;
  readonly bodies = new Bodies();
  #queue: Snapshot[] = [];
  #waiting = $state(0);
  #moving = $state(0);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #count = 0;
  #dealWaits = false;

  constructor(table: string) {
    this.connection = new TableConnection(table, {
      changed: (now) => {
        this.#changed(now);
      },
      online: (is) => {
        this.wasLost ||= !is;
        this.online = is;
      },
      ended: (why) => {
        this.ended = why;
      },
      told: (message) => {
        this.bodies.told(message);
      },
      frame: (data) => {
        this.bodies.moved(data);
      },
    });
  }

  /** What is read out to who hears the page: all that happens while it is there. */
  get heard(): readonly LogEntry[] {
    return this.log;
  }

  ask(command: Command): Promise<Done> {
    return this.connection.ask(command);
  }

  /** Make a move in the turn that is shown. */
  async move(move: string): Promise<void> {
    if (this.latest === null) return;
    this.#moving += 1;
    try {
      await this.ask({ kind: 'move', move, turn: this.latest.table.turn });
    } finally {
      this.#moving -= 1;
    }
  }

  /** The finished deal or trick has been read. */
  release(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.held = null;
    this.dealOver = this.#dealWaits;
    this.#dealWaits = false;
    if (this.dealOver) this.#wait();
    else this.#advance();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.connection.close();
  }

  #changed(now: Snapshot): void {
    const isOther = this.latest?.table.seat !== now.table.seat;
    const last = this.#queue.at(-1) ?? this.shown;
    this.latest = now;
    if (last === null || isOther || this.#queue.length >= MOST_WAITING) {
      this.#skip();
      this.#show(now);
    } else if (looksSame(last, now)) {
      this.#replaceLast(now);
    } else {
      this.#queue.push(now);
      this.#waiting = this.#queue.length;
      if (this.#timer === null) this.#advance();
    }
  }

  /** What waits is not shown; but what it tells is told. */
  #skip(): void {
    for (const missed of this.#queue) {
      this.#tell(this.shown, missed);
      this.#listen(this.shown, missed);
      this.shown = missed;
    }
    this.#queue = [];
    this.#waiting = 0;
  }

  /** A state that shows the same cards takes the place of the last one without a step. */
  #replaceLast(now: Snapshot): void {
    if (this.#queue.length) this.#queue[this.#queue.length - 1] = now;
    else this.#show(now, true);
  }

  #advance(): void {
    const next = this.#queue.shift();
    this.#waiting = this.#queue.length;
    if (next !== undefined) this.#show(next);
  }

  #show(now: Snapshot, isSame = false): void {
    const before = this.shown;
    this.shown = now;
    const told = this.#tell(before, now);
    this.#listen(before, now);
    if (isSame && !endsDeal(before, now)) return;
    this.step = { before: before?.view ?? null, now: now.view, told };
    this.#hold(before, now, told);
  }

  /** A trick that ends a deal is read first, and then what came of the deal. */
  #hold(before: Snapshot | null, now: Snapshot, told: readonly Said[]): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.held = finishedTrick(before?.view ?? null, now.view);
    this.taker = takerIn(told) ?? this.taker;
    const ends = endsDeal(before, now);
    this.#dealWaits = ends && this.held !== null;
    this.dealOver = ends && this.held === null;
    this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.release();
    }, this.#holdMs());
  }

  #holdMs(): number {
    const factor = settings.motion === 'fast' ? FASTER : 1;
    if (this.dealOver) return this.#isTimed() ? HURRIED_DEAL_MS : DEAL_MS;
    if (this.held) return TRICK_MS * factor;
    return isStill() ? 0 : STEP_MS * factor;
  }

  #isTimed(): boolean {
    const table = this.latest?.table;
    return table !== undefined && Object.values(table.seats).some((seat) => seat.move_ms !== null);
  }

  #tell(before: Snapshot | null, now: Snapshot): readonly Said[] {
    const told = newLines(before?.story ?? [], now.story).map((line) => line[3]);
    if (told.length === 0) return told;
    this.fresh = told.map((said) => ({ number: ++this.#count, said }));
    this.log = [...this.log, ...this.fresh].slice(-MOST_LOG);
    return told;
  }

  #listen(before: Snapshot | null, now: Snapshot): void {
    if (before === null || before.talk === now.talk) return;
    const heard = before.talk.at(-1)?.number ?? -1;
    const said = now.talk.filter(({ number }) => number > heard);
    const fresh = said.map((line) => ({ number: ++this.#count, line }));
    this.talk = [...this.talk, ...fresh].slice(-MOST_LOG);
  }
}
