// "Show me": the best move of the turn, found by the server from what the reader sees, and marked where it is made.

import type { Hinted, Weighed } from '../protocol/types';
import type { CardCode, LegalMove } from '../protocol/view';
import { faultText } from '../state/notices.svelte';
import { figuresOf } from '../texts/numbers';
import { capital, small, stopped, t } from '../texts/texts.svelte';
import type { Considered } from './considered';
import type { Scene } from './scene.svelte';

export class Advice {
  readonly #scene: Scene;
  #told: Hinted | null = $state.raw(null);
  /** Whether an answer is on its way. */
  isSought = $state(false);
  /** Whether all that was considered is looked at. */
  isOpen = $state(false);

  /** Whether the table lets the reader be shown the best move at all. */
  readonly isAllowed: boolean = $derived.by(() => this.#scene.table.may_hint);
  /** Whether it may be asked for now. */
  readonly isFree: boolean = $derived.by(() => this.isAllowed && this.#scene.isMyTurn && !this.isSought);
  readonly #now: Hinted | null = $derived.by(() =>
    this.isAllowed && this.#scene.isMyTurn && this.#told?.turn === this.#scene.table.turn ? this.#told : null,
  );
  /** The move that is shown; null where none is, or its turn is over. */
  readonly move: LegalMove | null = $derived.by(() => {
    const wanted = this.#now?.move;
    return this.#scene.view?.legal.find(({ move }) => move === wanted) ?? null;
  });
  /** The cards that make it. */
  readonly cards: readonly CardCode[] = $derived.by(() => this.move?.cards ?? []);

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** What the values of moves are counted in; nothing where they have no measure. */
  get measure(): string {
    const term = this.#now?.value_term ?? '';
    return term === '' ? '' : this.#scene.terms.text(term);
  }

  /** All that was considered, the best first. */
  get considered(): readonly Considered[] {
    const moves = this.#now?.moves ?? [];
    const figure = figuresOf(moves.map(({ value }) => value));
    return moves.map((each) => ({
      move: each.move,
      label: (aloud?: boolean) => this.#label(each.move, aloud),
      values: [figure(each.value)],
      why: this.#why(each),
      isMarked: each.move === this.#now?.move,
    }));
  }

  /** The move and its reason; the move alone where the bot has no reason in words. */
  text(aloud = false): string {
    const move = this.move === null ? '' : small(this.#scene.label(this.move, aloud));
    const best = this.#now?.moves.find((each) => each.move === this.#now?.move);
    const why = best === undefined ? '' : this.#why(best, aloud);
    return why === '' ? t('hint_move', { move }) : t('hint_why', { move: stopped(move), why: stopped(why) });
  }

  /** Ask for the best move; where it is shown already, show what else was considered. */
  async ask(): Promise<void> {
    const scene = this.#scene;
    if (!this.isAllowed || this.isSought) return;
    if (!scene.isMyTurn) {
      scene.note = () => scene.status;
      return;
    }
    if (this.move !== null) {
      this.isOpen = this.considered.length > 0;
      return;
    }
    scene.clear();
    const seeking = (): string => t('hint_sought');
    scene.note = seeking;
    this.isSought = true;
    try {
      this.#told = await scene.live.connection.hint();
      this.#mark(seeking);
    } catch (error) {
      if (scene.note === seeking) scene.note = faultText(error);
    } finally {
      this.isSought = false;
    }
  }

  /** A number is chosen as the hint has it; cards and buttons mark themselves. */
  #mark(seeking: () => string): void {
    const scene = this.#scene;
    if (scene.note === seeking) scene.note = null;
    this.isOpen = false;
    const number = this.move?.number;
    if (number !== undefined) scene.number = number;
  }

  #label(move: string, aloud = false): string {
    const legal = this.#scene.view?.legal.find((each) => each.move === move);
    return legal === undefined ? move : this.#scene.label(legal, aloud);
  }

  #why(weighed: Weighed, aloud = false): string {
    return weighed.why === null ? '' : capital(this.#scene.said(weighed.why, aloud));
  }
}
