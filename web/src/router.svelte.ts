// The pages by their addresses, which are real ones: they can be opened, sent and gone back to.

export type Route =
  | { page: 'start' | 'tables' | 'settings' | 'claim' | 'records' | 'file' | 'fairness' | 'none' }
  | { page: 'new'; game: string }
  | { page: 'rules' | 'learn'; game: string }
  | { page: 'record' | 'shared'; id: string }
  | { page: 'table'; id: string };

const ID = '([A-Za-z0-9_-]{1,64})';
const PATHS: readonly [RegExp, (id: string) => Route][] = [
  [/^\/$/, () => ({ page: 'start' })],
  [/^\/tables$/, () => ({ page: 'tables' })],
  [/^\/settings$/, () => ({ page: 'settings' })],
  [/^\/claim$/, () => ({ page: 'claim' })],
  [/^\/records$/, () => ({ page: 'records' })],
  [/^\/records\/file$/, () => ({ page: 'file' })],
  [/^\/fairness$/, () => ({ page: 'fairness' })],
  [new RegExp(`^/records/${ID}$`), (id) => ({ page: 'record', id })],
  [new RegExp(`^/r/${ID}$`), (id) => ({ page: 'shared', id })],
  [new RegExp(`^/learn/${ID}$`), (game) => ({ page: 'learn', game })],
  [new RegExp(`^/new/${ID}$`), (game) => ({ page: 'new', game })],
  [new RegExp(`^/rules/${ID}$`), (game) => ({ page: 'rules', game })],
  [new RegExp(`^/t/${ID}$`), (id) => ({ page: 'table', id })],
];

/** The page of a path. */
export function routeOf(path: string): Route {
  for (const [pattern, make] of PATHS) {
    const found = pattern.exec(path);
    if (found) return make(found[1] ?? '');
  }
  return { page: 'none' };
}

class Router {
  route: Route = $state.raw(routeOf(location.pathname));

  constructor() {
    addEventListener('popstate', () => {
      this.route = routeOf(location.pathname);
    });
  }

  /** Go to a page of our own. */
  go(path: string, replaces = false): void {
    if (replaces) history.replaceState(history.state, '', path);
    else history.pushState({ comesFromOurs: true }, '', path);
    this.route = routeOf(location.pathname);
    scrollTo(0, 0);
  }

  /** Go back to the page of ours from which one has come; where there was none, to another. */
  back(otherwise: string): void {
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'comesFromOurs' in state) history.back();
    else this.go(otherwise, true);
  }

  /** Follow a link without loading the page anew, unless the browser is asked for more than to follow it. */
  readonly follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain) return;
    event.preventDefault();
    this.go(link.pathname);
  };
}

export const router = new Router();
