// The entry point `ragwright/vitest`: a packed benchmark as tests, and matchers for your own tests. No model is called.

import { describe, expect, test } from "vitest";
import { splitCorrection } from "../../schemas/items/correction-text.ts";
import type { PackedItem } from "../../schemas/formats/pack.ts";
import { PipelineError } from "../engine/errors.ts";
import { type Pack, readPack } from "../evaluate/pack/read-pack.ts";
import type { AnswerCheckOptions } from "../evaluate/pack/check-answer.ts";
import { taskOf } from "../evaluate/item-task.ts";
import type { SystemItem } from "../systems/item-request.ts";
import type { AnsweringSystem } from "../systems/function-model.ts";
import { askOnce } from "../systems/ask-once.ts";
import { failure, failureText } from "./failure-text.ts";
import { checkItem } from "./item-check.ts";
import { toCite, toCover } from "./matchers.ts";

export type { PackedItem } from "../../schemas/formats/pack.ts";

declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- its type parameter must be vitest's own
  interface Matchers<T> {
    /** The answer (a text, or an object with one) has the values and names of the item's keypoints: if it has a conclusion, only those of the conclusion, unless `full` is set. */
    toCover(item: PackedItem, options?: AnswerCheckOptions): void;
    /** The item's evidence is in what was retrieved or read (a list, or an object with `retrieved` or `contexts`). */
    toCite(item: PackedItem): void;
  }
}

expect.extend({ toCover, toCite });

export interface BenchmarkOptions {
  /** Only the items of this split. */
  readonly split?: "dev" | "test";
  /** The documents as they are now: items whose evidence they no longer contain are skipped as stale. */
  readonly documents?: string | readonly string[];
  /** Requires all keypoints, including those that a conclusion was drawn from. */
  readonly full?: boolean;
  /** Fails items whose evidence is not retrieved, even if the answer is right. */
  readonly mustCite?: boolean;
  /** Runs items at the same time, up to vitest's `maxConcurrency`; one after another by default. */
  readonly concurrent?: boolean;
  /** Milliseconds for one answer: 60,000 by default. */
  readonly timeout?: number;
}

const defaultTimeout = 60_000;

/** Adds the hint of a PipelineError to its message, since the runner shows the message alone. */
function withHint<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PipelineError ? failure(`${error.message} ${error.hint}`) : error;
  }
}

/** The items of a folder that `ragwright pack` wrote, in the order of the file. Throws if the folder holds no benchmark. */
export const benchmarkItems = (directory: string): readonly PackedItem[] =>
  withHint(() => readPack(directory).items);

const toAskedItem = ({ id, question, type, language, asOf }: PackedItem): SystemItem => ({
  id,
  question,
  type: taskOf(type),
  language,
  ...(asOf === undefined ? {} : { asOf }),
  ...(type === "correction" ? splitCorrection(question) : {}),
});

/** Ids of stale items, read when the first test begins. */
function staleIn(directory: string, documents: BenchmarkOptions["documents"]) {
  let staleIds: Promise<ReadonlySet<string>> | undefined;
  return (): Promise<ReadonlySet<string>> =>
    (staleIds ??= (async () => {
      if (documents === undefined) return new Set<string>();
      const { checkPack } = await import("../run/pack.ts");
      const { stale } = await checkPack({ benchmark: directory, documents: [documents].flat() });
      return new Set(stale.map(({ id }) => id));
    })());
}

async function runItem(
  item: PackedItem,
  pack: Pack,
  system: AnsweringSystem,
  { mustCite, full, timeout = defaultTimeout }: BenchmarkOptions,
): Promise<string | undefined> {
  const reply = await askOnce(system, toAskedItem(item), AbortSignal.timeout(timeout));
  const checked = checkItem(item, reply, { mustCite, full, documents: pack.documents });
  if (checked.problems.length > 0) throw failure(failureText(item, reply, checked));
  return checked.isDecided
    ? undefined
    : "not decided: code cannot tell whether this answer is right; have a judge score it (ragwright evaluate --model)";
}

/**
 * Turns each item of a folder that `ragwright pack` wrote into a test. The system answers its question: a function
 * of the question, or a LangChain Runnable, as for `ragwright predict --system`. A test fails if the answer lacks
 * values or names, is a known wrong answer, or answers an unanswerable question; if code can decide none of these, it
 * fails if evidence was not retrieved. Items that code cannot decide at all are skipped. Throws if the folder holds
 * no benchmark.
 */
export function describeBenchmark(
  directory: string,
  system: AnsweringSystem,
  options: BenchmarkOptions = {},
): void {
  const { split, concurrent = false, timeout = defaultTimeout, documents } = options;
  const pack = withHint(() => readPack(directory));
  const stale = staleIn(directory, documents);
  const chosen = pack.items.filter(item => split === undefined || item.split === split);
  if (chosen.length === 0)
    throw failure(`${directory} has no item${split ? ` of the split ${split}` : ""}.`);
  describe(directory, () => {
    // The first test reads the documents.
    for (const item of chosen)
      test(`${item.question} (${item.id})`, {
        concurrent,
        timeout: timeout + defaultTimeout,
      }, async ({ skip }) => {
        if ((await stale()).has(item.id))
          skip("stale: the documents no longer contain its evidence");
        const undecided = await runItem(item, pack, system, options);
        if (undecided !== undefined) skip(undecided);
      });
  });
}
