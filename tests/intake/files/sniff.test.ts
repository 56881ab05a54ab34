// What a file is follows from its content; its ending only tells texts apart.

import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { FileProblem } from "../../../pipelines/intake/files/parsed-file.ts";
import { sniffFormat } from "../../../pipelines/intake/files/sniff.ts";
import { fixture, oldSlides } from "../../support/fixtures.ts";
import { madeDocx, madePptx, madeXlsx } from "../../support/made-office.ts";
import { madePdf } from "../../support/made-pdf.ts";

/** The format, or the code of the reason that there is none. */
function sniff(content: Buffer | string, path: string): string {
  try {
    return sniffFormat(Buffer.from(content as string), path);
  } catch (error) {
    return error instanceof FileProblem ? error.code : "a bug";
  }
}
const zip = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map(name => [name, strToU8("x".repeat(40))]))));
/** A container with directory entries of these names. */
function ole(...names: string[]): Buffer {
  const entries = names.map(name => {
    const entry = Buffer.alloc(128);
    entry.write(name, "utf16le");
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    return entry;
  });
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504), ...entries]);
}

test.each([
  ["pdf", madePdf([])],
  ["docx", madeDocx("")],
  ["pptx", madePptx([])],
  ["xlsx", madeXlsx([])],
  ["doc", fixture("files/duplicates.doc")],
  ["ppt", oldSlides()],
  ["encrypted", fixture("files/password.xlsx")],
])("%s is told by what it holds, also under a wrong name or none", (format, bytes) => {
  expect([`a.${format}`, "a.txt", "a.html", "a"].map(name => sniff(bytes, name))).toEqual(
    Array(4).fill(format),
  );
});

test.each([
  ["a.md", "# Title", "markdown"],
  ["a.CSV", "a,b\n1,2", "csv"],
  ["a.tsv", "a\tb", "csv"],
  ["a.htm", "<p>x", "html"],
  ["a.log", "plain words", "text"],
  ["notes", "公司成立于1998年。", "text"],
  ["a.doc", "\uFEFF <!-- saved -->\n<!DOCTYPE html><p>x", "html"],
  ["a.xls", '<?xml version="1.0"?><html><body>x', "html"],
  ["a.txt", '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">', "html"],
  ["a.md", '<div align="center"><h1>Title</h1></div>', "markdown"],
  ["a.txt", "Every such file begins with %PDF-1.7 and a line end.", "text"],
  ["a.txt", "PK is how an archive begins.", "text"],
  ["a.txt", " \n\t　", "empty-file"],
  ["a.pdf", "version 1 of a pointer to a file", "unknown-file-type"],
  ["a.json", '{"text": "x"}', "unknown-file-type"],
  ["a.xml", "<?xml version='1.0'?><note>x</note>", "unknown-file-type"],
  ["a.svg", "<svg xmlns='x'><text>x</text></svg>", "unknown-file-type"],
  ["a.rtf", "{\\rtf1 x}", "unknown-file-type"],
])("%s with %j: %s", (path, content, found) => {
  expect(sniff(content, path)).toBe(found);
});

test("a text of any encoding is one, with a mark or without", () => {
  const text = "公司成立于1998年。\nThe board met.";
  const encoded = [
    Buffer.from(text, "utf16le"),
    Buffer.from(text, "utf16le").swap16(),
    Buffer.from(`\uFEFF${text}`, "utf16le"),
    Buffer.from("caf\xe9 is open", "latin1"),
  ];
  expect(encoded.map(bytes => sniff(bytes, "a.txt"))).toEqual(["text", "text", "text", "text"]);
});

test("an archive is what its folders say; any other, and OpenDocument, is refused", () => {
  expect(sniff(zip("[Content_Types].xml", "word/document.xml"), "a.pdf")).toBe("docx");
  expect(
    sniff(zip("[Content_Types].xml", "ppt/presentation.xml", "ppt/embeddings/a.xlsx"), "a.docx"),
  ).toBe("pptx");
  expect(sniff(zip("[Content_Types].xml", "xl/workbook.xml"), "a.zip")).toBe("xlsx");
  expect(sniff(zip("[Content_Types].xml", "xl/workbook.bin"), "a.xlsb")).toBe("unknown-file-type");
  expect(sniff(zip("photos/a.txt"), "a.docx")).toBe("unknown-file-type");
  expect(sniff(zip("[Content_Types].xml"), "a.docx")).toBe("docx");
  expect(sniff(Buffer.from("PK\x03\x04"), "a.docx")).toBe("unknown-file-type");
});

test("a container is what its streams are; of one within another, the name decides", () => {
  expect(sniff(ole("Root Entry", "WordDocument"), "a.xls")).toBe("doc");
  expect(sniff(ole("Root Entry", "Workbook"), "a")).toBe("xls");
  expect(sniff(ole("Root Entry", "Workbook", "WordDocument"), "a.doc")).toBe("doc");
  expect(sniff(ole("Root Entry", "PowerPoint Document"), "a")).toBe("ppt");
  expect(sniff(ole("Root Entry", "EncryptedPackage"), "a.docx")).toBe("encrypted");
  expect(sniff(ole("Root Entry", "__properties"), "a.msg")).toBe("unknown-file-type");
});

test.each([
  ["a.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /PNG picture/],
  ["a.txt", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /JPEG picture/],
  ["a.pdf", Buffer.from([1, 2, 3, 0, 5]), /named \.pdf.*damaged/],
  ["a.gz", Buffer.from([0x1f, 0x8b, 8, 0]), /unpack/],
  ["tool", Buffer.from([0x4d, 0x5a, 0x90, 0, 3]), /a program/],
])("%s is refused with what it seems to be", (path, bytes, kind) => {
  expect(() => sniffFormat(bytes, path)).toThrow(
    expect.objectContaining({ code: "unknown-file-type", message: expect.stringMatching(kind) }),
  );
});
