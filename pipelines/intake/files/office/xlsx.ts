// Reads XLSX: the sheets that are shown, in their order, each as titles and tables with every row under its header.

import type { Block } from "../blocks.ts";
import { layOut } from "../blocks.ts";
import { malformed, type OfficeArchive, openOfficeArchive } from "./office-archive.ts";
import { relatedPart, relationsOf, statedTitle } from "./office-parts.ts";
import {
  attribute,
  childrenNamed,
  down,
  parsePart,
  relationOf,
  type XmlNode,
} from "./office-xml.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { formatCode, plainNumber, valueWriter } from "./xlsx-formats.ts";
import { type CellReading, mostCells, readMerges, readRows, readStrings } from "./xlsx-sheet.ts";
import { sheetBlocks } from "./xlsx-tables.ts";

interface Workbook {
  readonly archive: OfficeArchive;
  readonly part: string;
  readonly root: XmlNode;
}

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/** Whoever made the file hid the others: lists behind choices, sums in between. */
function shownSheets({ archive, part, root }: Workbook): Sheet[] {
  const relations = relationsOf(archive, part);
  const shown = childrenNamed(down(root, "sheets"), "sheet").filter(
    node => !/^(?:hidden|veryHidden)$/.test(attribute(node, "state") ?? ""),
  );
  return shown.flatMap(node => {
    const target = relations.get(relationOf(node) ?? "")?.target;
    if (target === undefined || !archive.has(target))
      throw malformed(`the sheet "${attribute(node, "name") ?? ""}" is missing`);
    return [{ name: attribute(node, "name") ?? "", part: target }];
  });
}

/** How a number of each style is shown. */
function showNumbers({ archive, part, root }: Workbook): CellReading["show"] {
  const from1904 = /^(?:1|true)$/.test(attribute(down(root, "workbookPr"), "date1904") ?? "");
  const styles = relatedPart(archive, part, "styles");
  if (styles === undefined) return plainNumber;
  const sheet = parsePart(archive.get(styles) ?? "", styles);
  const own = new Map(
    childrenNamed(down(sheet, "numFmts"), "numFmt").map(node => [
      Number(attribute(node, "numFmtId")),
      attribute(node, "formatCode") ?? "General",
    ]),
  );
  const writers = childrenNamed(down(sheet, "cellXfs"), "xf").map(node =>
    valueWriter(formatCode(Number(attribute(node, "numFmtId") ?? 0), own), from1904),
  );
  return (value, style) => (writers[style] ?? plainNumber)(value);
}

function openWorkbook(bytes: Buffer): Workbook {
  const archive = openOfficeArchive(bytes);
  const part = relatedPart(archive, "", "officeDocument") ?? "xl/workbook.xml";
  const xml = archive.get(part);
  if (xml === undefined) throw malformed("the workbook inside (xl/workbook.xml) is missing");
  return { archive, part, root: parsePart(xml, part) };
}

// A name that the program gave says nothing.
const isNamed = (name: string) => !/^(?:sheet|工作表|表)\s*\d+$/i.test(name.trim());

/** Reads XLSX, at most 500,000 filled cells. Formulas by the values the file keeps; hidden sheets, comments, charts and pictures are left out. */
export function parseXlsx(bytes: Buffer): ParsedFile {
  const workbook = openWorkbook(bytes);
  const { archive, part } = workbook;
  const strings = relatedPart(archive, part, "sharedStrings");
  const reading: CellReading = {
    strings: strings === undefined ? [] : readStrings(archive.get(strings) ?? ""),
    show: showNumbers(workbook),
  };
  const left = { cells: mostCells };
  const sheets = shownSheets(workbook);
  const blocks = sheets.flatMap((sheet, index): Block[] => {
    const xml = archive.get(sheet.part) ?? "";
    const content = sheetBlocks(
      readRows(xml, sheet.part, reading, left),
      readMerges(xml, sheet.part),
    );
    if (content.length === 0) return [];
    const heading: Block[] = isNamed(sheet.name)
      ? [{ kind: "heading", level: 1, text: sheet.name }]
      : [];
    return [
      { kind: "place", place: { kind: "sheet", number: index + 1, name: sheet.name } },
      ...heading,
      ...content,
    ];
  });
  return { format: "xlsx", title: statedTitle(archive), pages: sheets.length, ...layOut(blocks) };
}
