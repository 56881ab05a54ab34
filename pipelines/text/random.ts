// Generates random numbers from a seed: the same seed gives the same numbers on every machine.

import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** `draw(n)` is a whole number in 0 … n-1, evenly distributed. */
export type Draw = (n: number) => number;

/** A source of random numbers determined by the seed (a 32-bit integer). */
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
  if (item === undefined) throw new RangeError("cannot pick from an empty list");
  return item;
}

/** The items in random order (Fisher–Yates); the list itself is not changed. */
export function shuffle<T>(draw: Draw, items: readonly T[]): T[] {
  const rest = [...items];
  const shuffled: T[] = [];
  while (rest.length > 0) {
    const index = draw(rest.length);
    const last = rest.pop() as T;
    shuffled.push(index < rest.length ? (rest[index] as T) : last);
    if (index < rest.length) rest[index] = last;
  }
  return shuffled;
}

/** A 32-bit seed from parts; ("a", "bc") and ("ab", "c") give different seeds. */
export function seedOf(...parts: string[]): number {
  return createHash("sha256").update(JSON.stringify(parts)).digest().readInt32BE(0);
}
