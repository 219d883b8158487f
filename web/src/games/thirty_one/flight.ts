// How cards and chips fly from one place on the screen to another.

import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

import { isStill, settings } from '../../state/settings.svelte';
import { wayTo } from '../../table/motion';

const FLIGHT_MS = 360;
const FAST = 0.4;
const SMALLEST = 0.3;

/** How long something flies, or stays before what comes after it; nothing where all lies still. */
export function lasting(ms = FLIGHT_MS): number {
  if (isStill()) return 0;
  return settings.motion === 'fast' ? ms * FAST : ms;
}

/** Where the first element of a selector is; null where it is not shown. */
export function rectOf(selector: string): DOMRect | null {
  const rect = document.querySelector(selector)?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : null;
}

/** A card comes from a place, or goes to it (as `out:`); at once where there is none. */
export function flies(
  node: Element,
  { place, delay = 0 }: { place: string | null; delay?: number },
): TransitionConfig {
  const other = place === null ? null : rectOf(place);
  if (other === null || isStill()) return { duration: 0 };
  const at = wayTo(node, other, SMALLEST);
  return {
    duration: lasting(),
    delay: lasting(delay),
    easing: cubicOut,
    css: (_, gone) => `${at(gone)} opacity: ${String(1 - gone ** 4)};`,
  };
}
