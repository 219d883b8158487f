// A connection to a table, kept up over everything that a network does, as `kozyr.client.table_connection` keeps it.

import { delayBefore } from './backoff';
import { hexOf, randomBytes } from './bytes';
import { Contributor } from './contributor';
import { DeltaError } from './deltas';
import { Hints, LostError } from './hints';
import { Outbox, Refusal } from './outbox';
import { afterUpdate, ofWhole, type Snapshot } from './snapshot';
import {
  PROTOCOL,
  type Command,
  type Done,
  type Failed,
  type FromClient,
  type FromServer,
  type Hinted,
} from './types';

const PING_MS = 15_000;
const FOR_GOOD = new Set(['removed', 'no_spectators', 'deleted', 'elsewhere']);
const BUSY = new Set(['too_often', 'server_full', 'storage', 'internal']);

/** The connection is over for good: `code` is of a farewell, or `closed`, `protocol`, `refused`. */
export class ConnectionEnded extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Who follows a connection. */
export interface Listener {
  /** The table is another than before. */
  changed(now: Snapshot): void;
  /** The connection is there, or lost and sought again. */
  online(is: boolean): void;
  /** It is over for good; nothing comes after it. */
  ended(why: ConnectionEnded | Refusal): void;
  /** A message that is nothing of the table's state: of a pull of bodies, and the answers to who pulls. */
  told?(message: FromServer): void;
  /** Poses of bodies. */
  frame?(data: ArrayBuffer): void;
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  binaryType: BinaryType;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
};

/** What a connection needs of its surroundings; tests give others. */
export interface Surroundings {
  open(url: string): Socket;
  now(): number;
  chance(): number;
  later(ms: number, call: () => void): () => void;
}

