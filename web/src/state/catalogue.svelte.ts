// What the server has: its games with their texts, asked for once.

import { http, type GameOffer, type Terms } from '../protocol/http';
import { TermTable } from '../texts/texts.svelte';

/** A game as the pages know it. */
export interface Game {
  offer: GameOffer;
  terms: TermTable;
}

export interface Catalogue {
  games: readonly Game[];
  table: TermTable;
  phrases: TermTable;
}

let asked: Promise<Catalogue> | null = null;

/** All games with their texts. Rejects where the server does not answer; then the next call asks again. */
export function catalogue(): Promise<Catalogue> {
  asked ??= load().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function load(): Promise<Catalogue> {
  const [offers, texts] = await Promise.all([http.games(), http.texts()]);
  const terms: Terms[] = await Promise.all(offers.map((offer) => http.terms(offer.id)));
  const games = offers.map((offer, index) => ({ offer, terms: new TermTable(terms[index] ?? {}) }));
  return { games, table: new TermTable(texts.table), phrases: new TermTable(texts.phrases) };
}
