// Only documents that are drawn are sent for their facts: as many as the items need.

import { expect, test } from "vitest";
import { drawnStage } from "../../pipelines/rageval/drawn.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const documents = Array.from({ length: 600 }, (_, index) =>
  aDocument({ id: `d${index}`, language: index % 3 === 0 ? "zh" : "en" }),
);

function drawnFor(items: number, rows = documents): string[] {
  const { context } = scriptedContext({});
  const stage = drawnStage({ items, mix: { factual: 2, summary: 1 } });
  return stage.all(rows, context as never).rows.map(({ id }) => id);
}

test("one document is drawn for each item, in every domain and language", () => {
  const drawn = drawnFor(60);
  expect(drawn).toHaveLength(60);
  const chinese = documents.filter(({ id, language }) => language === "zh" && drawn.includes(id));
  expect(chinese).toHaveLength(30);
});

test("a few items still have documents to be compared, and a few documents are all drawn", () => {
  expect(drawnFor(2)).toHaveLength(16);
  expect(drawnFor(60, documents.slice(0, 9))).toHaveLength(9);
});

test("more items draw the same documents and more, in whatever order they come", () => {
  const few = drawnFor(60);
  expect(drawnFor(90)).toEqual(expect.arrayContaining(few));
  expect(drawnFor(60, [...documents].reverse())).toEqual(few);
});
