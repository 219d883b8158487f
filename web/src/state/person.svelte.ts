// Who one is on this server; nobody, until a name is given.

import { http, type Me } from '../protocol/http';
import { t } from '../texts/texts.svelte';

class Person {
  me: Me | null = $state.raw(null);
  isKnown = $state(false);
  #asked: Promise<void> | null = null;

  /** Ask the server who one is, once for all who want to know. */
  async recall(): Promise<Me | null> {
    if (!this.isKnown) {
      this.#asked ??= this.#ask().finally(() => (this.#asked = null));
      await this.#asked;
    }
    return this.me;
  }

  async #ask(): Promise<void> {
    const me = await http.me();
    if (this.isKnown) return; // a name was given meanwhile
    this.me = me;
    this.isKnown = true;
  }

  /** Be called by a name, as somebody new or as before. */
  async call(name: string): Promise<Me> {
    const told = name.trim() || t('default_name');
    if (this.me?.name === told) return this.me;
    this.me = await http.callMe(told);
    this.isKnown = true;
    return this.me;
  }

  /** Be somebody, with the usual name where none was given yet. */
  async someone(): Promise<Me> {
    return (await this.recall()) ?? this.call('');
  }

  async claim(token: string): Promise<Me> {
    this.me = await http.claim(token);
    this.isKnown = true;
    return this.me;
  }
}

export const person = new Person();
