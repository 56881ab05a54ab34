// Records of JSON lines are rows with the names of their values, or sections where they hold a text.

import { expect, test } from "vitest";
import { parseJsonLines } from "../../../pipelines/intake/files/jsonl-file.ts";

const read = (...lines: readonly unknown[]) =>
  parseJsonLines(
    Buffer.from(
      lines.map(line => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    ),
  );

test("each record is a row with the names of its values, and the number of its line", () => {
  const { text, places } = read(
    { name: "Lamp", price: 3, maker: { town: "Marn" }, tags: ["new", "oak"] },
    "",
    { price: 4, name: "Chair", note: null, sold: false },
  );
  expect(text).toBe(
    "name: Lamp | price: 3 | maker.town: Marn | tags: new, oak\nname: Chair | price: 4 | sold: false",
  );
  expect(places).toEqual([
    { kind: "row", number: 1, name: null, start: 0 },
    { kind: "row", number: 3, name: null, start: text.indexOf("name: Chair") },
  ]);
});

test("a record that holds a text is a section under its title", () => {
  const long = "The mill spins wool. ".repeat(20).trim();
  const { text, places } = read(
    { id: 7, title: "Wool", text: `${long}\n\nIt stands in Marn.` },
    { id: 8, title: "Flax", text: "None." },
  );
  expect(text).toBe(
    `## Wool\n\nid: 7\n\n${long}\n\nIt stands in Marn.\n\nid: 8 | title: Flax | text: None.`,
  );
  expect(places.map(({ number, start }) => [number, start])).toEqual([
    [1, 0],
    [2, text.indexOf("id: 8")],
  ]);
});

test("a line that is no JSON is named; a mark at the beginning and the end of Windows' lines say nothing", () => {
  expect(read('\uFEFF{"a": 1}\r', '{"a": 2}\r').text).toBe("a: 1\na: 2");
  expect(() => read({ a: 1 }, "{torn")).toThrow(/^line 2 is not JSON/);
});

test("names without number make tables of a bounded width", () => {
  const records = Array.from({ length: 3000 }, (_, index) => ({ [`n${index}`]: index }));
  const { text, places } = read(...records);
  expect(text.split(/\n+/)).toHaveLength(3000);
  expect(places).toHaveLength(3000);
});
