// How what is drawn follows what the server tells: smoothly, and the held card with the hand at once.

import type { Place, Pose } from '../../protocol/frames';

/** The drawn card is at most so far before the told one, mm. */
const MOST_AHEAD = 7;
const FOLLOW_MS = 45;
const TICK_MS = 1000 / 60;

/** Which part of the way to its goal something goes in a time. */
export function partIn(ms: number, follow = FOLLOW_MS): number {
  return 1 - Math.exp(-ms / follow);
}

/** A pose on its way from what is drawn to what was told. */
export function towards(drawn: Pose, told: Pose, part: number): Pose {
  const [a, b] = [drawn.turn, told.turn];
  const side = a.reduce((sum, number, index) => sum + number * (b[index] ?? 0), 0) < 0 ? -1 : 1;
  const raw = a.map((number, index) => number + (side * (b[index] ?? 0) - number) * part);
  const length = Math.hypot(...raw) || 1;
  const [w = 1, x = 0, y = 0, z = 0] = raw.map((number) => number / length);
  return {
    x: drawn.x + (told.x - drawn.x) * part,
    y: drawn.y + (told.y - drawn.y) * part,
    z: drawn.z + (told.z - drawn.z) * part,
    turn: [w, x, y, z],
  };
}

/** How far two poses are from each other, in mm; a turn counts at the card's edge. */
export function apart(one: Pose, other: Pose): number {
  const dot = one.turn.reduce((sum, number, index) => sum + number * (other.turn[index] ?? 0), 0);
  const edge = 100 * Math.sqrt(Math.max(0, 1 - dot * dot));
  return Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z) + edge;
}

/** How far the held card is drawn before where it was told to be: towards the hand, but never far. */
export function ahead(grip: readonly [number, number], hand: readonly [number, number]): [number, number] {
  const [dx, dy] = [hand[0] - grip[0], hand[1] - grip[1]];
  const far = Math.hypot(dx, dy);
  const part = far > MOST_AHEAD ? MOST_AHEAD / far : 1;
  return [dx * part, dy * part];
}

/** The hand sixty times a second, however often it is heard of. */
export class Sampler {
  #at: number;
  #last: Place;

  constructor(now: number, place: Place) {
    this.#at = now;
    this.#last = place;
  }

  /** The places of the ticks up to now, on the straight way from the last to where the hand is. */
  take(now: number, place: Place, most: number): Place[] {
    const due = Math.floor((now - this.#at) / TICK_MS);
    if (due < 1) return [];
    const count = Math.min(due, most);
    const from = this.#last;
    const places = Array.from({ length: count }, (_, index): Place => {
      const part = (index + 1) / count;
      return [
        from[0] + (place[0] - from[0]) * part,
        from[1] + (place[1] - from[1]) * part,
        from[2] + (place[2] - from[2]) * part,
      ];
    });
    this.#at += due * TICK_MS;
    this.#last = place;
    return places;
  }
}
