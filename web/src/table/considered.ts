// A move that was weighed against others, in words.

export interface Considered {
  readonly move: string;
  readonly label: (aloud?: boolean) => string;
  /** What it is worth, by one measure or more. */
  readonly values: readonly string[];
  /** Nothing where it has no reason in words. */
  readonly why: string;
  /** Whether it is the one that matters among them. */
  readonly isMarked: boolean;
}
