// The draw of fragments: spread over formats, documents and sections, and the same where nothing changed.

import { expect, test } from "vitest";
import { cofePlansStage, drawOrder } from "../../pipelines/cofe/plans.ts";
import type { FragmentRow } from "../../schemas/cofe/records.ts";
import { aFileDocument, aFragment } from "../support/cofe-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const sizes = { "d-long": 300, "d-short": 3, "d-sheet": 5 };
const formats: Record<string, "pdf" | "xlsx"> = {
  "d-long": "pdf",
  "d-short": "pdf",
  "d-sheet": "xlsx",
};
const documents = Object.keys(sizes).map(id => aFileDocument({ id, format: formats[id] ?? null }));
const fragmentsOf = (documentId: string, count: number): FragmentRow[] =>
  Array.from({ length: count }, (_, at) =>
    aFragment({ id: `f-${documentId}-${at}`, documentId, section: `section ${at % 3}` }),
  );
const all = Object.entries(sizes).flatMap(([id, count]) => fragmentsOf(id, count));

function plan({ fragments = all, items = 12, mix = { factual: 2, tutorial: 1 }, seed = 1 } = {}) {
  const { context } = scriptedContext({ documents });
  const candidates = { factor: 1.5, more: 2 };
  const stage = cofePlansStage({ items, mix, candidates });
  return stage.all(fragments, { ...context, seedFor: () => seed } as never).rows;
}

const documentsOf = (ids: readonly string[]) =>
  new Set(ids.map(id => id.slice(2, id.lastIndexOf("-"))));

test("a long document does not drown the rest: formats take turns, and their documents", () => {
  const order = drawOrder(all, id => formats[id] ?? "", 1);
  expect(order).toHaveLength(all.length);
  const firstTwelve = order.slice(0, 12).map(({ documentId }) => documentId);
  expect(
    Object.fromEntries(
      Object.keys(sizes).map(id => [id, firstTwelve.filter(other => other === id).length]),
    ),
  ).toEqual({ "d-long": 4, "d-short": 3, "d-sheet": 5 });
});

test("the sections of a document take turns", () => {
  const order = drawOrder(fragmentsOf("d-long", 30), () => "pdf", 1);
  expect(new Set(order.slice(0, 3).map(({ section }) => section)).size).toBe(3);
  expect(new Set(order.slice(3, 6).map(({ section }) => section)).size).toBe(3);
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
