// The connection of a table that is only shown: nothing comes of it and nothing is asked by it.

import { ConnectionEnded, type TableConnection } from '../protocol/connection';
import { Contributor } from '../protocol/contributor';

export const STILL: Pick<TableConnection, keyof TableConnection> = {
  contributor: new Contributor(),
  snapshot: null,
  serverNow: () => 0,
  ask: () => Promise.reject(new ConnectionEnded('closed')),
  hint: () => Promise.reject(new ConnectionEnded('closed')),
  send: () => undefined,
  hurry: () => undefined,
  close: () => undefined,
};
