// What text recognition reads is laid out as text that a page holds.

import { expect, test } from "vitest";
import { recognizedPages } from "../../../../pipelines/intake/files/ocr/ocr-runs.ts";
import { layOutPages, toSegments } from "../../../../pipelines/intake/files/pdf/pdf.ts";
import { printed, type PrintedLine } from "../../../support/fake-tesseract.ts";

const read = (...lines: PrintedLine[]) =>
  layOutPages(recognizedPages(printed([lines]), 0.24).map(toSegments)).text;

test("lines of a paragraph are one, whatever letters with tails do to their heights", () => {
  const texts = [
    "Alder Mill spins the wool of nine farms on the river",
    "marn, near a seam across an avenue as even as wax is",
    "and its wheel is of oak.",
  ] as const;
  expect(
    read(
      { text: texts[0], left: 100, top: 200 },
      { text: texts[1], left: 100, top: 235, height: 19 },
      { text: texts[2], left: 100, top: 270, height: 27 },
    ),
  ).toBe(texts.join(" "));
});

test("Han signs and the numbers among them stand without the spaces between words, Latin words with them", () => {
  expect(
    read({ text: "磨坊 成立 于 1998 年 ， 增长 12 % ， 使用 Red Hat 系统", left: 100, top: 200 }),
  ).toBe("磨坊成立于1998年，增长12%，使用Red Hat系统");
});

test("the strokes of a drawing are no text", () => {
  expect(
    read(
      { text: "Alder Mill spins wool.", left: 100, top: 200 },
      { text: "|/ 7~ rr ,", left: 100, top: 600, sureness: 20 },
    ),
  ).toBe("Alder Mill spins wool.");
});

test("large type is a heading; a sign that opens headings elsewhere is text", () => {
  expect(
    read(
      { text: "The mill", left: 100, top: 100, height: 60, width: 25 },
      { text: "Alder Mill spins the wool of nine farms on the river.", left: 100, top: 300 },
      { text: "# 4 is the number of its wheel, replaced in spring.", left: 100, top: 400 },
      { text: "The weir above it was raised by forty centimetres then.", left: 100, top: 500 },
    ),
  ).toMatch(/^# The mill\n\nAlder Mill spins[^#]+\n\n\\# 4 is/);
});

test("a line that runs up the margin is whole and apart", () => {
  expect(
    read(
      { text: "Printed in March", left: 20, top: 400, turned: true },
      { text: "Alder Mill spins the wool of nine farms on the river.", left: 100, top: 300 },
      { text: "The weir above it was raised by forty centimetres then.", left: 100, top: 500 },
    ).split("\n\n"),
  ).toContain("Printed in March");
});
