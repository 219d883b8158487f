import { Refusal } from './outbox';
import type { Failed, Hinted, WantHint } from './types';

/** The connection was lost before what was asked over it had its answer. */
export class LostError extends Error {}

/** Hints that are asked for: each has one answer, or is lost with the connection, for a turn may be over after it. */
export class Hints {
  #waiting = new Map<string, (answer: Hinted | Error) => void>();
  #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A question under a new name, and its answer. */
  add(): { want: WantHint; answered: Promise<Hinted> } {
    const id = `${this.#prefix}-hint-${++this.#count}`;
    const answered = new Promise<Hinted>((resolve, reject) => {
      this.#waiting.set(id, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
    return { want: { type: 'want_hint', id }, answered };
  }

  /** An answer has come; whether anybody waited for it. */
  settle(answer: Hinted | Failed): boolean {
    const settle = this.#waiting.get(answer.id ?? '');
    if (settle === undefined) return false;
    this.#waiting.delete(answer.id ?? '');
    settle(answer.type === 'hinted' ? answer : new Refusal(answer));
    return true;
  }

  /** None of them will be answered. */
  fail(error: Error): void {
    for (const settle of this.#waiting.values()) settle(error);
    this.#waiting.clear();
  }
}
