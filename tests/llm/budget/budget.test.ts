// The ceiling: who may go, who waits and in which order, and what is said when it is reached.

import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { Budget } from "../../../pipelines/llm/budget/budget.ts";
import type { FileMethods } from "../../../pipelines/llm/commit-file.ts";
import { freshFolder } from "../../support/folder.ts";
import { never } from "../requests.ts";

const folder = freshFolder();
let path = "";
beforeEach(() => {
  path = folder("attempts.jsonl");
});

const opened = (
  ceiling: number | null,
  spent = 0,
  answered: (key: string) => boolean = () => false,
) => Budget.open({ path, ceiling, spent, hasReply: answered });

const asking = (key: string, maxCost: number) => ({
  key,
  maxCost,
  stage: "items/keypoints",
  model: "gpt-4o-mini",
});

const quiet = () => new Promise(resolve => setTimeout(resolve, 0));

/** Asks for each amount at once, keys k0, k1, …; tells who may go, in order, and who was refused. */
function askAll(budget: Budget, mosts: readonly number[], signal = never) {
  const told: string[] = [];
  const ends = mosts.map((maxCost, index) =>
    budget.reserve(asking(`k${index}`, maxCost), signal).then(
      () => told.push(`k${index}`),
      (error: unknown) =>
        told.push(`k${index} ${error instanceof PipelineError ? error.code : String(error)}`),
    ),
  );
  return { told, ends };
}

test("what fits goes; what does not waits until a cheaper reply leaves room", async () => {
  const budget = await opened(1);
  const { told, ends } = askAll(budget, [0.5, 0.5, 0.4]);
  await Promise.all(ends.slice(0, 2));
  expect(told).toEqual(["k0", "k1"]);
  expect(budget.state()).toEqual({
    ceiling: 1,
    spent: 0,
    possiblySpent: 0,
    reserved: 1,
    overrun: 0,
  });
  budget.settle("k0", 0.1);
  await ends[2];
  expect(budget.state()).toEqual({
    ceiling: 1,
    spent: 0.1,
    possiblySpent: 0,
    reserved: 0.9,
    overrun: 0,
  });
  await budget.close();
});

test("those that wait are served in their order, also when a later one would fit", async () => {
  const budget = await opened(1);
  const { told, ends } = askAll(budget, [0.6, 0.4, 0.9, 0.1, 0.1]);
  await Promise.all(ends.slice(0, 2));
  await budget.release("k1");
  await quiet();
  expect(told).toEqual(["k0", "k1"]);
  budget.settle("k0", 0);
  await Promise.all(ends.slice(0, 4));
  expect(told).toEqual(["k0", "k1", "k2", "k3"]);
  budget.settle("k2", 0.2);
  await Promise.all(ends);
  expect(told.at(-1)).toBe("k4");
  await budget.close();
});

test("when the last in flight is lost, all that wait are refused, and so is every later one", async () => {
  const budget = await opened(1);
  const { told, ends } = askAll(budget, [0.5, 0.4, 0.3, 0.1]);
  await Promise.all(ends.slice(0, 2));
  budget.markMaybeBilled("k0");
  await quiet();
  expect(told).toEqual(["k0", "k1"]);
  budget.markMaybeBilled("k1");
  await Promise.all(ends);
  expect(told).toEqual(["k0", "k1", "k2 budget", "k3 budget"]);
  // It would fit.
  await expect(budget.reserve(asking("late", 0.01), never)).rejects.toMatchObject({
    code: "budget",
  });
  expect(await budget.reserveAll([asking("later", 0.01)])).toBe(0);
  await budget.close();
});

