// Made by `python -m bench.web_types` from the protocol's code; do not edit.

import type { Delta, Said, TableParts, ViewParts } from './view';

export const PROTOCOL = 1;

export const CLOCKS = ['none', 'move', 'bank', 'days'] as const;

export const PACES = ['slow', 'normal', 'fast', 'none'] as const;

export const HINTS = ['alone', 'always', 'never'] as const;

export const BOUNDS = { move_seconds: [5, 600], bank_seconds: [10, 7200], days: [1, 14] } as const;

export const PHRASES = ['hello', 'good_luck', 'well_played', 'nice_trick', 'thanks', 'sorry', 'oops', 'one_moment', 'hurry', 'thinking', 'back_soon', 'i_am_back', 'good_game', 'bye'] as const;

/**
 * How long a person may think (L-1).  `none`: as long as he likes; `move`: `move_seconds` a move; `bank`:
 * the same, and what is used beyond them comes off `bank_seconds` for the whole match; `days`: `days` a
 * move. Numbers of other kinds do not matter.
 */
export interface Clock {
  kind: string;
  move_seconds: number;
  bank_seconds: number;
  days: number;
}

/**
 * The settings of a table.
 */
export interface Settings {
  clock: Clock;
  pace: string;
  stand_in: string;
  spectators: boolean;
  spectators_chat: boolean;
  chat: boolean;
  phrases: boolean;
  hints: string;
}

/**
 * A seat. `person` is the number of its owner, `bot` the bot that plays it where nobody owns it.  `stood_in`
 * names the bot that moves for an absent owner, else null. Of a clock: `deadline` (ms) where its time runs,
 * `move_ms` what he has for a move (shortened after time-outs by `shortened` halvings), `bank_ms` what is
 * left beside it.
 */
export interface ShownSeat {
  seat: number;
  person: number | null;
  name: string;
  bot: string | null;
  present: boolean;
  stood_in: string | null;
  ready: boolean;
  wants_again: boolean;
  deadline: number | null;
  move_ms: number | null;
  bank_ms: number;
  shortened: number;
}

/**
 * A person who is here or owns a seat; `number` is how commands name him.  `held` is the seat he has had in
 * this match: he may take no other in it.
 */
export interface ShownPerson {
  number: number;
  name: string;
  seat: number | null;
  present: boolean;
  muted: boolean;
  host: boolean;
  held: number | null;
}

/**
 * The running vote. `voters` and `agreed` are seats.
 */
export interface ShownVote {
  what: string;
  seat: number;
  target: number | null;
  voters: number[];
  agreed: number[];
  needed: number;
  until: number;
}

/**
 * How far the coming or running deal is committed to. `stage`: `hashes` | `reveals` | `closed`.
 */
export interface ShownPledge {
  deal: number;
  commitment: string;
  stage: string;
  asks: number[];
  hashes: Record<number, string>;
  revealed: Record<number, string>;
  until: number | null;
}

/**
 * A line of the talk. `kind`: `said` (`text`), `phrase` (`id`), `notice` (`id` and `args`).  `number` counts
 * all lines of the table; names stand as they were when it was said.
 */
export interface ShownLine {
  number: number;
  at: number;
  kind: string;
  name: string;
  person: number | null;
  seat: number | null;
  text: string;
  id: string;
  args: Record<string, unknown>;
}

/**
 * A match that is over, or was stopped (`result` null).
 */
export interface ShownMatch {
  number: number;
  result: Record<string, unknown> | null;
  winners: number[];
  names: string[];
}

/**
 * The table for one audience: a seat, or a spectator (`seat` null).  `phase`: `waiting` (before the first
 * deal) | `playing` | `over`. `turn` numbers the present turn (give it back with a move). `to_move` is the
 * seat waited for. `pull_until`: when the game's own clock of a pull runs out. `may_hint`: the reader may be
 * shown the best moves of his turns. `proofs` are those of the last finished deals of this match, by deal
 * number; `Table.proof` has all.
 */
export interface Shown {
  table: string;
  seat: number | null;
  me: number | null;
  game: string;
  rules_version: number;
  players: number;
  options: Record<string, unknown>;
  settings: Settings;
  phase: string;
  match_number: number;
  deal_number: number;
  duplicate_deals: number;
  turn: number;
  to_move: number | null;
  paused_until: number | null;
  pull_until: number | null;
  seats: ShownSeat[];
  people: ShownPerson[];
  host: number | null;
  vote: ShownVote | null;
  can_take_back: boolean;
  may_propose: string[];
  may_hint: boolean;
  pledge: ShownPledge | null;
  proofs: Record<number, Record<string, unknown>>;
  matches: ShownMatch[];
  lines: ShownLine[];
}

