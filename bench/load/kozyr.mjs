// A seat at a table of Kozyr's server, as plainly as its protocol allows; it keeps what changed, and computes no rules.

import { createHash, randomBytes } from "node:crypto";
import WebSocket from "ws";

const PROTOCOL = 1;

async function post(url, body, cookie) {
  const headers = { "content-type": "application/json", ...(cookie && { cookie }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return { json: await answer.json(), cookie: answer.headers.get("set-cookie")?.split(";")[0] };
}

// A state brought up to date, two deep (protocol/deltas.py).
function updated(old, delta) {
  const state = { ...old };
  for (const path of delta.gone ?? []) {
    const [name, key] = path.split("/", 2);
    if (key === undefined) delete state[name];
    else delete (state[name] = { ...state[name] })[key];
  }
  for (const [name, value] of Object.entries(delta.set ?? {})) {
    const both = isTable(value) && isTable(state[name]);
    state[name] = both ? { ...state[name], ...value } : value;
  }
  return state;
}

const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export class KozyrSeat {
  constructor(socket, seat) {
    this.socket = socket;
    this.seat = seat;
    this.onUpdate = () => {};
    this.failures = 0;
    this.lost = false;
    this.waiting = new Map();
    this.asked = 0;
    this.shown = new Map();
    this.table = {};
    this.view = {};
    socket.on("message", (data, isBinary) => isBinary || this.take(JSON.parse(data.toString())));
    socket.on("close", () => (this.lost = true));
  }

  static async join(url, table, seat, cookie) {
    const address = `${url.replace(/^http/, "ws")}/api/tables/${table}/socket`;
    const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
    const joined = new KozyrSeat(socket, seat);
    await new Promise((resolve, reject) => {
      joined.welcome = resolve;
      socket.on("error", reject);
      socket.on("open", () => joined.say({ type: "hello", protocol: PROTOCOL }));
    });
    return joined;
  }

  say(message) {
    this.socket.send(JSON.stringify(message));
  }

  // Resolves once what was asked is stored; to the server's refusal where it is not.
  ask(command) {
    const id = `${this.seat}-${++this.asked}`;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.say({ type: "ask", do: { ...command, id } });
    });
  }

  take(message) {
    if (message.type === "whole") {
      this.table = message.table;
      this.view = message.view ?? {};
      this.welcome();
    } else if (message.type === "update") {
      this.update(message);
    } else if (message.type === "done" || message.type === "failed") {
      if (message.type === "failed") this.failures++;
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
  }

  update(message) {
    if (message.table) this.table = updated(this.table, message.table);
    if (message.view) this.view = updated(this.view, message.view);
    if (message.table?.set?.pledge) this.contribute(this.table.pledge);
    if (message.table?.set?.turn !== undefined) this.onUpdate();
  }

  // Give a deal bytes of one's own, so that it need not wait for them.
  contribute(pledge) {
    const key = `${this.table.match_number} ${pledge.deal} ${pledge.stage}`;
    if (!pledge.asks.includes(this.seat) || this.shown.has(key)) return;
    if (pledge.stage === "hashes") {
      this.bytes = randomBytes(16);
      this.shown.set(key, true);
      this.ask({ kind: "contribute", hash: createHash("sha256").update(this.bytes).digest("hex") });
    } else if (pledge.stage === "reveals" && this.bytes) {
      this.shown.set(key, true);
      this.ask({ kind: "reveal", value: this.bytes.toString("hex") });
    }
  }

  get isToMove() {
    return (this.view.legal?.length ?? 0) > 0;
  }

  get isOver() {
    return this.table.phase === "over";
  }

  async move(random) {
    const { legal } = this.view;
    const answer = await this.ask({ kind: "move", move: legal[Math.floor(random() * legal.length)].move });
    return answer.type === "done";
  }

  get bytesRead() {
    return this.socket._socket?.bytesRead ?? 0;
  }

  get bytesWritten() {
    return this.socket._socket?.bytesWritten ?? 0;
  }

  close() {
    this.socket.terminate();
  }
}

export class KozyrServer {
  constructor({ url, game, options, players }) {
    Object.assign(this, { url, game, options: options ?? {}, players });
    this.cookies = [];
  }

  async person(number) {
    return (this.cookies[number] ??= (await post(`${this.url}/api/me`, { name: `P${number}` })).cookie);
  }

  // A table with a person of its own at every seat, who all are ready.
  async table(number) {
    const people = [];
    for (let seat = 0; seat < this.players; seat++) people.push(await this.person(number * this.players + seat));
    const seats = ["me", ...Array(this.players - 1).fill("open")];
    const settings = { stand_in: "random" };
    const body = { game: this.game, players: this.players, options: this.options, settings, seats };
    const { id } = (await post(`${this.url}/api/tables`, body, people[0])).json;
    const joined = await Promise.all(people.map((cookie, seat) => KozyrSeat.join(this.url, id, seat, cookie)));
    await Promise.all(joined.slice(1).map((one) => one.ask({ kind: "sit", seat: one.seat })));
    await Promise.all(joined.map((one) => one.ask({ kind: "ready" })));
    return joined;
  }

  async again(seats) {
    await Promise.all(seats.map((seat) => seat.ask({ kind: "again" })));
  }
}
