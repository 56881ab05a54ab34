// Endpoints are asked in random order, more at each look, until it is decided.

import { expect, test } from "vitest";
import { askUntilDecided } from "../../pipelines/run/ask-until-decided.ts";

const itemIds = Array.from({ length: 100 }, (_, at) => `i${at}`);

async function asked(decidedAt: number, randomSeed = 1) {
  const looks: string[][] = [];
  const found = await askUntilDecided({
    itemIds,
    randomSeed,
    answer: only => {
      looks.push([...only]);
      return Promise.resolve(only.size);
    },
    isDecided: size => Promise.resolve(size >= decidedAt),
  });
  return { ...found, looks };
}

test("looks are at 20 items and then half as many more, and end with the one that decides", async () => {
  const { looks, askedItems: told, answers } = await asked(40);
  expect(looks.map(({ length }) => length)).toEqual([20, 30, 45]);
  expect([told, answers]).toEqual([{ items: 45, of: 100, decided: true }, 45]);
});

test("where nothing decides all are asked for, once, and no more", async () => {
  const { looks, askedItems: told } = await asked(1000);
  expect(looks.map(({ length }) => length)).toEqual([20, 30, 45, 68, 100]);
  expect(told).toEqual({ items: 100, of: 100, decided: false });
  expect(new Set(looks.at(-1))).toEqual(new Set(itemIds));
});

test("each look has all of the one before, in an order that follows from the random seed alone", async () => {
  const [one, again, other] = [await asked(40), await asked(40), await asked(40, 2)];
  expect(one.looks[2]!.slice(0, 20)).toEqual(one.looks[0]);
  expect(again.looks).toEqual(one.looks);
  expect(other.looks[0]).not.toEqual(one.looks[0]);
  expect(one.looks[0]).not.toEqual(itemIds.slice(0, 20));
});
