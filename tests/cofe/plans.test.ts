// The draw of fragments: spread over formats, documents and sections, and the same where nothing changed.

import { expect, test } from "vitest";
import { cofePlansStage, drawOrder } from "../../pipelines/cofe/plans.ts";
import type { EarlierRow, FragmentRow } from "../../schemas/cofe/records.ts";
import type { DemandRow } from "../../schemas/items/records.ts";
import { aFileDocument, aFragment, anEarlierItem } from "../support/cofe-rows.ts";
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

function plan({
  fragments = all,
  items = 12,
  earlier = [] as EarlierRow[],
  demand = [] as DemandRow[],
  mix = { factual: 2, tutorial: 1 },
  seed = 1,
} = {}) {
  const { context } = scriptedContext({ documents, earlier, demand });
  return cofePlansStage({ items, mix }).all(fragments, { ...context, seedFor: () => seed } as never)
    .rows;
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

test("so many fragments are asked as the commonest type needs, each for the types that need so many", () => {
  const rows = plan();
  expect(rows).toHaveLength(8);
  expect(rows.map(({ types }) => types.join())).toEqual([
    ...Array.from({ length: 4 }, () => "factual,tutorial"),
    ...Array.from({ length: 4 }, () => "factual"),
  ]);
  expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(documentsOf(rows.map(({ fragmentId }) => fragmentId)).size).toBe(3);
});

test("what is short draws on further fragments, for its type alone", () => {
  const demand: DemandRow[] = [
    {
      id: "tutorial/technology/en",
      type: "tutorial",
      language: "en",
      domain: "technology",
      target: 4,
      made: 0,
      wanted: 8,
      because: null,
    },
  ];
  const rows = plan({ demand });
  expect(rows.filter(({ types }) => types.includes("tutorial"))).toHaveLength(12);
  expect(rows.slice(8).map(({ types }) => types.join())).toEqual([
    "tutorial",
    "tutorial",
    "tutorial",
    "tutorial",
  ]);
  expect(rows.slice(0, 4).map(({ id }) => id)).toEqual(
    plan()
      .slice(0, 4)
      .map(({ id }) => id),
  );
});

test("another seed draws others, the same seed the same whatever the order of the rows", () => {
  const ids = (rows: ReturnType<typeof plan>) => rows.map(({ fragmentId }) => fragmentId);
  expect(ids(plan({ fragments: [...all].reverse() }))).toEqual(ids(plan()));
  expect(ids(plan({ seed: 2 }))).not.toEqual(ids(plan()));
});

test("fragments that items were made from stay asked as they were, before all others", () => {
  const earlier = ["f-d-long-250", "f-d-long-251"].map((fragmentId, at) =>
    anEarlierItem({ id: `item-${at}`, fragmentId, types: ["tutorial"] }),
  );
  const rows = plan({ earlier });
  expect(rows.slice(0, 2).map(({ fragmentId, types }) => [fragmentId, types])).toEqual(
    expect.arrayContaining([
      ["f-d-long-250", ["tutorial"]],
      ["f-d-long-251", ["tutorial"]],
    ]),
  );
  expect(rows).toHaveLength(10);
});
