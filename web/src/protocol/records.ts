// Records as they are read, shared, sent and shown step by step (docs/reference/records.md, protocol.md).

import { isObject } from './deltas';
import { asked, type OptionValue } from './http';
import type { CardCode, Delta, LegalMove, Said, ViewParts } from './view';

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

/** A legal move of a decision: its worth as its player could judge it, and with open cards. */
export interface Option extends LegalMove {
  value: number;
  open: number | null;
  why: Said | null;
}

/** A decision between two moves or more; `moves` best first, `place` counts from 1. */
export interface Decision {
  place: number;
  seat: number;
  played: string;
  is_best: boolean;
  lost: number;
  open_lost: number | null;
  accuracy: number | null;
  moves: Option[];
}

/** What the decisions of a deal were worth, and how its value with open cards moved for the side of seat 0. */
export interface Judgement {
  deal: number;
  value_term: string;
  open_term: string;
  luck: { even: number; end: number; by_chance: number; by_choice: number[] } | null;
  decisions: Decision[];
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

/** Where the steps of a match come from, and what is told of their worth. */
export interface StepSource {
  overview(): Promise<Overview>;
  portion(eyes: Eyes, deal: number, from: number): Promise<Portion>;
  judgement(deal: number): Promise<Judgement>;
}

/** The steps of a stored record. */
export function storedSteps(path: string): StepSource {
  return {
    overview: () => asked<Overview>('GET', `${path}/steps`),
    portion: (eyes, deal, from) => asked<Portion>('GET', `${path}/steps?${query(eyes, deal, from)}`),
    judgement: (deal) => asked<Judgement>('GET', `${path}/analysis?deal=${String(deal)}`),
  };
}

/** The steps of a record that is sent each time. */
export function sentSteps(record: unknown): StepSource {
  return {
    overview: () => asked<Overview>('POST', '/api/steps', record),
    portion: (eyes, deal, from) => asked<Portion>('POST', `/api/steps?${query(eyes, deal, from)}`, record),
    judgement: (deal) => asked<Judgement>('POST', `/api/analysis?deal=${String(deal)}`, record),
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
