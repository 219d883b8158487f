import type { Ask, Command, Done, Failed } from './types';
import type { Said } from './view';

/** What was asked is not done; `texts` say why, by language. */
export class Refusal extends Error {
  readonly code: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  /** The rule of the game that forbids a move, where that is the reason. */
  readonly why: Said | null;

  constructor(failed: Pick<Failed, 'code' | 'texts' | 'values' | 'why'>) {
    super(failed.texts['en'] ?? failed.code);
    this.code = failed.code;
    this.texts = failed.texts;
    this.values = failed.values ?? {};
    this.why = failed.why ?? null;
  }
}

interface Entry {
  ask: Ask;
  answered: Promise<Done>;
  settle: (answer: Done | Error) => void;
}

/** Asks on their way, in order, so that they can be asked again under the same name: each counts once. */
export class Outbox {
  #waiting = new Map<string, Entry>();
  #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A command to be asked, under a new name, and its answer. */
  add(command: Command): { ask: Ask; answered: Promise<Done> } {
    const id = `${this.#prefix}-${++this.#count}`;
    const ask: Ask = { type: 'ask', do: { ...command, id } };
    let settle: Entry['settle'] = () => undefined;
    const answered = new Promise<Done>((resolve, reject) => {
      settle = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer));
    });
    this.#waiting.set(id, { ask, answered, settle });
    return { ask, answered };
  }

  /** An answer has come; whether anybody waited for it. */
  settle(answer: Done | Failed): boolean {
    const entry = this.#waiting.get(answer.id ?? '');
    if (entry === undefined) return false;
    this.#waiting.delete(answer.id ?? '');
    entry.settle(answer.type === 'done' ? answer : new Refusal(answer));
    return true;
  }

  /** What is not answered, the oldest first. */
  get waiting(): readonly Ask[] {
    return [...this.#waiting.values()].map((entry) => entry.ask);
  }

  /** Nothing will be answered any more. */
  fail(error: Error): void {
    for (const entry of this.#waiting.values()) entry.settle(error);
    this.#waiting.clear();
  }
}
