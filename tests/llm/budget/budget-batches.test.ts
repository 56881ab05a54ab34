// A batch under the ceiling: reserved without waiting, and settled or released by whichever process learns of its end.

import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { Budget } from "../../../pipelines/llm/budget/budget.ts";
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
) => Budget.open({ path, ceiling, spent, answered });

const asking = (key: string, most: number) => ({
  key,
  most,
  stage: "items/keypoints",
  model: "gpt-4o-mini",
});

test("a batch reserves the first that fit, without waiting; they count until settled or released", async () => {
  const budget = await opened(1);
  const wave = [0.4, 0.4, 0.3, 0.1].map((most, index) => asking(`k${index}`, most));
  expect(await budget.reserveAll(wave)).toBe(2);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
  expect(budget.state()).toMatchObject({ maybe: 0.8, reserved: 0 });
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
  expect(second.state()).toMatchObject({ maybe: 1 });
  second.settle("a", 0.1);
  await second.release("b");
  expect(second.state()).toMatchObject({ spent: 0.1, maybe: 0 });
  await second.reserve(asking("c", 0.9), never);
  await second.release("c");
  await second.close();
  const third = await opened(1, 0.1, key => key === "a");
  expect(third.state()).toMatchObject({ spent: 0.1, maybe: 0 });
  await third.close();
});
