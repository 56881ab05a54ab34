// The draw of fragments for the paper's way: spread over documents, and the same where nothing changed.

import { expect, test } from "vitest";
import { cofePlansStage } from "../../pipelines/cofe/plans.ts";
import type { FragmentRow } from "../../schemas/cofe/records.ts";
import { aFileDocument, aFragment } from "../support/cofe-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const sizes = { "d-long": 300, "d-short": 3, "d-sheet": 5 };
const formats: Record<string, "pdf" | "xlsx"> = {
  "d-long": "pdf",
  "d-short": "pdf",
  "d-sheet": "xlsx",
};
const lineOf = (id: string, at: number) =>
  `Rule ${at} of ${id}: the keeper winds the great clock before breakfast.`;
const files = Object.entries(sizes).map(([id, count]) => {
  const lines = Array.from({ length: count }, (_, at) => lineOf(id, at));
  return aFileDocument({ id, format: formats[id] ?? null, text: lines.join("\n") });
});
const all = files.flatMap(({ id: documentId, text }) =>
  text.split("\n").map((line, at): FragmentRow => {
    const start = text.indexOf(line);
    const section = `section ${at % 3}`;
    const end = start + line.length;
    return aFragment({ id: `f-${documentId}-${at}`, documentId, section, start, end, text: line });
  }),
);

function plan({ fragments = all, items = 12, mix = { factual: 2, tutorial: 1 }, seed = 1 } = {}) {
  const { context } = scriptedContext({ documents: files });
  const candidates = { factor: 1.5, more: 2 };
  const stage = cofePlansStage({ items, mix, candidates });
  return stage.all(fragments, { ...context, seedFor: () => seed } as never).rows;
}

const documentsOf = (ids: readonly string[]) =>
  new Set(ids.map(id => id.slice(2, id.lastIndexOf("-"))));

test("a long document does not drown the rest", () => {
  const drawn = plan().map(({ documentId }) => documentId);
  const times = Object.keys(sizes).map(id => drawn.filter(other => other === id).length);
  expect(Math.max(...times)).toBeLessThanOrEqual(8);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(3);
});

test("each fragment is asked for all types, and so many are as the commonest type needs with its spares", () => {
  const rows = plan();
  expect(rows).toHaveLength(8 * 1.5 + 2);
  expect(new Set(rows.map(({ types }) => types.join()))).toEqual(new Set(["factual,tutorial"]));
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, at) => at + 1));
  expect(documentsOf(rows.map(({ fragmentId }) => fragmentId)).size).toBe(3);
});

test("more items draw on further fragments and change none of the others", () => {
  const [few, many] = [plan(), plan({ items: 24 })];
  expect(many.slice(0, few.length)).toEqual(few);
  expect(many.length).toBeGreaterThan(few.length);
});

test("another seed draws others, the same seed the same whatever the order of the rows", () => {
  const ids = (rows: ReturnType<typeof plan>) => rows.map(({ fragmentId }) => fragmentId);
  expect(ids(plan({ fragments: [...all].reverse() }))).toEqual(ids(plan()));
  expect(ids(plan({ seed: 2 }))).not.toEqual(ids(plan()));
});