test("a refusal says ceiling, spent, possibly billed, what the call may cost, whose it is, and how to go on", async () => {
  const budget = await opened(5, 4.9);
  await budget.reserve(asking("a", 0.05), never);
  budget.markMaybeBilled("a");
  const error: unknown = await budget
    .reserve(asking("b", 0.0623), never)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PipelineError);
  expect((error as PipelineError).message).toBe(
    "The ceiling of 5 USD leaves no room for the next call of items/keypoints to gpt-4o-mini, which may cost up to 0.0623 USD: " +
      "4.9 USD has been spent, 0.05 USD may have been billed for calls without a reply or waiting in a batch.",
  );
  expect((error as PipelineError).hint).toContain("--max-cost 5.02 or more, or with fewer --items");
  expect(budget.overBudgetErrorFor(asking("b", 0.0623))).toEqual(error);
  await budget.close();
});

test("with the ceiling a refusal names, the refused call goes", async () => {
  const lower = await opened(0.3);
  await lower.reserve(asking("a", 0.2), never);
  lower.markMaybeBilled("a");
  const error: unknown = await lower
    .reserve(asking("b", 0.111), never)
    .catch((thrown: unknown) => thrown);
  await lower.close();
  const named = Number(/--max-cost (\S+)/.exec((error as PipelineError).hint)?.[1]);
  const higher = await opened(named);
  await higher.reserve(asking("b", 0.111), never);
  expect(higher.state()).toMatchObject({ ceiling: 0.32, possiblySpent: 0.2, reserved: 0.111 });
  await higher.close();
});

test("a ceiling that was exceeded before lets nothing go but what costs nothing", async () => {
  const budget = await opened(1, 1.5);
  await budget.reserve(asking("free", 0), never);
  await expect(budget.reserve(asking("a", 0.000_001), never)).rejects.toMatchObject({
    code: "budget",
    message: expect.stringContaining("1.5 USD has been spent"),
  });
  await budget.reserve(asking("free", 0), never);
  budget.settle("free", 0);
  await budget.close();
  expect(readFileSync(path, "utf8")).toBe("");
});

test("what a process left open counts at its bound in the next one, less what the journal answered", async () => {
  const first = await opened(1);
  await Promise.all(
    ["lost", "answered", "released"].map(key => first.reserve(asking(key, 0.2), never)),
  );
  await first.release("released");
  await first.close();
  const second = await opened(1, 0.05, key => key === "answered");
  expect(second.state()).toEqual({
    ceiling: 1,
    spent: 0.05,
    possiblySpent: 0.2,
    reserved: 0,
    overrun: 0,
  });
  await second.close();
});

test("a key asked again after a lost attempt counts twice, and once when it was answered", async () => {
  const budget = await opened(1);
  await budget.reserve(asking("a", 0.3), never);
  budget.markMaybeBilled("a");
  await budget.reserve(asking("a", 0.3), never);
  expect(budget.state()).toMatchObject({ possiblySpent: 0.3, reserved: 0.3 });
  budget.settle("a", 0.1);
  expect(budget.state()).toMatchObject({ spent: 0.1, possiblySpent: 0.3, reserved: 0 });
  await budget.close();
  const next = await opened(1, 0.1, () => true);
  expect(next.state()).toMatchObject({ spent: 0.1, possiblySpent: 0.3 });
  await next.close();
});

test("settling, losing or releasing what was never reserved counts only what is known", async () => {
  const budget = await opened(1);
  budget.settle("a", 0.1);
  budget.markMaybeBilled("b");
  await budget.release("c");
  expect(budget.state()).toEqual({
    ceiling: 1,
    spent: 0.1,
    possiblySpent: 0,
    reserved: 0,
    overrun: 0,
  });
  await budget.close();
});

test("a reply that costs more than its bound counts in full; no further call is made, and it is said", async () => {
  const budget = await opened(1);
  await budget.reserve(asking("a", 0.4), never);
  budget.settle("a", 1.2);
  expect(budget.state()).toMatchObject({ spent: 1.2, overrun: 0.8 });
  await expect(budget.reserve(asking("b", 0.01), never)).rejects.toThrow(
    "0.8 USD of this is the cost of replies beyond the maximum the service was given",
  );
  await budget.close();
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])(
  "a cost of %d counts as the most the call may cost",
  async cost => {
    const budget = await opened(1);
    await budget.reserve(asking("a", 0.4), never);
    budget.settle("a", cost);
    expect(budget.state()).toMatchObject({ spent: 0.4, reserved: 0 });
    await budget.close();
  },
);

