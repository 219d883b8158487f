// Where cards lie: as poses in the room (mm), and as they are seen from above. x goes right, y away, z up.

import type { Pose } from '../../protocol/frames';

export const WIDTH = 58;
export const LENGTH = 88;
/** The hut's cards by their numbers: four walls and the roof. */
const WALLS = [31, 32, 33, 34] as const;
export const ROOF = 35;
export const HUT: readonly number[] = [...WALLS, ROOF];

/** Whether a card is one of the hut's. */
export function isOfHut(number: number): boolean {
  return HUT.includes(number);
}

export type Point = readonly [x: number, y: number];
export type Vector = readonly [x: number, y: number, z: number];
/** A card of the heap as the view tells it: number, centre, angle in degrees. */
export type Lying = readonly [number: number, x: number, y: number, angle: number];
type Turn = Pose['turn'];

const PAIR_LEAN = (16 * Math.PI) / 180;
const SIDE_LEAN = (13 * Math.PI) / 180;
const PAIR_FOOT = LENGTH * Math.sin(PAIR_LEAN) + 0.3;
const SIDE_FOOT = WIDTH / 2 + LENGTH * Math.cos(PAIR_LEAN) * Math.tan(SIDE_LEAN) + 0.3;
const LAYER = 0.22;

/** A vector turned by a quaternion. */
export function turned([w, x, y, z]: Turn, [a, b, c]: Vector): Vector {
  const [p, q, r] = [y * c - z * b, z * a - x * c, x * b - y * a];
  return [a + 2 * (w * p + y * r - z * q), b + 2 * (w * q + z * p - x * r), c + 2 * (w * r + x * q - y * p)];
}

/** A point of a card, given from its centre, in the room. */
export function pointOf(pose: Pose, across: number, along: number): Vector {
  const [x, y, z] = turned(pose.turn, [across, along, 0]);
  return [pose.x + x, pose.y + y, pose.z + z];
}

/** The corners of a card seen from above, in order around it. */
export function cornersOf(pose: Pose): Point[] {
  return cornersWithin(pose, WIDTH, LENGTH);
}

/** The corners of the middle of a card, so wide and so long, seen from above. */
export function cornersWithin(pose: Pose, wide: number, long: number): Point[] {
  const [right, up] = [wide / 2, long / 2];
  const corners = [
    [right, up],
    [-right, up],
    [-right, -up],
    [right, -up],
  ] as const;
  return corners.map(([across, along]) => {
    const [x, y] = pointOf(pose, across, along);
    return [x, y];
  });
}

/** A card that lies flat. */
export function flat([, x, y, angle]: Lying, z = 0): Pose {
  const half = (angle * Math.PI) / 360;
  return { x, y, z, turn: [Math.cos(half), 0, 0, Math.sin(half)] };
}

/** The hut as the dealer builds it, its feet at a height; by number. */
export function standingHut(ground = 4): ReadonlyMap<number, Pose> {
  const [left, right, near, far] = WALLS;
  return new Map([
    [left, wall(-PAIR_FOOT, 0, 0, PAIR_LEAN, ground)],
    [right, wall(PAIR_FOOT, 0, Math.PI, PAIR_LEAN, ground)],
    [near, wall(0, -SIDE_FOOT, Math.PI / 2, SIDE_LEAN, ground)],
    [far, wall(0, SIDE_FOOT, -Math.PI / 2, SIDE_LEAN, ground)],
    [ROOF, flat([ROOF, 0, 0, 0], ground + LENGTH * Math.cos(SIDE_LEAN) + 0.4)],
  ]);
}

/** The hut's cards strewn over the heap, where nothing tells how they fell; by number. */
const STREWN: readonly Lying[] = [
  [31, -44, 14, 68],
  [32, 42, -20, -55],
  [33, -10, -50, 15],
  [34, 20, 46, -24],
  [ROOF, 4, -4, 100],
];

