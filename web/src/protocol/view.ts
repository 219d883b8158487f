// The parts of a view and of a table as they come; what they mean is in docs/reference/protocol.md.

import type { Shown, ShownPerson, ShownSeat } from './types';

/** A card as it is written: rank and suit, `Qc`. */
export type CardCode = string;

/** A change of an object: first remove `gone`, then set. */
export interface Delta {
  set?: Record<string, unknown>;
  gone?: string[];
}

export type Arg =
  number | string | { card: CardCode } | { cards: CardCode[] } | { seat: number } | { term: string };

/** A sentence: the id of its text and the values of the text's places. */
export interface Said {
  id: string;
  args: Record<string, Arg>;
}

/** The seat that a value names. */
export function seatIn(arg: Arg | undefined): number | null {
  return typeof arg === 'object' && 'seat' in arg ? arg.seat : null;
}

/** The cards that a value names. */
export function cardsIn(arg: Arg | undefined): readonly CardCode[] {
  if (typeof arg !== 'object') return [];
  return 'cards' in arg ? arg.cards : 'card' in arg ? [arg.card] : [];
}

/** The number that a value is. */
export function numberIn(arg: Arg | undefined): number {
  return typeof arg === 'number' ? arg : 0;
}

/** The term that a value names. */
export function termIn(arg: Arg | undefined): string | null {
  return typeof arg === 'object' && 'term' in arg ? arg.term : null;
}

type ZoneKind = 'hand' | 'row' | 'trick' | 'pile' | 'sixes' | 'heap';

export interface Zone {
  kind: ZoneKind;
  /** Null for a card that the reader may not know. */
  cards: (CardCode | null)[];
  owners?: number[];
  marked?: CardCode[];
  /** Of a heap: number, x and y in mm, angle in degrees, of each card. */
  places?: [number: number, x: number, y: number, angle: number][];
}

export interface LegalMove {
  move: string;
  label: Said;
  cards?: CardCode[];
  number?: number;
}

export interface ViewAt {
  game: string;
  players: number;
  seat: number | null;
  phase: string;
  to_move: number | null;
  dealer: number | null;
  deal: number;
  /** The deal that the story tells of. */
  told: number;
  over: boolean;
  teams: number[][];
  story?: number;
}

/** What the reader may see of the match; names of zones and counters are `trick`, `hand:2`, `board:t1`. */
export interface ViewParts {
  at: ViewAt;
  zones: Record<string, Zone>;
  counters: Record<string, number>;
  legal: LegalMove[];
}

/** The table beside its match, with seats and people by number. */
export interface TableParts extends Omit<Shown, 'options' | 'phase' | 'seats' | 'people' | 'lines'> {
  options: Record<string, string | number | null>;
  phase: 'waiting' | 'playing' | 'over';
  seats: Record<string, ShownSeat>;
  people: Record<string, ShownPerson>;
}

/** A zone or a counter by its name: whose it is. */
export interface PartName {
  id: string;
  seat: number | null;
  team: number | null;
}

/** The id, the seat and the team of a part's name. */
export function readName(name: string): PartName {
  const [id = '', owner = ''] = name.split(':');
  if (owner.startsWith('t')) return { id, seat: null, team: Number(owner.slice(1)) };
  return { id, seat: owner ? Number(owner) : null, team: null };
}
