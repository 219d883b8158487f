// A person's own pull: takes hold of a card, tells the server where the hand is sixty times a second, lets go.

import { MOST_PLACES, writeHand, type Place } from '../../protocol/frames';
import type { TableSource } from '../../table/source';
import { Sampler } from './blend';

/** Frames of the hand go out so often. */
const FRAME_MS = 33;

export class HandPull {
  readonly card: number;
  readonly #live: TableSource;
  readonly #id: string;
  readonly #turn: number;
  readonly #sampler: Sampler;
  #place: Place;
  #timer: ReturnType<typeof setInterval>;

  constructor(live: TableSource, card: number, place: Place) {
    this.card = card;
    this.#live = live;
    this.#place = place;
    this.#id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    this.#turn = live.latest?.table.turn ?? 0;
    live.bodies.letGo();
    live.connection.send({ type: 'begin_pull', id: this.#id, card, x: place[0], y: place[1] });
    this.#sampler = new Sampler(performance.now(), place);
    this.#timer = setInterval(() => {
      this.#tell();
    }, FRAME_MS);
  }

  /** Whether the server has not taken the card, or has gone on from it. */
  get isPast(): boolean {
    return this.#live.bodies.refused !== null || this.#live.latest?.table.turn !== this.#turn;
  }

  /** The hand is there now. */
  move(place: Place): void {
    this.#place = place;
  }

  letGo(): void {
    clearInterval(this.#timer);
    this.#tell();
    this.#live.connection.send({ type: 'let_go', id: `${this.#id}!` });
  }

  #tell(): void {
    const places = this.#sampler.take(performance.now(), this.#place, MOST_PLACES);
    if (places.length > 0 && !this.isPast) this.#live.connection.send(writeHand(places));
  }
}
