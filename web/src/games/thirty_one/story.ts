// What the story of a deal says of its course: who did what last, what lay open, who showed what. It is read, not judged.

import { type CardCode, cardsIn, numberIn, type Said, seatIn, termIn } from '../../protocol/view';

/** Cards given for cards of the table. */
export interface Swap {
  readonly given: readonly CardCode[];
  readonly taken: readonly CardCode[];
  readonly said: Said;
}

export type Word = 'stays' | 'passes' | 'shows' | 'joins' | 'declines';

/** What a seat did in its last turn. */
export interface Act {
  readonly swaps: readonly Swap[];
  readonly word: Word | null;
  /** The place of its last sentence in the story. */
  readonly at: number;
}

/** The open cards at one moment; none between a drain and the cards that follow it. */
export interface Frame {
  readonly cards: readonly CardCode[];
  readonly drain: 'drains' | 'drains_lap' | null;
}

/** A hand as it was opened: its points, or the term of its combination. */
export interface Opened {
  readonly seat: number;
  readonly points: number | null;
  readonly term: string | null;
}

/** How a deal ended. */
export interface Ending {
  readonly kind: 'won' | 'svara' | 'tie';
  readonly opened: readonly Opened[];
  readonly winners: readonly number[];
  readonly pot: number;
  /** What joining a svara costs; null where nobody may. */
  readonly price: number | null;
  readonly joined: readonly number[];
}

const WORDS: Readonly<Record<string, Word | null>> = {
  stays: 'stays',
  passes: 'passes',
  passes_first: 'passes',
  shows: 'shows',
  joins: 'joins',
  declines: 'declines',
  ends_turn: null,
};

/** The seat that a sentence is about. */
function seatOf(said: Said): number | null {
  return seatIn(said.args['seat']);
}

/** The last turn of each seat that has had one. */
export function actsOf(story: readonly Said[]): ReadonlyMap<number, Act> {
  const acts = new Map<number, Act>();
  let turn: number | null = null;
  story.forEach((said, at) => {
    const seat = seatOf(said);
    if (seat === null || !(said.id === 'swaps' || said.id in WORDS)) return;
    const before = turn === seat ? acts.get(seat) : undefined;
    const swaps = before?.swaps ?? [];
    if (said.id === 'swaps') {
      const { given, taken } = said.args;
      acts.set(seat, {
        swaps: [...swaps, { given: cardsIn(given), taken: cardsIn(taken), said }],
        word: null,
        at,
      });
      turn = seat;
    } else {
      acts.set(seat, { swaps, word: WORDS[said.id] ?? null, at });
      turn = null;
    }
  });
  return acts;
}

/** What lay open from the start of a deal on, one frame after another. */
export function framesOf(story: readonly Said[]): readonly Frame[] {
  const frames: Frame[] = [{ cards: [], drain: null }];
  for (const said of story) {
    if (said.id === 'turns_up') frames.push({ cards: cardsIn(said.args['cards']), drain: null });
    else if (said.id === 'drains' || said.id === 'drains_lap') frames.push({ cards: [], drain: said.id });
    else if (said.id === 'swaps') {
      const { given, taken } = said.args;
      const [left, came] = [cardsIn(taken), cardsIn(given)];
      const old = frames.at(-1)?.cards ?? [];
      frames.push({ cards: old.map((card) => came[left.indexOf(card)] ?? card), drain: null });
    }
  }
  return frames;
}

/** The seat that began the closing lap. */
export function closerOf(story: readonly Said[]): number | null {
  const closing = story.find(({ id }) => id === 'passes_first' || id === 'limit_reached');
  return closing === undefined ? null : seatOf(closing);
}

/** How the deal ended; null while it runs. */
export function endingOf(story: readonly Said[]): Ending | null {
  const seats = (id: string): number[] =>
    story.filter((said) => said.id === id).flatMap((said) => seatOf(said) ?? []);
  const won = story.find(({ id }) => id === 'wins_pot');
  const svara = story.find(({ id }) => id === 'svara_declared' || id === 'svara_alone');
  const tie = story.some(({ id }) => id === 'tie_declared');
  if (won === undefined && svara === undefined && !tie) return null;
  const told = story.findLast(({ id }) => id === 'pot_is');
  return {
    kind: won ? 'won' : svara ? 'svara' : 'tie',
    opened: openedIn(story),
    winners: won ? seats('wins_pot') : seats('is_tied'),
    pot: won ? numberIn(won.args['pot']) : told ? numberIn(told.args['pot']) : 0,
    price: svara?.id === 'svara_declared' ? numberIn(svara.args['amount']) : null,
    joined: seats('joins'),
  };
}

function openedIn(story: readonly Said[]): readonly Opened[] {
  return story.flatMap((said): Opened[] => {
    const seat = seatOf(said);
    if (seat === null) return [];
    if (said.id === 'opens_hand') return [{ seat, points: numberIn(said.args['points']), term: null }];
    const term = termIn(said.args['hand']);
    return said.id === 'opens_combination' && term !== null ? [{ seat, points: null, term }] : [];
  });
}

/** Why the deal is played for a pot that is there already. */
export function pastOf(story: readonly Said[]): 'svara' | 'tie' | null {
  if (story.some(({ id }) => id === 'svara_begins')) return 'svara';
  return story.some(({ id }) => id === 'antes_again') ? 'tie' : null;
}

/** Who gave a card to the table, where it was the last to move there by a swap. */
export function giverOf(story: readonly Said[], card: CardCode): number | null {
  return lastSwap(story, 'given', card);
}

/** Who took a card from the table, where that was the last that befell it. */
export function takerOf(story: readonly Said[], card: CardCode): number | null {
  return lastSwap(story, 'taken', card);
}

function lastSwap(story: readonly Said[], side: 'given' | 'taken', card: CardCode): number | null {
  const last = story.findLast(({ args }) =>
    [args['given'], args['taken'], args['cards']].some((arg) => cardsIn(arg).includes(card)),
  );
  return last?.id === 'swaps' && cardsIn(last.args[side]).includes(card) ? seatOf(last) : null;
}