/**
 * Take a seat that nobody owns, a bot's too; in a running match with its cards.
 */
export interface SitCommand {
  kind: 'sit';
  seat: number;
  id?: string;
}

/**
 * Leave the seat, before the start only.
 */
export interface StandUpCommand {
  kind: 'stand_up';
  id?: string;
}

/**
 * Leave the table for good: in a match a bot takes the seat.
 */
export interface LeaveCommand {
  kind: 'leave';
  id?: string;
}

/**
 * Play the seat oneself again, where the stand-in does.
 */
export interface BackCommand {
  kind: 'back';
  id?: string;
}

/**
 * Let a bot play a seat nobody owns, or (null) open it; the host, before the start.
 */
export interface SetBotCommand {
  kind: 'set_bot';
  seat: number;
  bot?: string | null;
  id?: string;
}

/**
 * Choose the game's options (what is not named has its default) and the number of players; the host.
 */
export interface SetOptionsCommand {
  kind: 'set_options';
  options: Record<string, unknown>;
  players: number;
  id?: string;
}

/**
 * Choose clock, pace, spectators, chat, stand-in; the host, before the start.
 */
export interface SetSettingsCommand {
  kind: 'set_settings';
  settings: Settings;
  id?: string;
}

/**
 * Choose the pace of the bots, at any time; the host, or a person who is the only one at the seats.
 */
export interface SetPaceCommand {
  kind: 'set_pace';
  pace: string;
  id?: string;
}

/**
 * Be ready for the first deal, or no longer. A host with no person at the seats starts the bots by it.
 */
export interface ReadyCommand {
  kind: 'ready';
  ready?: boolean;
  id?: string;
}

/**
 * Want a rematch when the match is over or stopped, or no longer.
 */
export interface AgainCommand {
  kind: 'again';
  wanted?: boolean;
  id?: string;
}

/**
 * Make a move, in the game's notation. With `turn` (as shown) it is refused where that turn is past.
 */
export interface MoveCommand {
  kind: 'move';
  move: string;
  turn?: number | null;
  id?: string;
}

/**
 * Lay hand on the physical heap: the game's own clock of a pull starts.
 */
export interface GrabCommand {
  kind: 'grab';
  id?: string;
}

/**
 * Commit to 16 random bytes for the coming deal: their SHA-256, 64 hex digits.
 */
export interface ContributeCommand {
  kind: 'contribute';
  hash: string;
  id?: string;
}

/**
 * Reveal the 16 bytes, 32 hex digits.
 */
export interface RevealCommand {
  kind: 'reveal';
  value: string;
  id?: string;
}

/**
 * Propose `take_back | pause | resume | stop | remove` (of the absent person at `seat`).
 */
export interface ProposeCommand {
  kind: 'propose';
  what: string;
  seat?: number | null;
  id?: string;
}

/**
 * Agree with what is proposed, or not.
 */
export interface VoteCommand {
  kind: 'vote';
  agrees: boolean;
  id?: string;
}

/**
 * Withdraw one's own proposal.
 */
export interface WithdrawCommand {
  kind: 'withdraw';
  id?: string;
}

/**
 * Write a line to everybody.
 */
export interface SayCommand {
  kind: 'say';
  text: string;
  id?: string;
}

/**
 * Say a quick phrase, by its id.
 */
export interface PhraseCommand {
  kind: 'phrase';
  phrase: string;
  id?: string;
}

/**
 * Mute a person, by the number the table shows, or let him speak again; the host.
 */
export interface MuteCommand {
  kind: 'mute';
  person: number;
  muted?: boolean;
  id?: string;
}

/**
 * Remove a person, by the number the table shows; the host. In a match a bot takes his seat.
 */
export interface RemoveCommand {
  kind: 'remove';
  person: number;
  id?: string;
}

export type Command =
  | SitCommand
  | StandUpCommand
  | LeaveCommand
  | BackCommand
  | SetBotCommand
  | SetOptionsCommand
  | SetSettingsCommand
  | SetPaceCommand
  | ReadyCommand
  | AgainCommand
  | MoveCommand
  | GrabCommand
  | ContributeCommand
  | RevealCommand
  | ProposeCommand
  | VoteCommand
  | WithdrawCommand
  | SayCommand
  | PhraseCommand
  | MuteCommand
  | RemoveCommand;

