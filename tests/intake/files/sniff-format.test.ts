// What a file is follows from its content; its extension only tells texts apart.

import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { FileProblem } from "../../../pipelines/intake/files/parsed-file.ts";
import { sniffFormat } from "../../../pipelines/intake/files/sniff-format.ts";
import { fixture, oldSlides } from "../../support/fixtures.ts";
import { madeDocx, madePptx, madeXlsx } from "../../support/made-office.ts";
import { madeBook } from "../../support/made-book.ts";
import { madeOdf } from "../../support/made-odf.ts";
import { madePdf } from "../../support/made-pdf.ts";
import { cases } from "../../support/cases.ts";

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
  ["odt", madeOdf("text", "")],
  ["ods", madeOdf("spreadsheet", "")],
  ["odp", madeOdf("presentation", "")],
  ["epub", madeBook([])],
  ["rtf", Buffer.from("{\\rtf1 x}")],
  ["eml", Buffer.from("From: a@b.example\r\nMIME-Version: 1.0\r\n\r\nHello.")],
  ["jsonl", Buffer.from('{"a": 1}\n{"a": 2}\n')],
  ["doc", fixture("files/duplicates.doc")],
  ["ppt", oldSlides()],
  ["encrypted", fixture("files/password.xlsx")],
])("%s is told by what it holds, also under a wrong name or none", (format, bytes) => {
  expect([`a.${format}`, "a.txt", "a.html", "a"].map(name => sniff(bytes, name))).toEqual(
    Array(4).fill(format),
  );
});

cases<[path: string, content: string, found: string]>(
  "intake/files/sniff",
  "%s with %j: %s",
  (path, content, found) => {
    expect(sniff(content, path)).toBe(found);
  },
);

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

test("an archive is what its folders or its media type say; any other is refused", () => {
  expect(sniff(zip("[Content_Types].xml", "word/document.xml"), "a.pdf")).toBe("docx");
  expect(
    sniff(zip("[Content_Types].xml", "ppt/presentation.xml", "ppt/embeddings/a.xlsx"), "a.docx"),
  ).toBe("pptx");
  expect(sniff(zip("[Content_Types].xml", "xl/workbook.xml"), "a.zip")).toBe("xlsx");
  expect(sniff(zip("[Content_Types].xml", "xl/workbook.bin"), "a.xlsb")).toBe("unknown-file-type");
  expect(sniff(madeOdf("text", ""), "a.docx")).toBe("odt");
  expect(sniff(madeOdf("drawing", ""), "a.odt")).toBe("unknown-file-type");
  expect(sniff(zip("META-INF/container.xml", "book.opf"), "a.zip")).toBe("epub");
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

test("a picture is one by its first bytes, whatever it is named", () => {
  const pictures = ["89504e470d0a", "ffd8ffe0", "49492a0008", "4d4d002a00"];
  expect(pictures.map(bytes => sniffFormat(Buffer.from(bytes, "hex"), "a.txt"))).toEqual(
    pictures.map(() => "picture"),
  );
});

test.each([
  ["a.png", Buffer.from("GIF89a"), /GIF image/],
  ["a.txt", Buffer.from("RIFF1234WEBPVP8 "), /WebP image/],
  ["a.pdf", Buffer.from([1, 2, 3, 0, 5]), /named \.pdf.*damaged/],
  ["a.gz", Buffer.from([0x1f, 0x8b, 8, 0]), /unpack/],
  ["tool", Buffer.from([0x4d, 0x5a, 0x90, 0, 3]), /a program/],
])("%s is refused with what it seems to be", (path, bytes, kind) => {
  expect(() => sniffFormat(bytes, path)).toThrow(
    expect.objectContaining({ code: "unknown-file-type", message: expect.stringMatching(kind) }),
  );
});
