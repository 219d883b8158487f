// What the decisions of a match that is over were worth: judged by the server deal by deal, added up here.

import type { Decision, Judgement, Option, StepSource } from '../protocol/records';
import { faultText } from '../state/notices.svelte';

const WORST = 3;

/** A decision with the deal that it is of. */
export interface Moment {
  readonly deal: number;
  readonly decision: Decision;
}

/** A seat's decisions: how many mattered, how near to the best they were, what they lost. */
export interface Figures {
  readonly decisions: number;
  readonly accuracy: number | null;
  readonly lost: number;
  readonly openLost: number | null;
}

export class Analysis {
  readonly #source: StepSource;
  readonly deals: number;
  /** The deals judged so far, in order. */
  judged: readonly Judgement[] = $state.raw([]);
  isRunning = $state(false);
  fault: (() => string) | null = $state.raw(null);
  readonly isOver: boolean = $derived.by(() => this.judged.length === this.deals);
  readonly moments: readonly Moment[] = $derived.by(() =>
    this.judged.flatMap(({ deal, decisions }) => decisions.map((decision) => ({ deal, decision }))),
  );
  /** The moments that lost most, as their players could judge it. */
  readonly worst: readonly Moment[] = $derived.by(() =>
    this.moments
      .filter(({ decision }) => !decision.is_best)
      .sort((one, other) => other.decision.lost - one.decision.lost)
      .slice(0, WORST),
  );

  constructor(source: StepSource, deals: number) {
    this.#source = source;
    this.deals = deals;
  }

  /** Judge the deals that are not judged yet; after a fault, from there on. */
  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.fault = null;
    try {
      while (this.isRunning && !this.isOver)
        this.judged = [...this.judged, await this.#source.judgement(this.judged.length + 1)];
    } catch (error) {
      this.fault = faultText(error);
    } finally {
      this.isRunning = false;
    }
  }

  /** Nobody looks at it any more. */
  close(): void {
    this.isRunning = false;
  }

  /** The decision that a move of a deal was, if it was one. */
  at(deal: number, place: number): Decision | null {
    return this.judged[deal - 1]?.decisions.find((each) => each.place === place) ?? null;
  }

  figures(seat: number): Figures {
    const own = this.moments.map(({ decision }) => decision).filter((each) => each.seat === seat);
    const hits = own.map(({ accuracy }) => accuracy).filter((hit) => hit !== null);
    const open = own.map(({ open_lost }) => open_lost).filter((lost) => lost !== null);
    return {
      decisions: hits.length,
      accuracy: hits.length === 0 ? null : sum(hits) / hits.length,
      lost: sum(own.map(({ lost }) => lost)),
      openLost: open.length === 0 ? null : sum(open),
    };
  }
}

/** What was best and what was played, as the player could judge it. */
export function bestOf(decision: Decision): Option | null {
  return decision.moves[0] ?? null;
}

export function playedOf(decision: Decision): Option | null {
  return decision.moves.find(({ move }) => move === decision.played) ?? null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
