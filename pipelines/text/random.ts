// Seeded random draws: the same seed gives the same numbers on every machine.

import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** `draw(n)` is a whole number in 0 … n-1, evenly distributed. */
export type Draw = (n: number) => number;

/** A source of draws determined by the seed (a 32-bit integer). */
export function drawFrom(seed: number): Draw {
  const generator = xoroshiro128plus(seed);
  return n => {
    if (!Number.isInteger(n) || n < 1) throw new RangeError(`cannot draw from ${n} possibilities`);
    return uniformInt(generator, 0, n - 1);
  };
}

/** A random item; the list must not be empty. */
export function pick<T>(draw: Draw, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new RangeError("picked an empty place");
  return item;
}

/** The items in random order (Fisher–Yates); the list itself is not changed. */
export function shuffle<T>(draw: Draw, items: readonly T[]): T[] {
  const rest = [...items];
  const drawn: T[] = [];
  while (rest.length > 0) {
    const place = draw(rest.length);
    const last = rest.pop() as T;
    drawn.push(place < rest.length ? (rest[place] as T) : last);
    if (place < rest.length) rest[place] = last;
  }
  return drawn;
}

/** A 32-bit seed from parts; the boundaries between parts matter. */
export function seedOf(...parts: string[]): number {
  return createHash("sha256").update(JSON.stringify(parts)).digest().readInt32BE(0);
}
