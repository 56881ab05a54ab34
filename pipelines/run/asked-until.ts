// Has two endpoints answer the same items in random order, a few more at a time, until it is known which system is better.

import type { Decision } from "../../schemas/evaluation/decision.ts";
import { inRandomOrder } from "../evaluate/decide/sequence.ts";

/** Items at the first look, and by how much each further look has more. */
const looks = { first: 20, growth: 1.5 } as const;

interface Asking<Sides> {
  readonly itemIds: readonly string[];
  readonly randomSeed: number;
  /** Has both systems asked for these items, and reads what they answered. */
  readonly answer: (only: ReadonlySet<string>) => Promise<Sides>;
  /** Whether the answers of the items so far decide, by an interval that holds at every look. */
  readonly isDecided: (sides: Sides) => Promise<boolean>;
}

export interface AskedUntil<Sides> {
  readonly sides: Sides;
  readonly asked: NonNullable<Decision["asked"]>;
}

/**
 * The order follows from the random seed, so that typing the command again goes on where it stopped: what was answered is not asked for
 * again. Both are asked for all items where these do not decide.
 */
export async function askUntilDecided<Sides>({
  itemIds,
  randomSeed,
  answer,
  isDecided,
}: Asking<Sides>): Promise<AskedUntil<Sides>> {
  const order = inRandomOrder(
    itemIds.map(itemId => ({ itemId })),
    randomSeed,
  ).map(({ itemId }) => itemId);
  for (let wanted: number = looks.first; ; wanted = Math.ceil(wanted * looks.growth)) {
    const items = Math.min(wanted, order.length);
    const sides = await answer(new Set(order.slice(0, items)));
    const decided = await isDecided(sides);
    if (decided || items === order.length)
      return { sides, asked: { items, of: order.length, decided } };
  }
}