/**
 * The first message of a client. It is answered by `welcome` and then `whole`.  `since` is the number of the
 * last update that it has, where it comes again: then what it has missed is sent, or where the server has
 * that no longer, `whole`.
 */
export interface Hello {
  type: 'hello';
  protocol: number;
  since?: number;
}

/**
 * Do something at the table. `do.id` is the client's own name of it: the same name again does nothing twice.
 */
export interface Ask {
  type: 'ask';
  do: Command;
}

/**
 * Take hold of a card of the physical heap, at a place in mm; the hand follows in binary frames.
 */
export interface BeginPull {
  type: 'begin_pull';
  id: string;
  card: number;
  x: number;
  y: number;
}

/**
 * Let go of the card.
 */
export interface LetGo {
  type: 'let_go';
  id: string;
}

/**
 * What would be the best move? For whoever is to move, where the table's `hints` allow it.  Answered by
 * `hinted` or by `failed` with the same `id`. It changes nothing at the table, and nobody is told.
 */
export interface WantHint {
  type: 'want_hint';
  id: string;
}

/**
 * Is anybody there? Answered by `pong`.
 */
export interface Ping {
  type: 'ping';
  at?: number;
}

export type FromClient =
  | Hello
  | Ask
  | BeginPull
  | LetGo
  | WantHint
  | Ping;

/**
 * What happened, as the reader may know it: match and deal it happened in, from 1 on, its place in the
 * deal's story, from 0 on, and the sentence (`views.write_said`).
 */
export type StoryLine = [match: number, deal: number, place: number, said: Said];

/**
 * A move that a bot has considered: its value, more being better, and why (`views.write_said`), or null.
 */
export interface Weighed {
  move: string;
  value: number;
  why: Said | null;
}

/**
 * The server's first message. `now` is its clock in ms: all deadlines are by it.
 */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  server: string;
  table: string;
  now: number;
}

/**
 * All that the reader may know: the table, the match (null before the first), the story of the deal so far.
 * `seq` is the number of the last event of the table; `table` is `kozyr.table.Shown` without its lines.
 */
export interface Whole {
  type: 'whole';
  seq: number;
  table: TableParts;
  view: ViewParts | null;
  story: StoryLine[];
  lines: ShownLine[];
}

/**
 * What has changed since the event `after` (`deltas`), and what is new in story and talk.  A line of the
 * story takes the place of the one that stood there and of all behind it; `at.told` of the view says which
 * deal they tell of, `at.story` how many there are.
 */
export interface Update {
  type: 'update';
  after: number;
  seq: number;
  table?: Delta;
  view?: Delta;
  story?: StoryLine[];
  lines?: ShownLine[];
}

/**
 * What was asked is done and stored; `seq` is the event that came of it.
 */
export interface Done {
  type: 'done';
  id: string;
  seq: number;
}

/**
 * What was asked is not done. `code` is for programs, `texts` say it by language; `id` names the ask.
 * `why`: the rule of the game that forbids a move, as a sentence; it is in `texts` too.
 */
export interface Failed {
  type: 'failed';
  code: string;
  texts: Record<string, string>;
  id?: string;
  values?: Record<string, unknown>;
  why?: Said | null;
}

/**
 * What a bot would do that sees what the reader sees, after turn `turn`, and what it has considered, best
 * first.  `value_term` is the term of the game in which values are, or empty where they have no measure.
 */
export interface Hinted {
  type: 'hinted';
  id: string;
  turn: number;
  move: string;
  bot: string;
  value_term: string;
  moves: Weighed[];
}

/**
 * The answer to `ping`, with its `at`; `now` is the server's clock in ms.
 */
export interface Pong {
  type: 'pong';
  at: number;
  now: number;
}

/**
 * Somebody has taken hold of a card of the physical heap; poses follow in binary frames.
 */
export interface Pulling {
  type: 'pulling';
  seat: number;
  card: number;
}

/**
 * The card that was held lies still, and the hut stands; it is not free, so the turn goes on.  Whoever pulls
 * may take it again, or another. `broken`: the simulation broke down, and all lies as before.
 */
export interface Rested {
  type: 'rested';
  seat: number;
  card: number;
  broken?: boolean;
}

/**
 * The server closes the connection: `restart` (come again soon), `removed`, `no_spectators`, `slow`,
 * `elsewhere`, `deleted`.
 */
export interface Bye {
  type: 'bye';
  code: string;
}

export type FromServer =
  | Welcome
  | Whole
  | Update
  | Done
  | Failed
  | Hinted
  | Pong
  | Pulling
  | Rested
  | Bye;
