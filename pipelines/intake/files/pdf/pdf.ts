// Reads a PDF: removes page furniture, orders columns, finds headings, lists and tables, joins paragraphs across columns and pages.

import { type Block, type TextLayout, layOut, paragraphBlock } from "../blocks.ts";
import { FileProblem, type Parser } from "../parsed-file.ts";
import { readingOrder } from "./pdf-columns.ts";
import { type PageSegments, removeFurniture } from "./pdf-furniture.ts";
import { type Body, bodyOf, headingText, isHeading, levelsOf } from "./pdf-headings.ts";
import { type Words, removeSoftHyphens, wordsOf } from "../line-joins.ts";
import { type Line, linesOf, segmentsOf } from "./pdf-lines.ts";
import { findTiles } from "./pdf-tiles.ts";
import { titleOf, withPdf } from "./pdf-opening.ts";
import { type PageRuns, pagesOf } from "./pdf-pages.ts";
import { type Passage, passagesOf } from "./pdf-passages.ts";
import { joinPages, pageMark, type PageParts, resolvePageMarks } from "./pdf-flow.ts";
import { readScans } from "./pdf-scans.ts";
import { joinSpelledWords } from "./pdf-spacing.ts";
import { type PdfTable, findTables } from "./pdf-tables.ts";

/** Reads a PDF. Throws FileProblem: encrypted, malformed or, for a file of scanned pages, no-text. */
export const parsePdf: Parser = (bytes, options) =>
  withPdf(bytes, async file => {
    const drawnPages: PageSegments[] = [];
    for await (const page of pagesOf(file)) drawnPages.push(toSegments(page));
    const isEmptyPage = ({ layers }: PageSegments) => layers.length === 0;
    const emptyPages = drawnPages.filter(isEmptyPage).map(({ number }) => number);
    const { textByPage, failedPages, failureReason } = await readScans(bytes, emptyPages, options);
    const pages = drawnPages.map(page =>
      isEmptyPage(page) ? toSegments({ ...page, layers: textByPage.get(page.number) ?? [] }) : page,
    );
    if (pages.length === 0)
      throw new FileProblem(
        "malformed",
        "none of its pages can be read: open it in a PDF program and save it again",
      );
    if (pages.every(isEmptyPage)) throw noTextProblem(pages.length, failureReason);
    const leftOut = [
      ...failedPages.map(number => `page ${number}, on which text recognition failed`),
      ...(failureReason === null ? [] : [`pages ${emptyPages.join(", ")}: ${failureReason}`]),
    ];
    const { text, places } = layOutPages(pages);
    return {
      title: await titleOf(file),
      text,
      places: places.map(place => (textByPage.has(place.number) ? { ...place, ocr: true } : place)),
      ...(leftOut.length > 0 ? { leftOut } : {}),
    };
  });

const noTextProblem = (pages: number, missing: string | null): FileProblem => {
  const summary = `none of its ${pages} pages has text; they look scanned`;
  return missing === null
    ? new FileProblem(
        "no-text",
        `${summary}: run text recognition (OCR) on it first, or install tesseract`,
      )
    : new FileProblem("needs-package", `${summary}. ${missing}`);
};

export const toSegments = ({ layers, ...page }: PageRuns): PageSegments => ({
  ...page,
  layers: layers.map(layer => segmentsOf(joinSpelledWords(layer))),
});

