// The fingers and buttons that are down on the hut.

/** Where a finger was seen last, where it came down, and on which card. */
export interface Finger {
  x: number;
  y: number;
  readonly began: readonly [x: number, y: number];
  readonly body: number | null;
}

export class Fingers {
  readonly #down = new Map<number, Finger>();

  get count(): number {
    return this.#down.size;
  }

  get(pointer: number): Finger | undefined {
    return this.#down.get(pointer);
  }

  /** The other of two. */
  beside(finger: Finger): Finger | undefined {
    return [...this.#down.values()].find((each) => each !== finger);
  }

  down(pointer: number, x: number, y: number, body: number | null): void {
    this.#down.set(pointer, { x, y, began: [x, y], body });
  }

  /** A finger is lifted; what is known of it. */
  up(pointer: number): Finger | undefined {
    const finger = this.#down.get(pointer);
    this.#down.delete(pointer);
    return finger;
  }
}
