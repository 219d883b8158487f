// A record as a table that is shown: where in it one is, whose eyes see it, and going on by itself.

import type { Eyes, RecordData, Step } from '../protocol/records';
import type { Snapshot } from '../protocol/snapshot';
import { CLOCKS, type Done, type ShownSeat } from '../protocol/types';
import type { TableParts, Zone } from '../protocol/view';
import { ConnectionEnded } from '../protocol/connection';
import type { Refusal } from '../protocol/outbox';
import { settings } from '../state/settings.svelte';
import { Bodies } from '../table/bodies.svelte';
import type { LogEntry, TalkEntry } from '../table/live.svelte';
import { finishedTrick } from '../table/pacing';
import { type Step as SeenStep, takerIn } from '../table/steps';
import type { TableSource } from '../table/source';
import { Steps } from './steps';
import { STILL } from './still';

export const AUTO_MS = 1600;
const FASTER = 0.4;

export class Replay implements TableSource {
  latest: Snapshot | null = $state.raw(null);
  shown: Snapshot | null = $state.raw(null);
  log: readonly LogEntry[] = $state.raw([]);
  fresh: readonly LogEntry[] = $state.raw([]);
  readonly talk: readonly TalkEntry[] = [];
  held: Zone | null = $state.raw(null);
  taker: number | null = $state(null);
  step: SeenStep | null = $state.raw(null);
  dealOver = $state(false);
  readonly online = true;
  readonly wasLost = false;
  readonly ended: ConnectionEnded | Refusal | null = null;
  readonly isReady = true;
  readonly connection = STILL;
  /** A record tells no poses: its hut is drawn from above. */
  readonly bodies = new Bodies();

  readonly record: RecordData;
  readonly steps: Steps;
  /** From 1. */
  deal = $state(1);
  /** Of the deal; 0 is the deal as it was dealt. */
  at = $state(0);
  /** At whose place one sits; null is beside the table. */
  seat: number | null = $state(null);
  /** All hands are open. */
  isOpen = $state(false);
  isPlaying = $state(false);
  /** Steps are on their way. */
  isComing = $state(false);
  fault: unknown = $state.raw(null);

  /** A finished deal is told of in place of the middle of the table. */
  tellsEnds = true;

  readonly deals: number;
  readonly moves: number = $derived.by(() => this.steps.moves(this.deal));
  readonly isFirst: boolean = $derived.by(() => this.deal === 1 && this.at === 0);
  readonly isLast: boolean = $derived.by(() => this.deal === this.deals && this.at === this.moves);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #asked = 0;

  constructor(record: RecordData, steps: Steps, seat: number | null) {
    this.record = record;
    this.steps = steps;
    this.seat = seat;
    this.deals = steps.overview.moves.length;
  }

