// Seeded chances that follow from what is asked and not from when: any client meets the same ones in any order.

import { createHash } from "node:crypto";

const sixBytes = 2 ** 48;

/** Two independent numbers in 0 … 1 (1 excluded) that follow from the seed and these names. */
export function chances(seed: number, ...names: readonly (string | number)[]): [number, number] {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, ...names]))
    .digest();
  return [digest.readUIntBE(0, 6) / sixBytes, digest.readUIntBE(6, 6) / sixBytes];
}

/** One number in 0 … 1 (1 excluded). */
export const chance = (seed: number, ...names: readonly (string | number)[]): number =>
  chances(seed, ...names)[0];
