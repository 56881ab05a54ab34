// A format is one record: its extension names it alone, and its parser gives the places it says.

import { expect, test } from "vitest";
import { formats } from "../../../pipelines/intake/files/formats.ts";
import { parseFile } from "../../../pipelines/intake/files/parse-file.ts";
import { sniffFormat } from "../../../pipelines/intake/files/sniff-format.ts";
import { FileFormat } from "../../../schemas/items/documents.ts";
import { madeBook } from "../../support/made-book.ts";
import { madeOdf, odfParagraph, odfTable } from "../../support/made-odf.ts";
import {
  madeDocx,
  madePptx,
  madeXlsx,
  slideParagraph,
  slideShape,
  wordParagraph,
} from "../../support/made-office.ts";
import { madePdf } from "../../support/made-pdf.ts";

const frame = `<draw:frame><draw:text-box>${odfParagraph("Wool.")}</draw:text-box></draw:frame>`;
const table = (...rows: string[][]) => rows;
const samples: Partial<Record<FileFormat, Buffer>> = {
  pdf: madePdf([[{ text: "Wool.", x: 50, y: 100 }]]),
  docx: madeDocx(wordParagraph("Wool.")),
  odt: madeOdf("text", odfParagraph("Wool.")),
  rtf: Buffer.from("{\\rtf1 Wool.}"),
  epub: madeBook([{ body: "<p>Wool.</p>" }]),
  pptx: madePptx([{ shapes: slideShape(slideParagraph("Wool.")) }]),
  odp: madeOdf("presentation", `<draw:page>${frame}</draw:page>`),
  xlsx: madeXlsx([{ name: "A", rows: table(["Wool", "Flax"], ["1", "2"]) }]),
  ods: madeOdf("spreadsheet", odfTable(table(["Wool", "Flax"], ["1", "2"]), ' table:name="A"')),
  eml: Buffer.from("From: Mia\nMessage-ID: <1@mill.example>\n\nWool."),
  html: Buffer.from("<html><body><p>Wool.</p></body></html>"),
  markdown: Buffer.from("Wool."),
  csv: Buffer.from("Wool,Flax\n1,2\n"),
  jsonl: Buffer.from('{"wool": 1}\n{"wool": 2}\n'),
  text: Buffer.from("Wool."),
};

test("no two formats have an extension in common", () => {
  const extensions = Object.values(formats).flatMap(format => format.extensions);
  expect(extensions).toEqual([...new Set(extensions)]);
});

test.each(Object.entries(samples) as [FileFormat, Buffer][])(
  "a file of %s is recognised, read, and has the places of its record",
  async (format, bytes) => {
    expect(sniffFormat(bytes, `a${formats[format].extensions[0]}`)).toBe(format);
    const read = await parseFile(bytes, format);
    expect(read).toMatchObject({ format, text: expect.stringMatching(/wool/i) as string });
    const kinds = "places" in read ? read.places.map(({ kind }) => kind) : [];
    expect([...new Set(kinds)]).toEqual(formats[format].places);
  },
);

test.each(FileFormat.options)(
  "rubbish and a torn file of %s fail with a reason, or give a text",
  async format => {
    const whole = samples[format] ?? Buffer.from("d0cf11e0a1b11ae1", "hex");
    for (const bytes of [
      Buffer.from("PK\x03\x04 no archive"),
      whole.subarray(0, whole.length / 2),
    ]) {
      const read = await parseFile(bytes, format);
      expect("code" in read ? read.detail : read.text).not.toBe("");
      expect(read).not.toMatchObject({
        detail: expect.stringMatching(/undefined|null|TypeError/) as string,
      });
    }
  },
);
