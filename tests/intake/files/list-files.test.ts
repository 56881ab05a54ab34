// Files are found in one order and decoded by what they are.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decode } from "../../../pipelines/intake/files/decode-text.ts";
import { filesUnder } from "../../../pipelines/intake/files/list-files.ts";
import { freshFolder } from "../../support/folder.ts";

const at = freshFolder();
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
// 公司成立 in GB18030.
const gb = Buffer.from([0xb9, 0xab, 0xcb, 0xbe, 0xb3, 0xc9, 0xc1, 0xa2]);

test.each([
  ["UTF-8", Buffer.from("公司成立", "utf8")],
  ["UTF-8 with a byte order mark", Buffer.from("\uFEFF公司成立", "utf8")],
  ["little-endian UTF-16", Buffer.from("\uFEFF公司成立", "utf16le")],
  ["big-endian UTF-16", utf16be("\uFEFF公司成立")],
  ["GB18030", gb],
])("%s text is decoded without its mark", (_, bytes) => {
  expect(decode(bytes)).toBe("公司成立");
});

test("a Western text with curly quotation marks does not turn into Han characters", () => {
  expect(decode(Buffer.from("He said \x93Alder\x94 and left the caf\xe9.", "latin1"))).toBe(
    "He said “Alder” and left the café.",
  );
});

test.each([
  ["zero bytes", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])],
  ["control characters all over", Buffer.from("\x01\x02\x03\x04\x05\x06\x07\x08".repeat(8))],
])("bytes with %s are no text", (_, bytes) => {
  expect(decode(bytes)).toBeUndefined();
});

test.each(["公司成立于一九九八年。\n员工214人。", "The board met.\r\nIt voted.", "一切从头说起。"])(
  "%j in UTF-16 needs no mark",
  text => {
    expect([Buffer.from(text, "utf16le"), utf16be(text)].map(decode)).toEqual([text, text]);
  },
);

test("files are found in one order, without hidden files, and of seeds without READMEs; a missing path is told", () => {
  for (const name of ["b", "a", ".hidden"]) mkdirSync(at(name));
  for (const name of ["b/1.txt", "a/2.txt", "a/10.txt", "a/README.md", ".hidden/3.txt", "c.txt"])
    writeFileSync(at(name), "x");
  const found = ["a/10.txt", "a/2.txt", "a/README.md", "b/1.txt", "c.txt"].map(name => at(name));
  expect(filesUnder([at()])).toEqual(found);
  expect(filesUnder([at()], "seeds")).toEqual(found.filter(path => !path.endsWith(".md")));
  expect(() => filesUnder([at("nowhere")])).toThrow(/no file or folder/);
});
