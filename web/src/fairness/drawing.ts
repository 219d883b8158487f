// What a committed shuffle draws, byte by byte as docs/explanation/fairness.md says, by the browser's own cryptography.

import { bytesOf } from '../protocol/bytes';
import type { CardCode } from '../protocol/view';
import { VERSION } from './proof';

/** In this order a shuffle begins: clubs, spades, hearts, diamonds, in each from the lowest rank up. */
export const PACK: readonly CardCode[] = ['c', 's', 'h', 'd'].flatMap((suit) =>
  [...'6789TJQKA'].map((rank) => rank + suit),
);
const WORDS = 2 ** 32;
const HEAP_RADIUS = 1100;

/** What names a draw, but for its block. */
export interface Draw {
  secret: string;
  table: string;
  deal: number;
  draw: number;
  contributions: readonly (string | null)[];
}

/** The words of a draw, from the first on. */
export class Words {
  #draw: Draw;
  #key: CryptoKey | null = null;
  #block = 0;
  #words: number[] = [];

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  async next(): Promise<number> {
    if (this.#words.length === 0) this.#words = await this.#fetch();
    return this.#words.shift() ?? 0;
  }

  /** A number from 0 to n - 1: words that would favour some numbers are passed over. */
  async below(n: number): Promise<number> {
    const bound = WORDS - (WORDS % n);
    let word = await this.next();
    while (word >= bound) word = await this.next();
    return word % n;
  }

  /** Cards in the order of a shuffle that begins with the order of the pack. */
  async shuffled(cards: readonly CardCode[]): Promise<CardCode[]> {
    const order = [...cards].sort((one, other) => PACK.indexOf(one) - PACK.indexOf(other));
    for (let place = order.length - 1; place > 0; place -= 1) {
      const other = await this.below(place + 1);
      [order[place], order[other]] = [order[other] ?? '', order[place] ?? ''];
    }
    return order;
  }

  /** Where the cards of a heap lie: x and y in mm, angle in degrees. */
  async heap(count: number): Promise<[number, number, number][]> {
    const places: [number, number, number][] = [];
    while (places.length < count) {
      let [x, y] = [HEAP_RADIUS, HEAP_RADIUS];
      while (x * x + y * y > HEAP_RADIUS * HEAP_RADIUS) {
        x = (await this.below(2 * HEAP_RADIUS + 1)) - HEAP_RADIUS;
        y = (await this.below(2 * HEAP_RADIUS + 1)) - HEAP_RADIUS;
      }
      places.push([x / 10, y / 10, (await this.below(3600)) / 10]);
    }
    return places;
  }

  async #fetch(): Promise<number[]> {
    this.#key ??= await crypto.subtle.importKey(
      'raw',
      bytesOf(this.#draw.secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const digest = await crypto.subtle.sign('HMAC', this.#key, messageOf(this.#draw, this.#block++));
    const view = new DataView(digest);
    return Array.from({ length: 8 }, (_, index) => view.getUint32(4 * index));
  }
}

/** The message of a block of a draw. */
export function messageOf(draw: Draw, block: number): Uint8Array<ArrayBuffer> {
  const given = draw.contributions.flatMap((bytes) => (bytes === null ? [0] : [1, ...bytesOf(bytes)]));
  return Uint8Array.from([
    ...textOf(VERSION),
    ...textOf(draw.table),
    ...u32(draw.deal),
    ...u32(draw.draw),
    ...u32(draw.contributions.length),
    ...given,
    ...u32(block),
  ]);
}

function u32(number: number): number[] {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
}

function textOf(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  return [...u32(bytes.length), ...bytes];
}
