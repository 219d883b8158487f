// A game may bring a skin: parts of its own in place of those of the generic table. `<game>/skin.ts` exports it.

import type { Component, Snippet } from 'svelte';

import type { CardCode } from '../protocol/view';
import type { Scene, SeatScene } from '../table/scene.svelte';

/** The parts that a game replaces; what it leaves out is drawn as for any game. */
export interface Skin {
  /** Seats and middle together, where the game places them itself; `sits` draws a seat. */
  arena?: Component<{ scene: Scene; size: number; isWide: boolean; sits: Snippet<[SeatScene]> }>;
  /** The middle of the table; `size` is the width of a card in px. */
  middle?: Component<{ scene: Scene; size: number }>;
  /** One seat, the reader's own too. */
  seat?: Component<{ scene: Scene; seat: SeatScene }>;
  /** The reader's own cards. */
  hand?: Component<{ scene: Scene; size: number }>;
  /** The moves that are no cards. */
  actions?: Component<{ scene: Scene }>;
  /** Counters of the table and of teams. */
  score?: Component<{ scene: Scene }>;
  /** The middle shows the counters itself, so on a small screen they stand nowhere else. */
  isScoreInMiddle?: boolean;
  /** The reader's own cards as players of the game sort them. */
  sort?: (cards: readonly CardCode[], marked: ReadonlySet<CardCode>) => readonly CardCode[];
  /** The notation of the move that a card would make: by it the server is asked why the card may not be played. */
  cardMove?: (card: CardCode) => string;
  /** What is shown of a finished deal, above the buttons. */
  dealOver?: Component<{ scene: Scene }>;
  /** The same of a match. */
  matchOver?: Component<{ scene: Scene }>;
}

const SKINS = import.meta.glob<{ default: Skin }>('./*/skin.ts');

/** The skin of a game, loaded when its table is opened; an empty one where it has none. */
export async function skinOf(game: string): Promise<Skin> {
  const load = SKINS[`./${game}/skin.ts`];
  return load === undefined ? {} : (await load()).default;
}
