// boardgame.io's own server with the twin of the game of turns: some secret cards each, then everybody passes in turn.
// Its storage is its default one, in memory. `node peer.mjs PORT`

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");

const HAND = 5;
const RANKS = [..."6789TJQKA"];
const PACK = [..."cdhs"].flatMap((suit) => RANKS.map((rank) => rank + suit));

const turns = {
  name: "turns",
  minPlayers: 2,
  maxPlayers: 6,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(PACK);
    const hand = (seat) => deck.slice(seat * HAND, (seat + 1) * HAND);
    return { passed: 0, hands: Object.fromEntries(ctx.playOrder.map((id, seat) => [id, hand(seat)])) };
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([id, cards]) => [id, id === playerID ? cards : cards.map(() => null)]),
    ),
  }),
  moves: {
    pass: ({ G }) => {
      G.passed += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

const server = Server({ games: [turns], origins: [Origins.LOCALHOST] });
await server.run({ port: Number(process.argv[2]) });