function fallenHut(ground: number): ReadonlyMap<number, Pose> {
  return new Map(STREWN.map((lying, index) => [lying[0], flat(lying, ground + LAYER * index)]));
}

/** A card on its short edge at a point, leaning the way it faces: first raised and leant, then turned. */
function wall(x: number, y: number, facing: number, lean: number, ground: number): Pose {
  const [raise, round] = [(Math.PI / 2 - lean) / 2, (facing - Math.PI / 2) / 2];
  const raised: Turn = [Math.cos(raise), Math.sin(raise), 0, 0];
  const turn = product([Math.cos(round), 0, 0, Math.sin(round)], raised);
  const [dx, dy, dz] = turned(turn, [0, LENGTH / 2, 0]);
  return { x: x + dx, y: y + dy, z: ground + dz, turn };
}

function product([a, b, c, d]: Turn, [e, f, g, h]: Turn): Turn {
  return [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
  ];
}

/**
 * Where everything lies, as far as it is known: bodies as they were told; what was not told lies flat as the view has
 * it, and the hut stands as it was built, or lies there where it has fallen.
 */
export function posesOf(
  places: readonly Lying[],
  told: ReadonlyMap<number, Pose>,
  hasFallen = false,
): ReadonlyMap<number, Pose> {
  const heap = places.map((place, index): [number, Pose] => [
    place[0],
    told.get(place[0]) ?? flat(place, LAYER * (index + 1)),
  ]);
  const ground = LAYER * (places.length + 1);
  const hut = [...(hasFallen ? fallenHut(ground) : standingHut(ground))].map(
    ([number, pose]): [number, Pose] => [number, told.get(number) ?? pose],
  );
  return new Map([...heap, ...hut]);
}

/** Whether a point seen from above lies within a card's outline, and how deep: the distance to its nearest edge. */
export function depthIn(corners: readonly Point[], [x, y]: Point): number {
  let least = Infinity;
  corners.forEach(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length] ?? [ax, ay];
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 0) least = Math.min(least, ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length);
  });
  return least;
}

/** The box that holds all cards seen from above, with a margin: left, top, width, height, y downwards. */
export function boxOf(cards: Iterable<readonly Point[]>, margin = 4): [number, number, number, number] {
  const points = [...cards].flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => -y);
  const [left, top] = [Math.min(...xs, 0) - margin, Math.min(...ys, 0) - margin];
  return [left, top, Math.max(...xs, 0) + margin - left, Math.max(...ys, 0) + margin - top];
}

/** A number of two digits is so many times as wide as it is high. */
const BROAD = 1.3;
const GRID_ACROSS = 9;
const GRID_ALONG = 13;

/**
 * Where a card's number is best read: in the midst of what shows of it, away from numbers that are there already.
 * `above` are the outlines that cover parts of it.
 */
export function spotOn(
  pose: Pose,
  above: readonly (readonly Point[])[],
  taken: readonly Point[],
  size: number,
): Point {
  const own = cornersOf(pose);
  let best: Point = [pose.x, pose.y];
  let most = -Infinity;
  for (let i = 0; i < GRID_ACROSS; i += 1) {
    for (let k = 0; k < GRID_ALONG; k += 1) {
      const [x, y] = pointOf(
        pose,
        ((i + 0.5) / GRID_ACROSS - 0.5) * WIDTH,
        ((k + 0.5) / GRID_ALONG - 0.5) * LENGTH,
      );
      const open = Math.min(depthIn(own, [x, y]), ...above.map((corners) => outside(corners, [x, y])));
      const room = Math.min(
        ...taken.map(([a, b]) => Math.max(Math.abs(x - a) / BROAD, Math.abs(y - b))),
        4 * size,
      );
      const worth = Math.min(open, 2 * size) + 2 * Math.min(room - 2 * size, 0);
      if (worth > most) [best, most] = [[x, y], worth];
    }
  }
  return best;
}

/** How far outside an outline a point lies; below 0 within. */
function outside(corners: readonly Point[], point: Point): number {
  return -depthIn(corners, point);
}
