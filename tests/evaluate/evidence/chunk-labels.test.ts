// Evidence projected onto chunks of any size.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { labelChunks } from "../../../pipelines/evaluate/evidence/chunk-labels.ts";

const text = "0123456789".repeat(10);
const span = (start: number, end: number, documentId = "d") => ({ documentId, start, end });
const reference = (start: number, end: number) => ({
  text: text.slice(start, end),
  span: span(start, end),
});
const chunk = (start: number, end: number, documentId = "d") => ({
  id: `${documentId}${start}-${end}`,
  ...span(start, end, documentId),
  text: text.slice(start, end),
});
const item = (
  references: { text: string; span: ReturnType<typeof span> | null }[] | null,
  spans: ReturnType<typeof span>[] = [],
) => ({
  id: "i",
  references,
  labels: spans.map(one => ({
    documentId: one.documentId,
    grade: 1,
    countsForMrr: true,
    spans: [one],
  })),
});
const graded = (...given: Parameters<typeof labelChunks>) =>
  labelChunks(...given).map(({ chunkId, grade }) => [chunkId, grade]);

test("a chunk's grade is the number of references it holds whole", () => {
  const chunks = [chunk(0, 50), chunk(50, 100)];
  expect(graded([item([reference(0, 10), reference(20, 30), reference(60, 70)])], chunks)).toEqual([
    ["d0-50", 2],
    ["d50-100", 1],
  ]);
});

test("every chunk that holds a reference whole counts, where chunks overlap", () => {
  expect(graded([item([reference(40, 50)])], [chunk(0, 50), chunk(30, 80)])).toEqual([
    ["d0-50", 1],
    ["d30-80", 1],
  ]);
});

test("a reference that no chunk holds whole counts for those that hold half of it or more", () => {
  expect(graded([item([reference(42, 52)])], [chunk(0, 50), chunk(50, 100)])).toEqual([
    ["d0-50", 1],
  ]);
  expect(graded([item([reference(45, 55)])], [chunk(0, 50), chunk(50, 100)])).toEqual([
    ["d0-50", 1],
    ["d50-100", 1],
  ]);
});

test("a reference longer than two chunks counts for those that consist of it", () => {
  const chunks = [0, 10, 20, 30, 40].map(start => chunk(start, start + 10));
  expect(graded([item([reference(8, 34)])], chunks)).toEqual([
    ["d10-20", 1],
    ["d20-30", 1],
  ]);
});

test("a reference without place is sought by its text", () => {
  expect(
    graded(
      [
        item([
          { text: "89 0123", span: null },
          { text: "absent", span: null },
        ]),
      ],
      [chunk(0, 9), chunk(5, 15)],
    ),
  ).toEqual([["d5-15", 1]]);
});

test("a reference that the chunks cover has a label, whatever their size", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 80 }),
      fc.integer({ min: 1, max: 20 }),
      (size, start, length) => {
        const chunks = Array.from({ length: Math.ceil(100 / size) }, (_, at) =>
          chunk(at * size, Math.min(100, (at + 1) * size)),
        );
        expect(
          labelChunks([item([reference(start, start + length)])], chunks).length,
        ).toBeGreaterThan(0);
      },
    ),
  );
});