/** The text of all pages, laid out, with its places. */
export function layOutPages(pages: readonly PageSegments[]): TextLayout {
  const { size } = bodyOf(pages.flatMap(({ layers }) => layers.flat()));
  const pagesWithoutFurniture = removeFurniture(pages, size);
  // If a file consists only of repeated lines, they are kept.
  const keptPages = pagesWithoutFurniture.some(({ layers }) =>
    layers.some(layer => layer.length > 0),
  )
    ? pagesWithoutFurniture
    : pages;
  const body = bodyOf(keptPages.flatMap(({ layers }) => layers.flat()));
  const regions = keptPages.map(({ number, layers }) => ({
    number,
    regions: layers.flatMap((layer, turned) =>
      readingOrder(layer)
        .flatMap(region => findTiles(region, body.size))
        .map(({ segments, isTile }) => ({
          lines: linesOf(segments),
          turned: turned > 0,
          isTile,
        })),
    ),
  }));
  const words = wordsOf(
    regions.flatMap(page => page.regions.flatMap(({ lines }) => lines.map(({ text }) => text))),
  );
  let openTable: PdfTable | undefined;
  const pageParts = regions.map(page => {
    const parts = page.regions.map(({ lines, turned, isTile }, index) =>
      (isTile
        ? tilePassages(lines, words)
        : partsOf(lines, words, index === 0 ? openTable : undefined)
      ).map(part => (turned && part.kind === "passage" ? asBodyText(part) : part)),
    );
    const last = parts.at(-1)?.at(-1);
    openTable = last?.kind === "table" ? last : undefined;
    return { number: page.number, regions: parts };
  });
  return resolvePageMarks(layOut(blocksOf(joinPages(pageParts, { body, words }), body)));
}

// Text that runs up the margin is not a heading, however large.
const asBodyText = (passage: Passage): Passage => ({ ...passage, size: 0 });

/** A figure with its description, as one paragraph. */
const tilePassages = (lines: readonly Line[], words: Words): Passage[] => {
  const [first, ...rest] = passagesOf(lines, words).map(asBodyText);
  const text = [first, ...rest].map(passage => (passage ? headingText(passage) : "")).join(" ");
  return first ? [{ ...first, text, marker: null, isFull: false }] : [];
};

/** The tables, and the passages between them. `openTable`: the table at the end of the previous page. */
function partsOf(
  lines: readonly Line[],
  words: Words,
  openTable: PdfTable | undefined,
): (Passage | PdfTable)[] {
  const parts: (Passage | PdfTable)[] = [];
  let pendingLines: Line[] = [];
  const flush = () => {
    parts.push(...passagesOf(pendingLines, words));
    pendingLines = [];
  };
  for (const lineOrTable of findTables(lines, openTable)) {
    if (!("kind" in lineOrTable)) pendingLines.push(lineOrTable);
    else {
      flush();
      parts.push(lineOrTable);
    }
  }
  flush();
  return parts;
}

/** A figure on its own, with its unit; a small number or a year could be anything. */
const figureWithUnit =
  /^(?!(?:\d{1,3}|(?:19|20)\d\d)$)[^\p{L}\d]{0,3}\d[\d.,\u00a0 ]*(?:[%‰+]|\p{Ll}{1,10}|\p{Lu}{1,3}\p{Ll}?|\p{Script=Han}{1,4})?$/u;

/** Joins a figure with the heading right above it into one paragraph: a label and its value. */
function* joinLabels(
  parts: readonly (Passage | PdfTable)[],
  body: Body,
): Generator<Passage | PdfTable> {
  for (let index = 0; index < parts.length; index++) {
    const [part, next] = [parts[index], parts[index + 1]];
    if (part === undefined) continue;
    const isLabel =
      part.kind === "passage" &&
      next?.kind === "passage" &&
      next.marker === null &&
      figureWithUnit.test(next.text) &&
      !figureWithUnit.test(part.text) &&
      isHeading(part, body);
    if (!isLabel) yield part;
    else {
      yield {
        ...part,
        size: 0,
        text: `${headingText(part).replace(/[:：]$/, "")}: ${next.text}`,
        marker: null,
      };
      index += 1;
    }
  }
}

function* blocksOf(pages: readonly PageParts[], body: Body): Generator<Block> {
  const headings = pages.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === "passage" && isHeading(part, body) ? [part] : [])),
  );
  const levelOf = levelsOf(headings, body);
  for (const { number, parts } of pages) {
    yield { kind: "place", place: { kind: "page", number, name: null } };
    for (const part of joinLabels(parts, body)) {
      if (part.kind === "table")
        yield {
          kind: "table",
          header: part.header.map(removeSoftHyphens),
          rows: part.rows.map(row => row.map(removeSoftHyphens)),
        };
      else {
        const isWholeHeading = isHeading(part, body) && !part.text.includes(pageMark);
        const level = isWholeHeading ? levelOf(part) : undefined;
        yield paragraphBlock(removeSoftHyphens(part.text), level, part.marker ?? "");
      }
    }
  }
}
