// What people and the table itself say, in words.

import type { ShownLine } from '../protocol/types';
import type { Arg } from '../protocol/view';
import type { Scene } from './scene.svelte';

/** A line of the talk; with the name of whoever says it, where that is wanted. */
export function lineText(scene: Scene, line: ShownLine, withName = false): string {
  if (line.kind === 'notice')
    return scene.catalogue.table.said({ id: line.id, args: line.args as Record<string, Arg> }, scene.names);
  const words = line.kind === 'said' ? line.text : scene.catalogue.phrases.text(line.id);
  return withName ? `${line.name}: ${words}` : words;
}