const BROWSER: Surroundings = {
  open: (url) => new WebSocket(url) as unknown as Socket,
  now: () => performance.now(),
  chance: () => Math.random(),
  later: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

export class TableConnection {
  readonly contributor = new Contributor();
  #url: string;
  #listener: Listener;
  #world: Surroundings;
  #outbox: Outbox;
  #hints: Hints;
  #socket: Socket | null = null;
  #snapshot: Snapshot | null = null;
  #since = 0;
  #attempt = 0;
  #welcomed = false;
  #settled = false;
  #mayReturn = true;
  #firstPing = 0;
  #heard = 0;
  #ahead = 0;
  #ended: ConnectionEnded | Refusal | null = null;
  #cancel: (() => void)[] = [];

  constructor(table: string, listener: Listener, world: Surroundings = BROWSER) {
    this.#url = socketOf(table);
    this.#listener = listener;
    this.#world = world;
    const prefix = hexOf(randomBytes(6));
    this.#outbox = new Outbox(prefix);
    this.#hints = new Hints(prefix);
    this.#visit();
  }

  /** The table as it is known now; null before the first message. */
  get snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  /** The clock of the server in ms, as far as it is known: all deadlines are by it. */
  serverNow(): number {
    return this.#world.now() + this.#ahead;
  }

  /**
   * Do something at the table; done once it is stored. Rejects with Refusal or ConnectionEnded. While the
   * connection is lost it waits, and counts once however often it has to be sent.
   */
  ask(command: Command): Promise<Done> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const { ask, answered } = this.#outbox.add(command);
    this.send(ask);
    return answered;
  }

  /** The best move for oneself, who is to move. Rejects with Refusal, ConnectionEnded; LostError after a loss. */
  hint(): Promise<Hinted> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    if (!this.#welcomed) return Promise.reject(new LostError());
    const { want, answered } = this.#hints.add();
    this.send(want);
    return answered;
  }

  /** Send a message or a binary frame now; nothing where the connection is lost. */
  send(message: FromClient | ArrayBuffer): void {
    if (!this.#welcomed || this.#socket?.readyState !== 1) return;
    this.#socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message));
  }

  /** Try again now, for the network has come back. */
  hurry(): void {
    if (this.#socket === null && this.#ended === null) this.#visit();
  }

  /** Leave; what was not answered is rejected. */
  close(): void {
    this.#end(new ConnectionEnded('closed'));
  }

  #visit(): void {
    this.#forgetTimers();
    const socket = this.#world.open(this.#url);
    this.#socket = socket;
    this.#welcomed = this.#settled = false;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, since: this.#since }));
      this.#heard = this.#world.now();
      this.#beat();
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heard = this.#world.now();
      if (typeof data === 'string') this.#hear(JSON.parse(data) as FromServer);
      else this.#listener.frame?.(data as ArrayBuffer);
    };
  }

  #lose(): void {
    const wasOnline = this.#welcomed;
    this.#drop();
    this.#hints.fail(new LostError());
    if (this.#ended !== null) return;
    if (wasOnline) this.#attempt = 0;
    this.#mayReturn = true;
    this.#listener.online(false);
    this.#later(delayBefore(this.#attempt++, this.#world.chance()), () => {
      this.#visit();
    });
  }

  /** Let go of the socket without hearing of its end. */
  #drop(): void {
    this.#forgetTimers();
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (socket === null) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #end(why: ConnectionEnded | Refusal): void {
    if (this.#ended !== null) return;
    this.#ended = why;
    this.#drop();
    this.#outbox.fail(why);
    this.#hints.fail(why);
    this.#listener.ended(why);
  }

  #beat(): void {
    this.#later(PING_MS, () => {
      if (this.#world.now() - this.#heard > 2 * PING_MS) {
        this.#lose();
        return;
      }
      this.send({ type: 'ping', at: Math.trunc(this.#world.now()) });
      this.#beat();
    });
  }

  #later(ms: number, call: () => void): void {
    this.#cancel.push(this.#world.later(ms, call));
  }

  #forgetTimers(): void {
    for (const cancel of this.#cancel) cancel();
    this.#cancel = [];
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome(message.protocol, message.now);
        break;
      case 'whole':
        this.#become(ofWhole(message, this.#snapshot));
        break;
      case 'update':
        this.#take(message);
        break;
      case 'done':
        if (!this.#outbox.settle(message)) this.#listener.told?.(message);
        break;
      case 'hinted':
        this.#hints.settle(message);
        break;
      case 'failed':
        this.#refused(message);
        break;
      case 'pong':
        this.#pong(message.at, message.now);
        break;
      case 'bye':
        if (FOR_GOOD.has(message.code)) this.#end(new ConnectionEnded(message.code));
        else this.#lose();
        break;
      default:
        this.#listener.told?.(message);
    }
  }

  #welcome(protocol: number, now: number): void {
    if (protocol !== PROTOCOL) {
      this.#end(new ConnectionEnded('protocol'));
      return;
    }
    this.#ahead = now - this.#world.now();
    this.#welcomed = true;
    this.#askAgain();
    this.#firstPing = Math.trunc(this.#world.now());
    this.send({ type: 'ping', at: this.#firstPing });
    this.#listener.online(true);
  }

  #take(update: FromServer & { type: 'update' }): void {
    try {
      if (this.#snapshot === null) throw new DeltaError('an update came before the whole');
      this.#become(afterUpdate(this.#snapshot, update));
    } catch (error) {
      if (!(error instanceof DeltaError)) throw error;
      this.#since = 0;
      this.#lose();
    }
  }

  #become(now: Snapshot): void {
    const isNew = now !== this.#snapshot;
    this.#snapshot = now;
    this.#since = now.seq;
    this.#settled = true;
    if (!isNew) return;
    void this.contributor.follow(now.table).then((owed) => {
      for (const command of owed) this.#askOneself(command);
    });
    this.#return();
    this.#listener.changed(now);
  }

  /** Take the own seat back from the stand-in, once after every loss. */
  #return(): void {
    const table = this.#snapshot?.table;
    const own = table && table.seat !== null ? table.seats[table.seat] : undefined;
    if (!this.#mayReturn || !own?.stood_in) return;
    this.#mayReturn = false;
    this.#askOneself({ kind: 'back' });
  }

  #refused(message: Failed): void {
    if (message.id) {
      if (!this.#outbox.settle(message) && !this.#hints.settle(message)) this.#listener.told?.(message);
    } else if (message.code === 'too_often' && this.#settled) {
      const seconds = Number(message.values?.['seconds'] ?? 1);
      this.#hints.fail(new Refusal(message));
      this.#later(seconds * 1000, () => {
        this.#askAgain();
      });
    } else if (BUSY.has(message.code)) {
      if (!this.#settled) this.#lose();
    } else if (!this.#settled) {
      this.#end(new Refusal(message));
    }
  }

  #askAgain(): void {
    for (const ask of this.#outbox.waiting) this.send(ask);
  }

  #pong(at: number, now: number): void {
    this.#ahead = now - (at + this.#world.now()) / 2;
    if (at < this.#firstPing) return;
    this.#settled = true; // all that was missed has come before it
    this.#return();
    this.#mayReturn = false;
  }

  /** What nobody waits for; a refusal (too late, done already) is no harm. */
  #askOneself(command: Command): void {
    this.ask(command).catch(() => undefined);
  }
}

function socketOf(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
