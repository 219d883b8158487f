// A seat at a table of boardgame.io's server: what its own client says over socket.io, and nothing of what it draws.

import { io } from "socket.io-client";

export class BoardgameSeat {
  constructor(socket, match, seat) {
    Object.assign(this, { socket, match, seat });
    this.player = String(seat);
    this.onUpdate = () => {};
    this.failures = 0;
    this.lost = false;
    this.state = null;
    socket.on("update", (_match, state) => this.update(state));
    socket.on("disconnect", () => (this.lost = true));
  }

  static async join({ url, game, players }, match, seat) {
    const socket = io(`${url}/${game}`, { transports: ["websocket"], forceNew: true, reconnection: false });
    const joined = new BoardgameSeat(socket, match, seat);
    await new Promise((resolve, reject) => {
      socket.on("connect_error", reject);
      socket.on("connect", () => socket.emit("sync", match, joined.player, undefined, players));
      socket.on("sync", (_match, { state }) => {
        joined.state = state;
        resolve();
      });
    });
    return joined;
  }

  update(state) {
    if (this.state !== null && state._stateID <= this.state._stateID) return;
    this.state = state;
    this.done?.(true);
    this.done = undefined;
    this.onUpdate();
  }

  get isToMove() {
    return this.state !== null && this.state.ctx.currentPlayer === this.player;
  }

  get isOver() {
    return false;
  }

  // Resolves with the update that confirms it.
  move() {
    const payload = { type: "pass", args: [], playerID: this.player };
    return new Promise((resolve) => {
      this.done = resolve;
      this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.state._stateID, this.match, this.player);
    });
  }

  get tcp() {
    return this.socket.io.engine?.transport?.ws?._socket;
  }

  get bytesRead() {
    return this.tcp?.bytesRead ?? 0;
  }

  get bytesWritten() {
    return this.tcp?.bytesWritten ?? 0;
  }

  close() {
    this.socket.disconnect();
  }
}

export class BoardgameServer {
  constructor({ url, game, players }) {
    Object.assign(this, { url, game, players });
  }

  // A match with somebody at every seat; the first to come makes it.
  async table(number) {
    const join = (seat) => BoardgameSeat.join(this, `match-${number}`, seat);
    const first = await join(0);
    const others = Array.from({ length: this.players - 1 }, (_, seat) => join(seat + 1));
    return [first, ...(await Promise.all(others))];
  }
}
