// Whoever plays by keys stays where they are: what had the focus often goes, a card played, a button answered, a dialog
// closed, and the browser would send them back to the head of the page.

/** Where keys go on, the most wanted first. */
const NEXT = [
  '[data-go-on]',
  '[data-again]',
  '[data-list]',
  '[data-move]:not(:disabled)',
  '.own [data-card][tabindex="0"]',
  '[data-ready]',
];
/** Where they wait for the next of these, the nearest first. */
const PLACES = ['.table', 'main'];
const REACHABLE = ':is(button, a, input, select, [tabindex="0"]):not(:disabled, [tabindex="-1"], [inert] *)';

/** Keep the focus of a page from being lost; gives what ends it. */
export function keepFocus(page: HTMLElement): () => void {
  let last: Element | null = null;
  let group: Element | null = null;
  let isWaiting = false;

  function noted({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    last = target;
    group = target.closest('[role="group"], [role="radiogroup"]');
    isWaiting = target.matches(PLACES.join());
  }

  function look(): void {
    const isNowhere = document.activeElement === document.body || document.activeElement === null;
    if (isNowhere && last !== null && isGone(last)) {
      const next = within(group) ?? nextOne() ?? waitingPlace();
      next?.focus({ preventScroll: true });
    } else if (isWaiting && document.activeElement === last) nextOne()?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(look);
  observer.observe(page, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'inert', 'data-move'],
  });
  page.addEventListener('focusin', noted);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', noted);
  };
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled') || element.closest('[inert]') !== null;
}

function within(group: Element | null): HTMLElement | null {
  return group?.isConnected === true ? group.querySelector<HTMLElement>(REACHABLE) : null;
}

function nextOne(): HTMLElement | null {
  return first(document.querySelector('dialog[open]') === null ? NEXT : [`dialog[open] ${REACHABLE}`]);
}

function waitingPlace(): HTMLElement | null {
  const place = first(PLACES);
  place?.setAttribute('tabindex', '-1');
  return place;
}

function first(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found !== null) return found;
  }
  return null;
}
