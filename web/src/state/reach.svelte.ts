// Whether the server can be reached, as the last request has told.

import { http, onReach } from '../protocol/http';

const AGAIN_MS = 10_000;

class Reach {
  isLost = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #waiting = new Set<() => void>();

  constructor() {
    onReach((isThere) => {
      const isBack = this.isLost && isThere;
      this.isLost = !isThere;
      if (this.isLost) this.#tryLater();
      if (isBack) for (const again of [...this.#waiting]) again();
    });
    // A server on this very device is there without a network too: it is asked.
    if (!navigator.onLine) this.look();
    for (const event of ['online', 'offline'] as const)
      addEventListener(event, () => {
        this.look();
      });
  }

  /** Call each time the server is there again, until the function that is returned is called. */
  onBack(again: () => void): () => void {
    this.#waiting.add(again);
    return () => this.#waiting.delete(again);
  }

  /** Is it there? */
  look(): void {
    http.health().catch(() => undefined);
  }

  #tryLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.isLost) this.look();
    }, AGAIN_MS);
  }
}

export const reach = new Reach();

/** For as long as a component lives: do again what has failed, when the server is back. */
export function againWhenBack(hasFailed: () => boolean, again: () => void): void {
  $effect(() =>
    reach.onBack(() => {
      if (hasFailed()) again();
    }),
  );
}