test("who waits when the run is stopped leaves, and no longer stands before the others", async () => {
  const budget = await opened(1);
  const stop = new AbortController();
  await budget.reserve(asking("a", 0.5), never);
  const stopped = askAll(budget, [0.9], stop.signal);
  const staying = askAll(budget, [0.5]);
  await quiet();
  expect([...stopped.told, ...staying.told]).toEqual([]);
  stop.abort(new Error("stopped"));
  await Promise.all([...stopped.ends, ...staying.ends]);
  expect([...stopped.told, ...staying.told]).toEqual(["k0 Error: stopped", "k0"]);
  await expect(budget.reserve(asking("b", 0.1), stop.signal)).rejects.toThrow("stopped");
  expect(budget.state()).toMatchObject({ reserved: 1 });
  await budget.close();
});

test("an attempt that cannot be put on disk is not made, and gives its room back", async () => {
  let full = true;
  const handle: Partial<FileMethods> = {
    truncate: async () => {},
    datasync: async () => {},
    close: async () => {},
    write: (async (bytes: Buffer) => {
      if (full) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      return { bytesWritten: bytes.length, buffer: bytes };
    }) as FileMethods["write"],
  };
  const budget = await Budget.open({
    path,
    ceiling: 1,
    spent: 0,
    hasReply: () => false,
    openHandle: async () => handle as FileMethods,
  });
  const { told, ends } = askAll(budget, [1, 1]);
  await Promise.all(ends);
  await expect(budget.reserveAll([asking("a", 0.1)])).rejects.toMatchObject({ code: "disk" });
  full = false;
  expect(told).toEqual(["k0 disk", "k1 disk"]);
  expect(budget.state()).toMatchObject({ possiblySpent: 0, reserved: 0 });
  await budget.reserve(asking("b", 1), never);
  await budget.close();
});

test.each([
  [0.07, 100, 7],
  [0.1, 10, 1],
  [0.000_123, 1000, 0.123],
  [0.3, 3, 0.9],
])(
  "calls of %d USD fit %d times under a ceiling of their sum, and not once more",
  async (maxCost, times, ceiling) => {
    const budget = await opened(ceiling);
    expect(
      await budget.reserveAll(
        Array.from({ length: times + 1 }, (_, index) => asking(`k${index}`, maxCost)),
      ),
    ).toBe(times);
    await budget.close();
  },
);

test("a batch reserves the first that fit, without waiting; they count until settled or released", async () => {
  const budget = await opened(1);
  const wave = [0.4, 0.4, 0.3, 0.1].map((maxCost, index) => asking(`k${index}`, maxCost));
  expect(await budget.reserveAll(wave)).toBe(2);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
  expect(budget.state()).toMatchObject({ possiblySpent: 0.8, reserved: 0 });
  expect(await budget.reserveAll(wave.slice(2))).toBe(0);
  await expect(budget.reserve(asking("single", 0.3), never)).rejects.toMatchObject({
    code: "budget",
  });
  await budget.close();
});

test("a later process settles and releases what an earlier one has in a batch, and then has its room", async () => {
  const first = await opened(1);
  expect(await first.reserveAll([asking("a", 0.5), asking("b", 0.5)])).toBe(2);
  await first.close();
  const second = await opened(1);
  expect(second.state()).toMatchObject({ possiblySpent: 1 });
  second.settle("a", 0.1);
  await second.release("b");
  expect(second.state()).toMatchObject({ spent: 0.1, possiblySpent: 0 });
  await second.reserve(asking("c", 0.9), never);
  await second.release("c");
  await second.close();
  const third = await opened(1, 0.1, key => key === "a");
  expect(third.state()).toMatchObject({ spent: 0.1, possiblySpent: 0 });
  await third.close();
});
