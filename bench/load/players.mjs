// The players of the load benchmark: one process with all tables' clients.
//
// `node players.mjs '{"server": "kozyr" | "boardgame", "url": …, "game": …, "players": …}'` reads orders from standard
// input, one JSON object a line, and answers each with one: {"tables": n} brings the tables to n; {"play": seconds,
// "rate": moves a second of each table} plays and tells how long moves took.
//
// A table has one move under way at a time. A move is sent when it is due and counts from then on; where the table was
// not ready, it is sent as soon as it is, and counts from when it was due all the same.

import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import readline from "node:readline";
import { BoardgameServer } from "./boardgame.mjs";
import { KozyrServer } from "./kozyr.mjs";

const AT_ONCE = 8; // tables that are made at a time
const SILENT_MS = 20_000; // a move that nobody answers so long is lost

class Table {
  constructor(server, seats) {
    Object.assign(this, { server, seats });
    this.flight = null; // the move under way
    this.due = []; // since when moves are due
    seats.forEach((seat, number) => (seat.onUpdate = () => this.heard(number)));
  }

  // A move is due now.
  tick(now, tally) {
    this.tally = tally;
    this.due.push(now);
    this.next();
  }

  next() {
    if (this.flight !== null || this.due.length === 0) return;
    if (this.seats[0].isOver) return void this.again();
    const mover = this.seats.findIndex((seat) => seat.isToMove);
    if (mover < 0) return;
    this.send(mover, this.due.shift());
  }

  async send(mover, since) {
    const flight = { since, mover, tally: this.tally, waits: new Set(this.seats.keys()) };
    flight.waits.delete(mover);
    this.flight = flight;
    flight.tally.sent++;
    const isDone = await this.seats[mover].move(Math.random);
    if (isDone) flight.tally.acks.push(performance.now() - since);
    else flight.tally.refused++;
    flight.done = true;
    this.landed();
  }

  // A seat has heard of a change of the turn.
  heard(number) {
    const flight = this.flight;
    if (flight !== null && flight.waits.delete(number)) flight.tally.updates.push(performance.now() - flight.since);
    if (flight === null) this.next();
    else this.landed();
  }

  landed() {
    if (this.flight?.done && this.flight.waits.size === 0) {
      this.flight = null;
      this.next();
    }
  }

  async again() {
    if (this.wants) return;
    this.wants = true;
    await this.server.again(this.seats);
    this.wants = false;
  }

  get isLost() {
    return this.seats.some((seat) => seat.lost);
  }
}

function quantile(sorted, part) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] : null;
}

function figures(times) {
  const sorted = Float64Array.from(times).sort();
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((part) => quantile(sorted, part));
  return { count: sorted.length, p50, p90, p99, most: quantile(sorted, 1) };
}

const sum = (seats, name) => seats.reduce((all, seat) => all + seat[name], 0);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Players {
  constructor(config) {
    this.server = config.server === "kozyr" ? new KozyrServer(config) : new BoardgameServer(config);
    this.tables = [];
  }

  get seats() {
    return this.tables.flatMap((table) => table.seats);
  }

  async bring(count) {
    let next = this.tables.length;
    const make = async () => {
      while (next < count) {
        const number = next++;
        this.tables.push(new Table(this.server, await this.server.table(number)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, make));
    while (!this.tables.every((table) => table.seats.some((seat) => seat.isToMove))) await sleep(20);
    return { tables: this.tables.length };
  }

  async play(seconds, rate) {
    const tally = { sent: 0, refused: 0, acks: [], updates: [] };
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = this.traffic();
    delay.enable();
    const start = performance.now();
    await Promise.all(this.tables.map((table) => this.drive(table, tally, start, seconds * 1000, 1000 / rate)));
    const took = (performance.now() - start) / 1000;
    delay.disable();
    const lost = await this.settle(tally);
    const after = this.traffic();
    return {
      seconds: took,
      sent: tally.sent,
      refused: tally.refused,
      lost,
      broken: this.tables.filter((table) => table.isLost).length,
      ack: figures(tally.acks),
      update: figures(tally.updates),
      expected: (tally.sent - tally.refused) * (this.tables[0].seats.length - 1),
      read: after.read - before.read,
      written: after.written - before.written,
      lateness: delay.percentile(99) / 1e6 - 5,
    };
  }

  async drive(table, tally, start, lasts, every) {
    for (let due = start + Math.random() * every; due < start + lasts; due += every) {
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      table.tick(wait > 0 ? performance.now() : due, tally);
    }
    await sleep(start + lasts - performance.now());
    table.due = [];
  }

  // Wait for all that is under way; how many moves are never answered.
  async settle() {
    const end = performance.now() + SILENT_MS;
    while (this.tables.some((table) => table.flight !== null) && performance.now() < end) await sleep(10);
    const lost = this.tables.filter((table) => table.flight !== null);
    for (const table of lost) table.flight = null;
    return lost.length;
  }

  traffic() {
    return { read: sum(this.seats, "bytesRead"), written: sum(this.seats, "bytesWritten") };
  }
}

const players = new Players(JSON.parse(process.argv[2]));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  const answer = order.play ? await players.play(order.play, order.rate ?? 1) : await players.bring(order.tables);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