  /** Go to a step. What is not there yet is fetched; the last that was asked for is shown. */
  async go(deal: number, at: number): Promise<void> {
    const asked = ++this.#asked;
    this.isComing = true;
    try {
      const wanted = Math.min(Math.max(deal, 1), this.deals);
      const steps = await this.steps.deal(this.#eyes, wanted);
      if (asked !== this.#asked) return;
      this.fault = null;
      this.#show(wanted, Math.min(Math.max(at, 0), steps.length - 1), steps);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.fault = error;
      this.stop();
    } finally {
      if (asked === this.#asked) this.isComing = false;
    }
  }

  first(): Promise<void> {
    return this.go(1, 0);
  }

  last(): Promise<void> {
    return this.go(this.deals, this.steps.moves(this.deals));
  }

  back(): Promise<void> {
    if (this.at > 0) return this.go(this.deal, this.at - 1);
    return this.deal > 1 ? this.go(this.deal - 1, this.steps.moves(this.deal - 1)) : Promise.resolve();
  }

  forward(): Promise<void> {
    if (this.at < this.moves) return this.go(this.deal, this.at + 1);
    return this.deal < this.deals ? this.go(this.deal + 1, 0) : Promise.resolve();
  }

  /** Sit elsewhere, or open and close the hands; one stays where one is in the match. */
  look(seat: number | null, isOpen: boolean): Promise<void> {
    this.seat = seat;
    this.isOpen = isOpen;
    return this.go(this.deal, this.at);
  }

  /** Go on by itself, or stop it. */
  toggle(): void {
    if (this.isPlaying) this.stop();
    else {
      this.isPlaying = true;
      void (this.isLast ? this.first() : this.forward()).then(() => {
        this.#waitForNext();
      });
    }
  }

  stop(): void {
    this.isPlaying = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The finished deal has been read. */
  release(): void {
    if (this.isLast) this.dealOver = false;
    else void this.forward();
  }

  close(): void {
    this.stop();
    this.#asked += 1;
  }

  /** What is read out: the last step forward. */
  get heard(): readonly LogEntry[] {
    return this.fresh;
  }

  ask(): Promise<Done> {
    return Promise.reject(new ConnectionEnded('closed'));
  }

  move(): Promise<void> {
    return Promise.reject(new ConnectionEnded('closed'));
  }

  get #eyes(): Eyes {
    return this.isOpen ? 'open' : (this.seat ?? 'watcher');
  }

  #waitForNext(): void {
    if (!this.isPlaying) return;
    if (this.isLast) {
      this.stop();
      return;
    }
    const pause = AUTO_MS * (settings.motion === 'fast' ? FASTER : 1) * (this.dealOver ? 2 : 1);
    this.#timer = setTimeout(() => {
      void this.forward().then(() => {
        this.#waitForNext();
      });
    }, pause);
  }

  #show(deal: number, at: number, steps: readonly Step[]): void {
    const [before, now] = [steps[at - 1], steps[at]];
    if (now === undefined) return;
    const isNext = deal === this.deal && at === this.at + 1;
    this.deal = deal;
    this.at = at;
    const isOver = at === steps.length - 1 && at > 0;
    const table = tableOf(this.record, this.seat, deal, isOver && deal === this.deals);
    this.latest = this.shown = { seq: at, table, view: now.view, story: [], talk: [] };
    this.log = now.story.map((said, number) => ({ number, said }));
    this.fresh = isNext ? this.log.slice(before?.story.length ?? 0) : [];
    const told = this.fresh.map(({ said }) => said);
    this.held = finishedTrick(before?.view ?? null, now.view);
    this.taker = takerIn(told) ?? this.taker;
    this.step = isNext ? { before: before?.view ?? null, now: now.view, told } : null;
    this.dealOver = isOver && this.tellsEnds;
  }
}

/** The table of a record, as a live one would be told of. */
function tableOf(record: RecordData, seat: number | null, deal: number, isOver: boolean): TableParts {
  const seats = record.seats.map((entry, index): [string, ShownSeat] => [
    String(index),
    {
      seat: index,
      person: entry.bot === null ? index : null,
      name: entry.name,
      bot: entry.bot,
      present: true,
      stood_in: null,
      ready: true,
      wants_again: false,
      deadline: null,
      move_ms: null,
      bank_ms: 0,
      shortened: 0,
    },
  ]);
  const clock = { kind: CLOCKS[0], move_seconds: 0, bank_seconds: 0, days: 0 };
  return {
    table: '',
    seat,
    me: null,
    game: record.game,
    rules_version: 1,
    players: record.seats.length,
    options: record.rules,
    settings: {
      clock,
      pace: 'none',
      stand_in: 'random',
      spectators: true,
      spectators_chat: false,
      chat: false,
      phrases: false,
      hints: 'never',
    },
    phase: isOver ? 'over' : 'playing',
    match_number: 1,
    deal_number: deal,
    duplicate_deals: 0,
    turn: 0,
    to_move: null,
    paused_until: null,
    pull_until: null,
    seats: Object.fromEntries(seats),
    people: {},
    host: null,
    vote: null,
    can_take_back: false,
    may_propose: [],
    may_hint: false,
    pledge: null,
    proofs: {},
    matches: [],
  };
}
