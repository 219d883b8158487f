// Records as they are read, shared, sent and shown step by step (docs/reference/records.md, protocol.md).

import { isObject } from './deltas';
import { asked, type OptionValue } from './http';
import type { CardCode, Delta, Said, ViewParts } from './view';

/** A record in the list of one's own. */
export interface RecordSummary {
  id: string;
  table: string;
  match: number;
  game: string;
  created_at: number;
  shared: boolean;
  finished: boolean;
  seats: { name: string; bot: string | null }[];
  result: Record<string, unknown> | null;
}

export interface ProofData {
  version: string;
  table: string;
  deal: number;
  commitment: string;
  secret: string;
  contributions: (string | null)[];
  hashes: (string | null)[];
}

export interface DealData {
  dealer: number;
  deck: CardCode[];
  shuffles?: CardCode[][];
  heap?: [number, number, number][];
  moves: [number, string, string[]?][];
  result: Record<string, unknown> | null;
  proof?: ProofData | null;
}

/** A record; whoever sends one may have written anything into it. */
export interface RecordData {
  format: string;
  game: string;
  rules: Record<string, OptionValue>;
  seats: { name: string; bot: string | null }[];
  deals: DealData[];
  result: Record<string, unknown> | null;
}

/** What chance decided, and how it is drawn. */
export interface Drawn {
  term: string;
  how: string;
  of: unknown;
  simulated: boolean;
}

export interface Overview {
  game: string;
  players: number;
  winners: number[];
  moves: number[];
  draws: Drawn[][];
}

export interface Portion {
  deal: number;
  start: number;
  steps: { move: [number, string] | null; view: Delta; kept: number; said: Said[] }[];
}

/** Whose eyes see a match: a seat, all seats together, or who only watches. */
export type Eyes = number | 'open' | 'watcher';

/** The match after a move. */
export interface Step {
  move: [number, string] | null;
  view: ViewParts;
  story: readonly Said[];
}

const one = (id: string) => `/api/records/${encodeURIComponent(id)}`;

export const records = {
  mine: (before?: RecordSummary) =>
    asked<RecordSummary[]>(
      'GET',
      before ? `/api/records?before=${String(before.created_at)},${before.id}` : '/api/records',
    ),
  mineOne: (id: string) => asked<RecordSummary & { record: RecordData }>('GET', one(id)),
  shared: (token: string) =>
    asked<{ game: string; created_at: number; record: RecordData }>(
      'GET',
      `/api/shared/${encodeURIComponent(token)}`,
    ),
  share: (id: string) => asked<{ token: string; url: string }>('POST', `${one(id)}/share`),
  unshare: (id: string) => asked<null>('DELETE', `${one(id)}/share`),
};

/** Where the steps of a match come from. */
export interface StepSource {
  overview(): Promise<Overview>;
  portion(eyes: Eyes, deal: number, from: number): Promise<Portion>;
}

/** The steps of a stored record. */
export function storedSteps(path: string): StepSource {
  return {
    overview: () => asked<Overview>('GET', `${path}/steps`),
    portion: (eyes, deal, from) => asked<Portion>('GET', `${path}/steps?${query(eyes, deal, from)}`),
  };
}

/** The steps of a record that is sent each time. */
export function sentSteps(record: unknown): StepSource {
  return {
    overview: () => asked<Overview>('POST', '/api/steps', record),
    portion: (eyes, deal, from) => asked<Portion>('POST', `/api/steps?${query(eyes, deal, from)}`, record),
  };
}

export const ownSteps = (id: string): StepSource => storedSteps(one(id));
export const sharedSteps = (token: string): StepSource =>
  storedSteps(`/api/shared/${encodeURIComponent(token)}`);

function query(eyes: Eyes, deal: number, from: number): string {
  return `seat=${String(eyes)}&deal=${String(deal)}&from=${String(from)}`;
}

/** Whether decoded JSON has the outline of a record; what stands in it is for the server to check. */
export function isRecord(data: unknown): data is RecordData {
  if (!isObject(data) || typeof data['game'] !== 'string') return false;
  const { seats, deals } = data;
  return (
    Array.isArray(seats) &&
    Array.isArray(deals) &&
    seats.every((seat) => isObject(seat) && typeof seat['name'] === 'string') &&
    deals.every((deal) => isObject(deal) && Array.isArray(deal['moves']) && Array.isArray(deal['deck']))
  );
}
