// What is asked beside a table's socket: who one is, which games and tables there are.

import { Refusal } from './outbox';
import type { Clock, Failed, Settings } from './types';

export type Language = 'ru' | 'en';
/** Texts by id and language. */
export type Terms = Readonly<Record<string, Readonly<Record<Language, string>>>>;
export type OptionValue = string | number | null;

export interface Me {
  id: string;
  name: string;
  settings: Record<string, unknown>;
}

export interface OptionSpec {
  name: string;
  clause: string;
  default: OptionValue;
  choices: string[];
  low: number;
  high: number;
  nullable: boolean;
}

/** A game that the server has. */
export interface GameOffer {
  id: string;
  players: number[];
  options: OptionSpec[];
  bots: string[];
}

/** A table as the lobby shows it. */
export interface TableSummary {
  id: string;
  created_at: number;
  updated_at: number;
  game: string;
  players: number;
  phase: string;
  seats: { name: string; bot: string | null }[];
  options: Record<string, OptionValue>;
  clock: Clock;
  spectators: boolean;
  match: number;
}

/** A table to be made; `seats` says of each seat `me`, `open` or a bot's name. */
export interface NewTable {
  game: string;
  players: number;
  options: Record<string, OptionValue>;
  settings: Partial<Settings>;
  listed: boolean;
  seats: string[];
  ready: boolean;
  /** A finished record, whose deals are dealt again. */
  record?: string;
}

export interface Made {
  id: string;
  url: string;
}

/** Is told after every request whether the server was there. */
export type Reached = (isThere: boolean) => void;
const listeners: Reached[] = [];

export function onReach(listener: Reached): void {
  listeners.push(listener);
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

export const http = {
  /** Who one is; null for somebody new. */
  async me(): Promise<Me | null> {
    try {
      return await asked<Me>('GET', '/api/me');
    } catch (error) {
      if (error instanceof Refusal && error.code === 'who_are_you') return null;
      throw error;
    }
  },
  callMe: (name: string) => asked<Me>('POST', '/api/me', { name }),
  link: () => asked<{ token: string; expires_at: number; url: string }>('POST', '/api/me/link', {}),
  claim: (token: string) => asked<Me>('POST', '/api/me/claim', { token }),
  games: () => kept<GameOffer[]>('/api/games'),
  terms: (game: string) => kept<Terms>(`/api/games/${encodeURIComponent(game)}/terms`),
  rules: (game: string, language: Language) =>
    kept<{ markdown: string }>(`/api/games/${encodeURIComponent(game)}/rules?lang=${language}`),
  /** Whether the server is there; never kept by the browser. */
  health: () => asked<unknown>('GET', '/health'),
  texts: () => kept<{ table: Terms; phrases: Terms }>('/api/texts'),
  openTables: () => asked<TableSummary[]>('GET', '/api/tables'),
  myTables: () => asked<TableSummary[]>('GET', '/api/tables/mine'),
  table: (id: string) => asked<TableSummary>('GET', `/api/tables/${encodeURIComponent(id)}`),
  newTable: (table: NewTable) => asked<Made>('POST', '/api/tables', table),
};

/** What the browser may keep for a while: that it comes does not tell that the server is there. */
function kept<T>(path: string): Promise<T> {
  return asked<T>('GET', path, undefined, false);
}

export async function asked<T>(method: string, path: string, body?: unknown, tells = true): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    for (const told of listeners) told(false);
    throw new Unreachable(path);
  }
  // What stands before a server that is away says so without the one shape of our refusals.
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
  const isOurs = response.ok || response.status < 500 || isFailed(answer);
  if (tells || !isOurs) for (const told of listeners) told(isOurs);
  if (response.ok) return answer as T;
  if (isFailed(answer)) throw new Refusal(answer);
  throw new Unreachable(`${path}: ${String(response.status)}`);
}

function isFailed(answer: unknown): answer is Failed {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'texts' in answer;
}
