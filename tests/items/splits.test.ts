// Splits that share no document.

import fc from "fast-check";
import { expect, test } from "vitest";
import { devDocuments } from "../../pipelines/items/dev-documents.ts";
import { splitItems } from "../../pipelines/items/splits.ts";
import { anItem } from "../support/items.ts";

test("dev and test share no document, whatever joins the items", () => {
  const itemsOver = fc.array(
    fc.uniqueArray(fc.constantFrom("d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(itemsOver, lists => {
      const rows = lists.map((documentIds, index) => anItem({ id: `item-${index}`, documentIds }));
      const split = new Map(splitItems(rows, 0.3).map(row => [row.itemId, row.split]));
      const documentsOf = (name: string) =>
        new Set(
          rows.filter(({ id }) => split.get(id) === name).flatMap(({ documentIds }) => documentIds),
        );
      const test = documentsOf("test");
      return [...documentsOf("dev")].every(id => !test.has(id)) && split.size === rows.length;
    }),
  );
});

test("items over documents set apart beforehand fill the dev split", () => {
  const dev = devDocuments(["a", "b", "c", "d", "e"], 0.2);
  expect(dev.size).toBe(1);
  const rows = ["a", "b", "c", "d", "e"].flatMap(id => [
    anItem({ id: `${id}1`, documentIds: [id] }),
    anItem({
      id: `${id}2`,
      documentIds: dev.has(id) ? [id] : ["a", "b", "c", "d", "e"].filter(other => !dev.has(other)),
    }),
  ]);
  const inDev = splitItems(rows, 0.2).filter(({ split }) => split === "dev");
  expect(inDev.map(({ itemId }) => itemId.slice(0, 1))).toEqual([...dev, ...dev]);
});
