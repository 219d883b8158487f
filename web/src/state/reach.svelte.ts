// Whether the server can be reached, as the last request has told. What the browser still had in its cache tells nothing, so
// that a device without a network is one where the server is lost.

import { http, onReach } from '../protocol/http';

const AGAIN_MS = 10_000;

class Reach {
  isLost = $state(!navigator.onLine);
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #waiting = new Set<() => void>();

  constructor() {
    onReach((isThere) => {
      const isBack = this.isLost && isThere;
      this.isLost = !isThere;
      if (this.isLost) this.#tryLater();
      if (isBack) for (const again of [...this.#waiting]) again();
    });
    if (this.isLost) this.#tryLater();
    addEventListener('online', () => {
      if (this.isLost) this.#try();
    });
    addEventListener('offline', () => {
      this.isLost = true;
      this.#tryLater();
    });
  }

  /** Call each time the server is there again, until the function that is returned is called. */
  onBack(again: () => void): () => void {
    this.#waiting.add(again);
    return () => this.#waiting.delete(again);
  }

  #try(): void {
    http.health().catch(() => undefined);
  }

  #tryLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.isLost) this.#try();
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
