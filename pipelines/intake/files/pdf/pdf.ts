// Reads a PDF: pages without their furniture, columns one after the other, headings, lists and tables, paragraphs whole across columns and pages.

import { type Block, layOut, type Table } from "../blocks.ts";
import { FileProblem, type ParsedFile, type Parser } from "../parsed-file.ts";
import { readingOrder } from "./pdf-columns.ts";
import { type PageSegments, withoutFurniture } from "./pdf-furniture.ts";
import { type Body, bodyOf, headingText, isHeading, levelsOf } from "./pdf-headings.ts";
import { type Words, withoutSoftHyphens, wordsOf } from "./pdf-joins.ts";
import { type Line, linesOf, segmentsOf } from "./pdf-lines.ts";
import { titleOf, withPdf } from "./pdf-opening.ts";
import { pagesOf } from "./pdf-pages.ts";
import { type Passage, passagesOf } from "./pdf-passages.ts";
import { joinPages, pageMark, type PageParts, settlePages } from "./pdf-flow.ts";
import { withTables } from "./pdf-tables.ts";

/** Text, pages and tables of a PDF. Throws FileProblem `encrypted`, `malformed` or, for a file of pictures, `no-text`. */
export const parsePdf: Parser = bytes =>
  withPdf(bytes, async file => {
    const pages: PageSegments[] = [];
    for await (const { layers, ...page } of pagesOf(file))
      pages.push({ ...page, layers: layers.map(segmentsOf) });
    if (pages.length === 0)
      throw new FileProblem(
        "malformed",
        "none of its pages can be read: open it in a PDF program and save it anew",
      );
    if (pages.every(({ layers }) => layers.length === 0))
      throw new FileProblem(
        "no-text",
        `none of its ${pages.length} pages has text; they look scanned: run text recognition (OCR) over it first`,
      );
    return { format: "pdf", title: await titleOf(file), pages: file.numPages, ...textOf(pages) };
  });

function textOf(pages: readonly PageSegments[]): Pick<ParsedFile, "text" | "places" | "tables"> {
  const { size } = bodyOf(pages.flatMap(({ layers }) => layers.flat()));
  const bare = withoutFurniture(pages, size);
  // A file of nothing but repeated lines is kept as it is.
  const kept = bare.some(({ layers }) => layers.some(layer => layer.length > 0)) ? bare : pages;
  const body = bodyOf(kept.flatMap(({ layers }) => layers.flat()));
  const regions = kept.map(({ number, layers }) => ({
    number,
    regions: layers.flatMap((layer, turned) =>
      readingOrder(layer).map(region => ({ lines: linesOf(region), turned: turned > 0 })),
    ),
  }));
  const words = wordsOf(
    regions.flatMap(page => page.regions.flatMap(({ lines }) => lines.map(({ text }) => text))),
  );
  const parts = joinPages(
    regions.map(page => ({
      number: page.number,
      regions: page.regions.map(({ lines, turned }) =>
        partsOf(lines, words).map(part => (turned && part.kind === "passage" ? aside(part) : part)),
      ),
    })),
    { body, words },
  );
  return settlePages(layOut(blocksOf(parts, body)));
}

// What runs up the margin is no heading, however large.
const aside = (passage: Passage): Passage => ({ ...passage, size: 0 });

/** Tables, and the passages between them. */
function partsOf(lines: readonly Line[], words: Words): (Passage | Table)[] {
  const parts: (Passage | Table)[] = [];
  let waiting: Line[] = [];
  const flush = () => {
    parts.push(...passagesOf(waiting, words));
    waiting = [];
  };
  for (const one of withTables(lines)) {
    if (!("kind" in one)) waiting.push(one);
    else {
      flush();
      parts.push(one);
    }
  }
  flush();
  return parts;
}

function* blocksOf(pages: readonly PageParts[], body: Body): Generator<Block> {
  const headings = pages.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === "passage" && isHeading(part, body) ? [part] : [])),
  );
  const levelOf = levelsOf(headings, body);
  for (const { number, parts } of pages) {
    yield { kind: "place", place: { kind: "page", number, name: null } };
    for (const part of parts) {
      if (part.kind === "table")
        yield {
          ...part,
          header: part.header.map(withoutSoftHyphens),
          rows: part.rows.map(row => row.map(withoutSoftHyphens)),
        };
      else if (isHeading(part, body) && !part.text.includes(pageMark))
        yield {
          kind: "heading",
          level: levelOf(part),
          text: withoutSoftHyphens(headingText(part)),
        };
      else if (part.marker !== null)
        yield { kind: "list-item", marker: part.marker, text: withoutSoftHyphens(part.text) };
      else yield { kind: "paragraph", text: withoutSoftHyphens(part.text) };
    }
  }
}
