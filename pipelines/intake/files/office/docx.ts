// Reads DOCX with mammoth, after adding the numbers of lists and headings to the document.

import { strToU8, zipSync, type Zippable } from "fflate";
import mammoth from "mammoth";
import { layOut } from "../blocks.ts";
import { markEnd, markMiddle, markStart, type WordDocument, wordBlocks } from "./docx-blocks.ts";
import { type ParagraphState, paragraphMarks } from "./docx-numbering.ts";
import { malformedProblem, type OfficeArchive, openOfficeArchive } from "./office-archive.ts";
import { mainPart, propertiesTitle } from "./office-parts.ts";
import { checkWellFormed } from "./office-xml.ts";
import { FileProblem, type ParsedFile } from "../parsed-file.ts";

const valueIn = (properties: string, name: string): string | undefined =>
  new RegExp(`<w:${name}\\s[^<>]*?w:val\\s*=\\s*["']([^"']*)["']`).exec(properties)?.[1];
const numberIn = (properties: string, name: string): number | undefined => {
  const value = valueIn(properties, name);
  return value === undefined || !/^\d{1,2}$/.test(value) ? undefined : Number(value);
};

const stateOf = (properties: string): ParagraphState => ({
  styleId: valueIn(properties, "pStyle"),
  listId: valueIn(properties, "numId"),
  level: numberIn(properties, "ilvl"),
  outline: numberIn(properties, "outlineLvl"),
});

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Rewrites everything from each `open` to the next `close`. Linear, because it stops if there is no `close`. */
function rewriteBetween(
  xml: string,
  open: string,
  close: string,
  rewrite: (inner: string) => string,
): string {
  const parts: string[] = [];
  let offset = 0;
  for (;;) {
    const start = xml.indexOf(open, offset);
    const end = start < 0 ? -1 : xml.indexOf(close, start);
    if (end < 0) return [...parts, xml.slice(offset)].join("");
    parts.push(xml.slice(offset, start), rewrite(xml.slice(start + open.length, end)));
    offset = end + close.length;
  }
}

/** Puts the heading level and list marker as a run before each paragraph's text. */
function addMarks(archive: OfficeArchive, xml: string): string {
  const markOf = paragraphMarks(archive);
  const xmlWithoutMarks = xml.replace(new RegExp(`[${markStart}${markMiddle}${markEnd}]`, "g"), "");
  // A tracked change keeps the old properties of a paragraph inside the new ones, under the same names.
  const currentXml = rewriteBetween(xmlWithoutMarks, "<w:pPrChange ", "</w:pPrChange>", () => "");
  return rewriteBetween(currentXml, "<w:pPr>", "</w:pPr>", inner => {
    const { marker, heading } = markOf(stateOf(inner));
    const mark =
      marker === "" && heading === undefined
        ? ""
        : `<w:r><w:t>${markStart}${heading ?? ""}${markMiddle}${escapeXml(marker)}${markEnd}</w:t></w:r>`;
    return `<w:pPr>${inner}</w:pPr>${mark}`;
  });
}

/** Names of the parts that are read: the document, and the styles, lists, notes and relationships that it uses. */
const usedPart =
  /^(?:\[Content_Types\]\.xml$|_rels\/|word\/(?!theme\/|glossary\/|comments|header|footer|fontTable|settings|webSettings))/;

/** The file with its document replaced by this XML, limited in size and without the parts that are not read. */
function repack(archive: OfficeArchive, document: string, xml: string): Buffer {
  const keptParts = [...archive]
    .filter(([name]) => usedPart.test(name))
    .map(([name, text]) => [name, name === document ? xml : text] as const);
  // From malformed XML, mammoth's parser builds a list of stray nodes, in quadratic time.
  for (const [name, text] of keptParts) checkWellFormed(text, name);
  const parts: Zippable = Object.fromEntries(
    keptParts.map(([name, text]) => [name, strToU8(text)]),
  );
  return Buffer.from(zipSync(parts, { level: 0 }));
}

async function readDocument(bytes: Buffer): Promise<WordDocument> {
  let wordDocument: WordDocument | undefined;
  // The document is captured here; mammoth then converts an empty one to HTML.
  const transformDocument = (document: WordDocument) => {
    wordDocument = document;
    return { ...document, children: [] };
  };
  await mammoth.convertToHtml({ buffer: bytes }, { transformDocument });
  if (!wordDocument) throw malformedProblem("it contains no Word document");
  return wordDocument;
}

/** Reads DOCX. Headings are found by style or outline level; list numbers are as Word displays them; headers, footers, comments, images and tables of contents are left out. */
export async function parseDocx(bytes: Buffer): Promise<ParsedFile> {
  const archive = openOfficeArchive(bytes);
  const { part, xml } = mainPart(archive, { usualPath: "word/document.xml", what: "document" });
  try {
    const document = await readDocument(repack(archive, part, addMarks(archive, xml)));
    return { title: propertiesTitle(archive), ...layOut(wordBlocks(document, document)) };
  } catch (error) {
    throw error instanceof FileProblem ? error : malformedProblem(`${part} cannot be read`, error);
  }
}
