// The service worker: it is set up, and when a newer page has come, the person is asked when to change to it.

const AGAIN_MS = 60 * 60 * 1000;

class Updates {
  /** A newer page is ready. */
  waiting: ServiceWorker | null = $state.raw(null);
  /** Another window has changed to it: what this one has not loaded yet may be gone. */
  isOld = $state(false);
  #isTaken = false;

  readonly start = (): void => {
    if (!('serviceWorker' in navigator)) return;
    let wasGuided = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker
      .register('/worker.js')
      .then((registration) => {
        this.#follow(registration);
      })
      .catch(() => undefined); // a page without one works, but for being offline
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (this.#isTaken) location.reload();
      this.isOld = wasGuided;
      wasGuided = true;
    });
  };

  /** Change to the newer page now. */
  take(): void {
    if (this.isOld) location.reload();
    this.#isTaken = true;
    this.waiting?.postMessage('take over');
  }

  /** Not now. */
  leave(): void {
    this.waiting = null;
    this.isOld = false;
  }

  #follow(registration: ServiceWorkerRegistration): void {
    const look = (worker: ServiceWorker | null): void => {
      // The first one of all is no update.
      if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
      this.waiting = worker;
      // What was said yes to has been overtaken by a newer one yet.
      if (this.#isTaken) this.take();
    };
    look(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        look(coming);
      });
    });
    setInterval(() => void registration.update().catch(() => undefined), AGAIN_MS);
  }
}

export const updates = new Updates();
