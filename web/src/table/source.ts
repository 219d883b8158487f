// What a scene draws from: a live table, or a record that is shown again.

import type { TableConnection } from '../protocol/connection';
import type { LiveTable } from './live.svelte';

/** All that is public of a live table. */
export type TableSource = Omit<LiveTable, 'connection'> & {
  readonly connection: Pick<TableConnection, keyof TableConnection>;
};
