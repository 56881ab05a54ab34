// Asks two endpoints about the same items in random order, in batches of increasing size, until it is decided which system is better.

import type { Decision } from "../../schemas/evaluation/decision.ts";
import { inRandomOrder } from "../evaluate/decide/sequential-decision.ts";

/** Number of items at the first interim analysis, and the factor by which it grows at each further one. */
const sampleSizes = { first: 20, growth: 1.5 } as const;

interface AskOptions<Sides> {
  readonly itemIds: readonly string[];
  readonly randomSeed: number;
  /** Asks both systems about these items, and reads their answers. */
  readonly answer: (only: ReadonlySet<string>) => Promise<Sides>;
  /** Whether the answers so far suffice to decide, by an interval that is valid at every interim analysis. */
  readonly isDecided: (answers: Sides) => Promise<boolean>;
}

export interface SequentialAnswers<Sides> {
  readonly answers: Sides;
  readonly askedItems: NonNullable<Decision["asked"]>;
}

/**
 * The order follows from the random seed, so that running the command again resumes where it stopped: answered
 * items are not sent again. If nothing decides earlier, both get all items.
 */
export async function askUntilDecided<Sides>({
  itemIds,
  randomSeed,
  answer,
  isDecided,
}: AskOptions<Sides>): Promise<SequentialAnswers<Sides>> {
  const order = inRandomOrder(
    itemIds.map(itemId => ({ itemId })),
    randomSeed,
  ).map(({ itemId }) => itemId);
  for (let count: number = sampleSizes.first; ; count = Math.ceil(count * sampleSizes.growth)) {
    const items = Math.min(count, order.length);
    const answers = await answer(new Set(order.slice(0, items)));
    const decided = await isDecided(answers);
    if (decided || items === order.length)
      return { answers, askedItems: { items, of: order.length, decided } };
  }
}
