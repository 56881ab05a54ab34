// Files are decoded by what they are, and whatever cannot be read fails alone with a reason.

import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decode, filesUnder, readText } from "../../pipelines/intake/files.ts";
import { freshFolder } from "../support/folder.ts";

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
  expect(decode(Buffer.from("He said \x93Alder\x94 and left the caf\xe9.", "latin1"))).toBe("He said “Alder” and left the café.");
});

test.each([
  ["zero bytes", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])],
  ["control characters all over", Buffer.from(Array.from({ length: 64 }, (_, index) => 1 + (index % 8)))],
])("bytes with %s are no text", (_, bytes) => {
  expect(decode(bytes)).toBeUndefined();
});

test("a text is trimmed and its line ends are plain", () => {
  writeFileSync(at("a.TXT"), "\r\nOne.\r\nTwo.\rThree.\r\n");
  expect(readText(at("a.TXT"))).toEqual({ path: at("a.TXT"), text: "One.\nTwo.\nThree." });
});

test.each([
  ["report.pdf", "x", "unknown-file-type"],
  ["report", "x", "unknown-file-type"],
  ["report.txt", " \n\t", "empty-file"],
  ["report.md", "", "empty-file"],
  ["report.html", "<html><script>1</script></html>", "empty-file"],
  ["report.txt", "\0\0", "unknown-encoding"],
])("%s fails with its reason", (name, content, code) => {
  writeFileSync(at(name), content);
  expect(readText(at(name))).toMatchObject({ code, detail: expect.stringContaining(at(name)) });
});

test("a file too large for a text is not read", () => {
  writeFileSync(at("a.txt"), "");
  truncateSync(at("a.txt"), 21 * 1024 * 1024);
  expect(readText(at("a.txt"))).toMatchObject({ code: "file-too-large" });
});

test("a file that is gone or is a folder fails alone", () => {
  mkdirSync(at("folder.txt"));
  expect(readText(at("none.txt"))).toMatchObject({ code: "unreadable-file" });
  expect(readText(at("folder.txt"))).toMatchObject({ code: "unreadable-file" });
});

test("files are found in one order, without hidden files and READMEs; a missing path is told", () => {
  for (const name of ["b", "a", ".hidden"]) mkdirSync(at(name));
  for (const name of ["b/1.txt", "a/2.txt", "a/10.txt", "a/README.md", ".hidden/3.txt", "c.txt"]) writeFileSync(at(name), "x");
  expect(filesUnder([at()])).toEqual(["a/10.txt", "a/2.txt", "b/1.txt", "c.txt"].map(name => at(name)));
  expect(() => filesUnder([at("nowhere")])).toThrow(/no file or folder/);
});
