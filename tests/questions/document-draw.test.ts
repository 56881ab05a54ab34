// Documents are drawn in proportion to their use: within a stratum, between strata, and each speaks for its share.

import { expect, test } from "vitest";
import { drawOrder, usageFinder, weightsOf } from "../../pipelines/questions/document-draw.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { aDocument } from "../support/items.ts";

const notes = (kind: "markdown" | "pdf", count: number): DocumentRow[] =>
  Array.from({ length: count }, (_, at) =>
    aDocument({
      id: `d-${kind}-${at}`,
      name: `${kind} ${at}`,
      text: `Locker ${100 + at} of the ${kind} hall opens at noon.`,
      format: kind,
    }),
  );
const listed = (rows: readonly DocumentRow[], weight: number) =>
  rows.map(({ name }) => ({ document: name, weight }));
const drawn = (rows: readonly DocumentRow[], weights: ReturnType<typeof listed>, count: number) =>
  drawOrder(rows, 1, usageFinder(weights)).slice(0, count);
const ofKind = (rows: readonly DocumentRow[], kind: string) =>
  rows.filter(({ format }) => format === kind).length;

test("documents that are used alike are drawn in the order of those without weights", () => {
  const all = [...notes("markdown", 30), ...notes("pdf", 11)];
  const order = drawOrder(all, 1);
  expect(drawn(all, listed(all, 1), 41)).toEqual(order);
  expect(drawn(all, listed(all, 4), 41)).toEqual(order);
});

test("every beginning of the draw holds each stratum by its share of the use, to one document", () => {
  // 50 used 3 times and 50 used once: 3 of 4.
  const [often, once] = [notes("markdown", 50), notes("pdf", 50)];
  const excess = [8, 20, 40, 60].map(count =>
    Math.abs(
      ofKind(drawn([...often, ...once], listed(often, 3), count), "markdown") - 0.75 * count,
    ),
  );
  expect(Math.max(...excess)).toBeLessThanOrEqual(1);
});

test("within a stratum a document that is used four times is drawn four times as often", () => {
  const all = notes("markdown", 40);
  const useOf = usageFinder([{ document: "markdown 7", weight: 4 }]);
  const times = all.map(() => 0);
  const seeds = 2000;
  for (let seed = 0; seed < seeds; seed++)
    for (const row of drawOrder(all, seed, useOf).slice(0, 4)) {
      const at = all.indexOf(row);
      times[at] = (times[at] ?? 0) + 1 / seeds;
    }
  // 4 of 43 uses a draw: 16 / 43 = 0.37 for it, 4 / 43 = 0.09 for each other.
  expect(times[7]).toBeGreaterThan(0.33);
  expect(times[7]).toBeLessThan(0.41);
  const others = times.filter((_, at) => at !== 7);
  expect(Math.max(...others)).toBeLessThan(0.13);
});

test("one that is used more than all others is drawn for certain, and counts once: its stratum gets no more for it", () => {
  const [most, ...rare] = notes("markdown", 21) as [DocumentRow, ...DocumentRow[]];
  const common = notes("pdf", 80);
  const weights = [...listed([most], 10_000), ...listed(common, 10)];
  const first = drawn([most, ...rare, ...common], weights, 10);
  expect(first).toContain(most);
  // Of 820 other uses its stratum has 20: 0.2 of the 9 other draws.
  expect(ofKind(first, "markdown")).toBeLessThanOrEqual(2);
});

test("a drawn document speaks for its own use where it is certain, and else for as much as others of its stratum", () => {
  const all = notes("markdown", 5) as [DocumentRow, DocumentRow, ...DocumentRow[]];
  const useOf = usageFinder(listed([all[0]], 6));
  // Of 2 drawn from 6 + 4 × 1 the first is certain; the second speaks for the 4 others.
  expect([...weightsOf(all, all.slice(0, 2), useOf).values()]).toEqual([6, 4]);
  expect([...weightsOf(all, all, useOf).values()]).toEqual([6, 1, 1, 1, 1]);
});

test("weights sum to the use of all documents, those of strata drawn nowhere among them", () => {
  const [notesOf, papers] = [notes("markdown", 12), notes("pdf", 3)];
  const useOf = usageFinder([...listed(notesOf.slice(0, 3), 2.5), ...listed(papers, 0.5)]);
  const weights = weightsOf([...notesOf, ...papers], notesOf.slice(2, 7), useOf);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  // 3 × 2.5 + 9 + 3 × 0.5
  expect(total).toBeCloseTo(18);
});

test("a document is weighed by its name, its id, its path from any folder above it, or its number in its file", () => {
  const file = aDocument({
    id: "d-1",
    name: "Opening hours",
    provenance: { source: "docs/hall/hours.md", licence: null },
    foreign: null,
  });
  const names = ["Opening hours", "d-1", "docs/hall/hours.md", "hall/hours.md", "hours.md"];
  const line = { ...file, foreign: { doc_id: 40 } };
  expect(names.map(document => usageFinder([{ document, weight: 3 }])(file))).toEqual([
    3, 3, 3, 3, 3,
  ]);
  expect(usageFinder([{ document: "40", weight: 3 }])(line)).toBe(3);
  expect(usageFinder([{ document: "docs", weight: 3 }])(file)).toBe(1);
});
