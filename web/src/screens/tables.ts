// New tables as the pages ask for them.

import { http, type GameOffer, type NewTable } from '../protocol/http';

/** The bot that is offered first: the strongest. */
export function bestBot(offer: GameOffer): string {
  return offer.bots.at(-1) ?? 'random';
}

/** How many play where nobody has said it: as few as the game takes, but with company. */
export function usualPlayers(offer: GameOffer): number {
  const least = Math.min(...offer.players);
  return offer.players.includes(Math.max(3, least)) ? Math.max(3, least) : least;
}

/** A match of one person with bots, as usual, at once. */
export function withBots(offer: GameOffer): NewTable {
  const players = usualPlayers(offer);
  const bots = Array.from({ length: players - 1 }, () => bestBot(offer));
  return {
    game: offer.id,
    players,
    options: {},
    settings: {},
    listed: false,
    seats: ['me', ...bots],
    ready: true,
  };
}

const beginning = new Set<string>();

/** Make a table; its id. One that is ready begins when its page is there: only who is there has a say in the shuffle. */
export async function openTable(table: NewTable): Promise<string> {
  const { id } = await http.newTable({ ...table, ready: false });
  if (table.ready) beginning.add(id);
  return id;
}

/** Whether a table was made to begin at once; that is told once. */
export function beginsAtOnce(id: string): boolean {
  return beginning.delete(id);
}
