// Keys that are meant for the whole page.

/** Whether a key is free: no other part has answered it, nothing is typed or slid by it, and no dialog is open. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  const isTyping = target instanceof Element && target.matches('input, select, textarea');
  return !isTyping && document.querySelector('dialog[open]') === null;
}
