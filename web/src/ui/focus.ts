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
    const active = document.activeElement;
    const isNowhere = active === document.body || active === null || active === last;
    if (isNowhere && last !== null && isGone(last))
      goOn([...within(last.parentElement), ...within(group), ...next(), ...places()]);
    else if (isWaiting && active === last) goOn(next());
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

/** Give the focus to the first that takes it: what is not drawn yet does not. */
function goOn(candidates: readonly HTMLElement[]): void {
  for (const candidate of candidates) {
    candidate.focus({ preventScroll: true });
    if (document.activeElement === candidate) return;
  }
}

function within(group: Element | null): readonly HTMLElement[] {
  return group?.isConnected === true ? [...group.querySelectorAll<HTMLElement>(REACHABLE)] : [];
}

function next(): readonly HTMLElement[] {
  return found(document.querySelector('dialog[open]') === null ? NEXT : [`dialog[open] ${REACHABLE}`]);
}

function places(): readonly HTMLElement[] {
  const all = found(PLACES);
  for (const place of all) place.setAttribute('tabindex', '-1');
  return all;
}

function found(selectors: readonly string[]): readonly HTMLElement[] {
  return selectors.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
}
