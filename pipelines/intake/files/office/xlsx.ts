// Reads XLSX: the visible sheets in order, each as titles and tables.

import { malformedProblem, type OfficeArchive, openOfficeArchive } from "./office-archive.ts";
import { mainPart, propertiesTitle, relatedPart, relationsOf } from "./office-parts.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  parsePart,
  relationshipIdOf,
  rootOfPart,
  type XmlNode,
} from "./office-xml.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { layOutSheets, type Sheet } from "./sheets.ts";
import { formatCode, plainNumber, valueWriter } from "./xlsx-formats.ts";
import { type CellContext, maxCells, readMerges, readRows, readStrings } from "./xlsx-sheet.ts";

interface Workbook {
  readonly archive: OfficeArchive;
  readonly part: string;
  readonly root: XmlNode;
}

/** The sheets in turn; for hidden ones (lists for menus, intermediate sums), only the name. */
function* sheetsOf({ archive, part, root }: Workbook, context: CellContext): Generator<Sheet> {
  const relations = relationsOf(archive, part);
  const budget = { cells: maxCells };
  for (const node of childrenNamed(descendant(root, "sheets"), "sheet")) {
    const name = attribute(node, "name") ?? "";
    const xml = archive.get(relations.get(relationshipIdOf(node) ?? "")?.target ?? "");
    if (/^(?:hidden|veryHidden)$/.test(attribute(node, "state") ?? ""))
      yield { name, isHidden: true, rows: [], merges: [] };
    else if (xml === undefined) throw malformedProblem(`the sheet "${name}" is missing`);
    else
      yield {
        name,
        isHidden: false,
        rows: readRows(xml, name, context, budget),
        merges: readMerges(xml, name),
      };
  }
}

/** Returns a function that displays numbers according to their style. */
function numberDisplay({ archive, part, root }: Workbook): CellContext["show"] {
  const from1904 = /^(?:1|true)$/.test(attribute(descendant(root, "workbookPr"), "date1904") ?? "");
  const styleSheet = rootOfPart(archive, relatedPart(archive, part, "styles"));
  const ownFormats = new Map(
    childrenNamed(descendant(styleSheet, "numFmts"), "numFmt").map(node => [
      Number(attribute(node, "numFmtId")),
      attribute(node, "formatCode") ?? "General",
    ]),
  );
  const writers = childrenNamed(descendant(styleSheet, "cellXfs"), "xf").map(node =>
    valueWriter(formatCode(Number(attribute(node, "numFmtId") ?? 0), ownFormats), from1904),
  );
  return (value, style) => (writers[style] ?? plainNumber)(value);
}

function openWorkbook(bytes: Buffer): Workbook {
  const archive = openOfficeArchive(bytes);
  const { part, xml } = mainPart(archive, { usualPath: "xl/workbook.xml", what: "workbook" });
  return { archive, part, root: parsePart(xml, part) };
}

/** Reads XLSX, at most 500,000 filled cells. Formulas are read by their cached values; comments, charts and pictures are left out, as are hidden sheets, which are reported. */
export function parseXlsx(bytes: Buffer): ParsedFile {
  const workbook = openWorkbook(bytes);
  const { archive, part } = workbook;
  const context: CellContext = {
    strings: readStrings(archive.get(relatedPart(archive, part, "sharedStrings") ?? "") ?? ""),
    show: numberDisplay(workbook),
  };
  return { title: propertiesTitle(archive), ...layOutSheets(sheetsOf(workbook, context)) };
}
