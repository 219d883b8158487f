// A card is drawn by finger or mouse and let go over the table; less than a few pixels are a tap.

import type { Attachment } from 'svelte/attachments';

const THRESHOLD = 9;

export interface Dragging {
  /** Whether the card may be drawn now. */
  may: () => boolean;
  /** Where it is drawn to, from where it lay; null when it has been let go. */
  moved: (by: { x: number; y: number } | null) => void;
  /** It has been let go over the table. */
  dropped: () => void;
}

/** Lets an element be drawn onto whatever has `data-drop`. */
export function draggable({ may, moved, dropped }: Dragging): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number; id: number } | null = null;
    let isDrawn = false;

    // Captured at once: a quick hand has left the card before it is told of again.
    const down = (event: PointerEvent): void => {
      isDrawn = false;
      if (event.button !== 0 || !may()) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      node.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (start === null || event.pointerId !== start.id) return;
      const by = { x: event.clientX - start.x, y: event.clientY - start.y };
      if (!isDrawn && Math.hypot(by.x, by.y) < THRESHOLD) return;
      isDrawn = true;
      moved(by);
    };
    const up = (event: PointerEvent): void => {
      if (start === null || event.pointerId !== start.id) return;
      start = null;
      if (isDrawn && event.type === 'pointerup' && isOver(event)) dropped();
      moved(null);
    };
    // What was drawn has not been tapped.
    const click = (event: MouseEvent): void => {
      if (isDrawn) event.stopImmediatePropagation();
      isDrawn = false;
    };
    const listeners: [string, EventListener][] = [
      ['pointerdown', down as EventListener],
      ['pointermove', move as EventListener],
      ['pointerup', up as EventListener],
      ['pointercancel', up as EventListener],
    ];
    for (const [name, listener] of listeners) node.addEventListener(name, listener);
    node.addEventListener('click', click as EventListener, { capture: true });
    return () => {
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
      node.removeEventListener('click', click as EventListener, { capture: true });
    };
  };
}

function isOver(event: PointerEvent): boolean {
  return document
    .elementsFromPoint(event.clientX, event.clientY)
    .some((element) => element.closest('[data-drop]') !== null);
}
