// Where cards come from and go to: places on the screen by their names, and the flights between them.

import type { Attachment } from 'svelte/attachments';
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

import type { CardCode } from '../protocol/view';
import { isStill, settings } from '../state/settings.svelte';

const FLIGHT_MS = 340;
const FAST_MS = 150;
/** A card of a deal follows the one before it so soon. */
const NEXT_MS = 55;
const SMALLEST = 0.45;

const places = new Map<string, Element>();
const leftFrom = new Map<CardCode, DOMRect>();

/** Gives an element the name of a place: `felt`, `seat:2`. */
export function place(name: string): Attachment {
  return (node) => {
    places.set(name, node);
    return () => {
      if (places.get(name) === node) places.delete(name);
    };
  };
}

/** Note where cards lie that are about to be played, wherever a finger has drawn them. */
export function noteCards(cards: readonly CardCode[]): void {
  for (const card of cards) {
    const found = document.querySelector(`[data-card="${CSS.escape(card)}"]`);
    if (found) leftFrom.set(card, found.getBoundingClientRect());
  }
}

/** Where the place of a name is on the screen; of several names the first that is anywhere. */
export function rectOf(names: readonly string[]): DOMRect | null {
  for (const name of names) {
    const rect = places.get(name)?.getBoundingClientRect();
    if (rect && rect.width > 0) return rect;
  }
  return null;
}

/** How long a card flies. */
export function flightMs(): number {
  if (isStill()) return 0;
  return settings.motion === 'fast' ? FAST_MS : FLIGHT_MS;
}

/** When the card of a number sets out. */
export function delayMs(index: number): number {
  return settings.motion === 'fast' ? (index * NEXT_MS) / 2 : index * NEXT_MS;
}

/** A card comes from where it was left, or else from a place. */
export function come(
  node: Element,
  { card = '', from, index = 0 }: { card?: CardCode | null; from: readonly string[]; index?: number },
): TransitionConfig {
  const left = leftFrom.get(card ?? '') ?? null;
  leftFrom.delete(card ?? '');
  return { ...flight(node, left ?? rectOf(from)), delay: left ? 0 : delayMs(index) };
}

/** A card goes to a place. */
export function go(node: Element, { to }: { to: readonly string[] }): TransitionConfig {
  return flight(node, rectOf(to), 0);
}

function flight(node: Element, other: DOMRect | null, opacity = 1): TransitionConfig {
  if (other === null || isStill()) return { duration: 0 };
  const at = wayTo(node, other, SMALLEST);
  return {
    duration: flightMs(),
    easing: cubicOut,
    css: (_, gone) => `${at(gone)} opacity: ${String(1 - (1 - opacity) * gone ** 3)};`,
  };
}

/** How an element is drawn on its way to another place, by the part of the way: as small as that, or as it may be. */
export function wayTo(node: Element, other: DOMRect, smallest: number): (gone: number) => string {
  const own = node.getBoundingClientRect();
  const x = other.x + other.width / 2 - own.x - own.width / 2;
  const y = other.y + other.height / 2 - own.y - own.height / 2;
  const scale = Math.max(smallest, Math.min(1, other.width / Math.max(1, own.width)));
  return (gone) =>
    `transform: translate(${String(x * gone)}px, ${String(y * gone)}px) scale(${String(1 - (1 - scale) * gone)});`;
}

/**
 * Something that is only seen on its way crosses the page from the middle of a place to that of another, and fades.
 * Without its size it is measured, for which all that has changed is laid out.
 */
export function cross(
  node: HTMLElement,
  { from, to, size }: { from: DOMRect; to: DOMRect; size?: { width: number; height: number } },
  timing: KeyframeAnimationOptions,
): Animation {
  const { width, height } = size ?? node.getBoundingClientRect();
  const at = (rect: DOMRect): string =>
    `translate(${String(rect.x + (rect.width - width) / 2)}px, ${String(rect.y + (rect.height - height) / 2)}px)`;
  return node.animate(
    [
      { transform: at(from), opacity: 1 },
      { transform: at(to), opacity: 1, offset: 0.85 },
      { transform: at(to), opacity: 0 },
    ],
    { ...timing, fill: 'both' },
  );
}
