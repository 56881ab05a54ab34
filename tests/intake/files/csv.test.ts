// A table of separated values: each row is understood alone and knows its number.

import { expect, test } from "vitest";
import { parseCsv } from "../../../pipelines/intake/files/csv-file.ts";

const read = (text: string) => parseCsv(Buffer.from(text));

test.each([",", ";", "\t", "|"])("rows parted by %j carry their header", delimiter => {
  const line = (...cells: string[]) => cells.join(delimiter);
  const text = [
    line("Name", "Founded", "City"),
    line("Alder Mills", "1998", "Corrie"),
    line("白鹭渡轮", "2009", ""),
  ].join("\r\n");
  expect(read(text).text).toBe(
    "Name: Alder Mills | Founded: 1998 | City: Corrie\nName: 白鹭渡轮 | Founded: 2009",
  );
});

test("each row's place is the number that a spreadsheet shows, empty rows counted", () => {
  const { text, places } = read("Widget report,\n\nName,Units\nLamp,3\n,\nChair,4\n");
  expect(text).toBe("Widget report\n\nName: Lamp | Units: 3\nName: Chair | Units: 4");
  expect(
    places.map(({ kind, number, start }) => [kind, number, text.slice(start, start + 8)]),
  ).toEqual([
    ["row", 4, "Name: La"],
    ["row", 6, "Name: Ch"],
  ]);
});

test("quoted cells keep delimiters, quotation marks and lines of their own", () => {
  expect(read('Name,Note\n"Alder, Mills","said ""yes""\nthen left"\n').text).toBe(
    'Name: Alder, Mills | Note: said "yes" then left',
  );
});

test.each([
  ['Name,Note\nAlder,"open\nBirch,b\n', "Birch"],
  ['Name,Note\nAl"der,5" wide\nBirch,b\n', 'Name: Al"der | Note: 5" wide'],
])("marks that are never closed lose nothing: %j", (text, kept) => {
  expect(read(text).text).toContain(kept);
});

test("a table of numbers alone has no header; one column is one cell a row", () => {
  expect(read("1,2\n3,4\n").text).toBe("1 | 2\n3 | 4");
  expect(read("Name\nAlder\nBirch\n").text).toBe("Name: Alder\nName: Birch");
  expect(read("Name,Units\n").text).toBe("Name | Units");
});
