// Binary frames of a pull of bodies, as `kozyr.protocol.frames` describes them. Little-endian, tenths of a millimetre.

/** Where a body lies: its centre in mm, and the quaternion of its turn. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly turn: readonly [w: number, x: number, y: number, z: number];
}

/** Where a hand is: x, y, and how high, in mm. */
export type Place = readonly [x: number, y: number, high: number];

const TENTHS = 10;
const ONE = 32_767;
const HEAD = 5;
const BODY = 15;
const PLACE = 6;
export const MOST_PLACES = 60;

export type Poses = ReadonlyMap<number, Pose>;
export const NO_POSES: Poses = new Map();

/** Poses, and over them those that moved. */
export function joined(poses: Poses, moved: Poses): Poses {
  return new Map([...poses, ...moved]);
}

/** The bodies of a frame that moved, by number; null where it is none. */
export function readPoses(frame: ArrayBuffer): Poses | null {
  const data = new DataView(frame);
  if (frame.byteLength < HEAD || frame.byteLength !== HEAD + BODY * data.getUint8(4)) return null;
  const moved = new Map<number, Pose>();
  for (let at = HEAD; at < frame.byteLength; at += BODY) {
    const [x, y, z] = [1, 3, 5].map((skip) => data.getInt16(at + skip, true) / TENTHS);
    const turn = [7, 9, 11, 13].map((skip) => data.getInt16(at + skip, true) / ONE);
    moved.set(data.getUint8(at), { x, y, z, turn } as unknown as Pose);
  }
  return moved;
}

/** A frame of 1 to 60 places of the hand, a sixtieth of a second each. */
export function writeHand(places: readonly Place[]): ArrayBuffer {
  const data = new DataView(new ArrayBuffer(PLACE * places.length));
  places.forEach((place, index) => {
    place.forEach((number, axis) => {
      const tenths = Math.max(-ONE, Math.min(ONE, Math.round(number * TENTHS)));
      data.setInt16(index * PLACE + axis * 2, tenths, true);
    });
  });
  return data.buffer;
}
