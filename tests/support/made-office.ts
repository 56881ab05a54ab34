// Makes small Word, PowerPoint and Excel files from known text, with no more in them than a reader needs.

import { strToU8, zipSync } from "fflate";

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const wordMain = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const slides = "http://schemas.openxmlformats.org/presentationml/2006/main";
const sheets = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export type Parts = Readonly<Record<string, string>>;

/** A zip archive of these parts. */
export const packParts = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

export const relationsXml = (relations: readonly Relation[]): string =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${relations
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const rootRelations = (main: string): Parts => ({
  "[Content_Types].xml": `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
  "_rels/.rels": relationsXml([{ id: "rId1", type: "officeDocument", target: main }]),
});

export const titlePart = (title: string): Parts => ({
  "docProps/core.xml": `${declaration}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
});

/** A paragraph of Word. `properties`: what stands in w:pPr. */
export const wordParagraph = (text: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

export const wordHeading = (level: number, text: string): string =>
  wordParagraph(text, `<w:pStyle w:val="Heading${level}"/>`);
export const wordListItem = (list: number, level: number, text: string): string =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

/** A cell, or one with the properties of a merged one in front. */
export const wordCell = (text: string, properties = ""): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map(cells => `<w:tr>${cells.map(cell => (cell.startsWith("<w:tc>") ? cell : wordCell(cell))).join("")}</w:tr>`).join("")}</w:tbl>`;

const wordLevel = (level: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;

/** List 1 counts 1., 1.1; list 2 has bullets; list 3 counts 第一条; list 4 goes on where 1 stands, from 7. */
const numbering = `${declaration}<w:numbering xmlns:w="${wordMain}"><w:abstractNum w:abstractNumId="1">${wordLevel(0, "decimal", "%1.")}${wordLevel(1, "decimal", "%1.%2")}</w:abstractNum><w:abstractNum w:abstractNumId="2">${wordLevel(0, "bullet", "•")}</w:abstractNum><w:abstractNum w:abstractNumId="3">${wordLevel(0, "chineseCounting", "第%1条")}</w:abstractNum>${[1, 2, 3].map(id => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`).join("")}<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`;

const styles = `${declaration}<w:styles xmlns:w="${wordMain}">${[1, 2, 3].map(level => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`).join("")}<w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="章节"/><w:basedOn w:val="Heading2"/></w:style><w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style></w:styles>`;

/** A Word file of this body. `notes`: footnotes by their numbers, from 1. */
export function madeDocx(body: string, more: Parts = {}, notes: readonly string[] = []): Buffer {
  const footnotes = notes
    .map((text, index) => `<w:footnote w:id="${index + 1}">${wordParagraph(text)}</w:footnote>`)
    .join("");
  return packParts({
    ...rootRelations("word/document.xml"),
    "word/_rels/document.xml.rels": relationsXml([
      { id: "rId1", type: "styles", target: "styles.xml" },
      { id: "rId2", type: "numbering", target: "numbering.xml" },
      { id: "rId3", type: "footnotes", target: "footnotes.xml" },
    ]),
    "word/document.xml": `${declaration}<w:document xmlns:w="${wordMain}"><w:body>${body}</w:body></w:document>`,
    "word/styles.xml": styles,
    "word/numbering.xml": numbering,
    "word/footnotes.xml": `${declaration}<w:footnotes xmlns:w="${wordMain}">${footnotes}</w:footnotes>`,
    ...more,
  });
}

export const slideParagraph = (text: string, properties = ""): string =>
  `<a:p>${properties}<a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
/** A shape; `placeholder`: "title", "body", "ftr" …; none for a text box. */
export const slideShape = (paragraphs: string, placeholder = ""): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder === "" ? "" : `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
const slideCell = (text: string) => `<a:tc><a:txBody>${slideParagraph(text)}</a:txBody></a:tc>`;
export const slideTable = (rows: readonly (readonly string[])[]): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map(cells => `<a:tr>${cells.map(slideCell).join("")}</a:tr>`).join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

export interface MadeSlide {
  readonly shapes: string;
  readonly notes?: string;
  readonly hidden?: boolean;
}

const slideXml = (root: string, shapes: string, hidden = false) =>
  `${declaration}<p:${root} xmlns:p="${slides}" xmlns:a="${drawing}" xmlns:r="${relationships}"${hidden ? ' show="0"' : ""}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;

/** A PowerPoint file; the slides' parts are numbered backwards, so that only the presentation's own list has their order. */
export function madePptx(made: readonly MadeSlide[], more: Parts = {}): Buffer {
  const parts = made.flatMap(({ shapes, notes, hidden }, index): [string, string][] => {
    const number = made.length - index;
    const own: [string, string] = [
      `ppt/slides/slide${number}.xml`,
      slideXml("sld", shapes, hidden),
    ];
    if (notes === undefined) return [own];
    return [
      own,
      [
        `ppt/slides/_rels/slide${number}.xml.rels`,
        relationsXml([
          { id: "rId1", type: "notesSlide", target: `../notesSlides/notesSlide${number}.xml` },
        ]),
      ],
      [
        `ppt/notesSlides/notesSlide${number}.xml`,
        slideXml(
          "notes",
          slideShape(slideParagraph(notes), "body") +
            slideShape(slideParagraph(String(number)), "sldNum"),
        ),
      ],
    ];
  });
  return packParts({
    ...rootRelations("ppt/presentation.xml"),
    "ppt/presentation.xml": `${declaration}<p:presentation xmlns:p="${slides}" xmlns:r="${relationships}"><p:sldIdLst>${made.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationsXml(
      made.map((_, index) => ({
        id: `rId${index + 1}`,
        type: "slide",
        target: `slides/slide${made.length - index}.xml`,
      })),
    ),
    ...Object.fromEntries(parts),
    ...more,
  });
}

/** A number with the index of its style, or a text. */
export type MadeCell = string | number | null | { readonly value: number; readonly style: number };

export interface MadeSheet {
  readonly name: string;
  /** An empty list is an empty row. */
  readonly rows: readonly (readonly MadeCell[])[];
  readonly merges?: readonly string[];
  readonly state?: "hidden" | "veryHidden";
}

function cellXml(cell: MadeCell, address: string): string {
  if (cell === null) return `<c r="${address}" s="1"/>`;
  if (typeof cell === "string")
    return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  const { value, style } = typeof cell === "number" ? { value: cell, style: 0 } : cell;
  return `<c r="${address}" s="${style}"><v>${value}</v></c>`;
}

function sheetXml({ rows, merges = [] }: MadeSheet): string {
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join("")}</row>`,
  );
  const merged =
    merges.length === 0
      ? ""
      : `<mergeCells>${merges.map(ref => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  return `${declaration}<worksheet xmlns="${sheets}"><sheetData>${lines.join("")}</sheetData>${merged}</worksheet>`;
}

/** An Excel file. `formats`: codes of the styles from 1 on; style 0 is General. */
export function madeXlsx(
  made: readonly MadeSheet[],
  formats: readonly string[] = [],
  more: Parts = {},
): Buffer {
  const codes = formats
    .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escapeXml(code)}"/>`)
    .join("");
  const parts = made.map((sheet, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    sheetXml(sheet),
  ]);
  const listed = made.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
  );
  return packParts({
    ...rootRelations("xl/workbook.xml"),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${sheets}" xmlns:r="${relationships}"><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsXml([
      ...made.map((_, index) => ({
        id: `rId${index + 1}`,
        type: "worksheet",
        target: `worksheets/sheet${index + 1}.xml`,
      })),
      { id: "rId900", type: "styles", target: "styles.xml" },
    ]),
    "xl/styles.xml": `${declaration}<styleSheet xmlns="${sheets}"><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    ...more,
  });
}

/** The words and Han signs of a text, in order. */
export const wordsOf = (text: string): string[] =>
  text.match(/\p{Script=Han}|[\p{L}\p{N}]+(?:[.,’'-][\p{L}\p{N}]+)*/gu) ?? [];

/** Which share of `words` stands in `text` in this order. */
export function shareInOrder(words: readonly string[], text: string): number {
  const found = wordsOf(text);
  let at = 0;
  const kept = words.filter(word => {
    const place = found.indexOf(word, at);
    if (place >= 0) at = place + 1;
    return place >= 0;
  });
  return kept.length / words.length;
}
