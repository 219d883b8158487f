// Short notices that come and go, and what went wrong, in the reader's language.

import { Refusal } from '../protocol/outbox';
import { inLanguage, t } from '../texts/texts.svelte';

const SHOWN_MS = 6000;

export interface Notice {
  number: number;
  text: () => string;
}

class Notices {
  shown: Notice[] = $state.raw([]);
  #count = 0;

  /** Show a notice; its text is rendered anew when the language changes. */
  add(text: () => string): void {
    const notice = { number: ++this.#count, text };
    this.shown = [...this.shown.slice(-2), notice];
    setTimeout(() => {
      this.remove(notice);
    }, SHOWN_MS);
  }

  remove(notice: Notice): void {
    this.shown = this.shown.filter((each) => each.number !== notice.number);
  }

  /** Tell what has not been done. */
  tell(error: unknown): void {
    this.add(faultText(error));
  }
}

/** What went wrong, as a text of the present language. */
export function faultText(error: unknown): () => string {
  if (error instanceof Refusal) return () => inLanguage(error.texts);
  return () => t('unreachable');
}

export const notices = new Notices();
