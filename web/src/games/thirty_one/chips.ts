// Chips as they are stacked and paid.

/** Chips of one worth on one another. */
export interface Stack {
  readonly worth: number;
  readonly count: number;
}

/** Chips that go from a seat into the pot, or (`isWon`) from the pot to a seat. */
export interface Payment {
  readonly seat: number;
  readonly amount: number;
  readonly isWon: boolean;
}

const WORTHS = [500_000, 100_000, 50_000, 10_000, 5000, 1000, 500, 100, 50, 10, 5, 1];

/** The chips that an amount is made of, the greatest first; of many stacks the `most` greatest. */
export function stacksOf(amount: number, most = 4): readonly Stack[] {
  let rest = amount;
  const stacks: Stack[] = [];
  for (const worth of WORTHS) {
    const count = Math.floor(rest / worth);
    rest -= count * worth;
    if (count > 0) stacks.push({ worth, count });
  }
  return stacks.slice(0, most);
}

/** Which of the colours of chips a worth has, from 0 on. */
export function colourOf(worth: number): number {
  return (WORTHS.length - 1 - WORTHS.indexOf(worth)) % 6;
}

/** Who paid and who won between two states of pot and seats. */
export function paymentsBetween(
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): readonly Payment[] {
  const grown = (name: string): number => (now[name] ?? 0) - (before[name] ?? 0);
  const pot = grown('pot');
  if (!('pot' in before) || pot === 0) return [];
  return Object.keys(now)
    .filter((name) => name.startsWith('chips:'))
    .map((name) => ({ seat: Number(name.slice('chips:'.length)), amount: grown(name) }))
    .filter(({ amount }) => amount !== 0 && amount > 0 === pot < 0)
    .map(({ seat, amount }) => ({ seat, amount: Math.abs(amount), isWon: amount > 0 }));
}
