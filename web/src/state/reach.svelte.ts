// Whether the server can be reached, as the last request has told.

import { http, onReach } from '../protocol/http';

const AGAIN_MS = 10_000;

class Reach {
  isLost = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    onReach((isThere) => {
      this.isLost = !isThere;
      if (this.isLost) this.#tryLater();
    });
    addEventListener('online', () => {
      if (this.isLost) this.#try();
    });
    addEventListener('offline', () => {
      this.isLost = true;
    });
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
