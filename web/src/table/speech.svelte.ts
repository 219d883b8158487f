// What was just said and done at each seat, for as long as a bubble stays. A game has words for a bubble of its sentence
// `x` as `say_x` (spoken) or `do_x`; sentences without them are in the log alone.

import type { ShownLine } from '../protocol/types';
import { type CardCode, cardsIn, type Said, seatIn } from '../protocol/view';
import { settings } from '../state/settings.svelte';
import { capital } from '../texts/texts.svelte';
import type { Scene } from './scene.svelte';

const STAYS_MS = 3600;
const FAST_MS = 2000;
/** What is long stays for as long as it takes to read. */
const LETTER_MS = 60;
const MOST = 2;

export interface Bubble {
  readonly number: number;
  readonly seat: number;
  readonly isSaid: boolean;
  /** Whether the game has words for it; people say the others. */
  readonly isOfGame: boolean;
  readonly cards: readonly CardCode[];
  /** The text anew, should the language change. */
  readonly lines: () => readonly string[];
}

export class Speech {
  bubbles: Readonly<Record<number, Bubble>> = $state.raw({});
  readonly #scene: Scene;
  readonly #timers: Record<number, ReturnType<typeof setTimeout>> = {};
  #count = 0;
  #heard: number;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#heard = scene.live.latest?.talk.at(-1)?.number ?? -1;
  }

  /** Take note of what a step has told. */
  hear(told: readonly Said[]): void {
    for (const seat of this.#scene.seats.map((each) => each.seat)) {
      const here = told
        .filter((said) => this.#wording(said) !== null && seatIn(said.args['seat']) === seat)
        .slice(-MOST);
      if (here.length === 0) continue;
      this.#show({
        seat,
        isOfGame: true,
        isSaid: here.some((said) => this.#wording(said) === `say_${said.id}`),
        cards: here.flatMap(({ args }) => cardsIn(args['cards'])),
        lines: () =>
          here.map((said) => capital(this.#scene.said({ ...said, id: this.#wording(said) ?? said.id }))),
      });
    }
  }

  /** Take note of what people have said. */
  listen(talk: readonly ShownLine[]): void {
    const fresh = talk.filter(({ number }) => number > this.#heard);
    this.#heard = talk.at(-1)?.number ?? this.#heard;
    for (const line of fresh) {
      if (line.seat === null || line.seat === undefined || (line.kind !== 'said' && line.kind !== 'phrase'))
        continue;
      this.#show({
        seat: line.seat,
        isSaid: true,
        isOfGame: false,
        cards: [],
        lines: () => [this.#scene.line(line)],
      });
    }
  }

  close(): void {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
  }

  #wording({ id }: Said): string | null {
    const { terms } = this.#scene;
    return terms.has(`say_${id}`) ? `say_${id}` : terms.has(`do_${id}`) ? `do_${id}` : null;
  }

  #show(bubble: Omit<Bubble, 'number'>): void {
    const { seat } = bubble;
    clearTimeout(this.#timers[seat]);
    this.bubbles = { ...this.bubbles, [seat]: { ...bubble, number: ++this.#count } };
    const timer = setTimeout(
      () => {
        this.bubbles = Object.fromEntries(
          Object.entries(this.bubbles).filter(([each]) => each !== String(seat)),
        );
      },
      Math.max(settings.motion === 'fast' ? FAST_MS : STAYS_MS, bubble.lines().join().length * LETTER_MS),
    );
    this.#timers[seat] = timer;
  }
}
