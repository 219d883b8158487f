// Only what changed is sent: a state brought up to date, as `kozyr.protocol.deltas` does it.

import type { Delta } from './view';

type Parts = Record<string, unknown>;

/** A delta that is one of another state: something was lost, all has to be told anew. */
export class DeltaError extends Error {}

/** Whether two values of JSON say the same; what a change has left alone is the same object. */
export function isAlike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The state after a change, which is the old one where nothing changes; `old` stays as it is. Throws DeltaError where the change is of another state. */
export function updated<T extends object>(old: T, delta: Delta): T {
  if (delta.gone === undefined && delta.set === undefined) return old;
  const next: Parts = { ...(old as Parts) };
  for (const path of delta.gone ?? []) remove(next, path);
  for (const [name, value] of Object.entries(delta.set ?? {})) {
    const before = next[name];
    next[name] = isObject(value) && isObject(before) ? { ...before, ...value } : value;
  }
  return next as T;
}

function remove(parts: Parts, path: string): void {
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  if (!(name in parts)) throw new DeltaError(`nothing is called ${name}`);
  if (slash < 0) {
    Reflect.deleteProperty(parts, name);
    return;
  }
  const inner = parts[name];
  if (!isObject(inner)) throw new DeltaError(`${name} has no parts`);
  const key = path.slice(slash + 1);
  parts[name] = Object.fromEntries(Object.entries(inner).filter(([each]) => each !== key));
}

/** Whether decoded JSON is an object. */
export function isObject(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
