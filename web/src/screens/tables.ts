// New tables as the pages ask for them.

import type { GameOffer, NewTable } from '../protocol/http';

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
