// Makes small OpenDocument files from known content, with no more in them than a reader needs.

import { packParts, type Parts } from "./made-office.ts";

const namespaces = [
  "office",
  "style",
  "text",
  "table",
  "draw",
  "presentation",
  "fo",
  "svg",
  "xlink",
]
  .map(name => `xmlns:${name}="urn:example:${name}"`)
  .join(" ");
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A file whose body is of this kind. `styles`: automatic styles of its content. */
export const madeOdf = (kind: string, content: string, styles = "", more: Parts = {}): Buffer =>
  packParts({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "META-INF/manifest.xml": `${declaration}<!DOCTYPE manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest/>`,
    "content.xml": `${declaration}<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${content}</office:${kind}></office:body></office:document-content>`,
    ...more,
  });

export const odfTitle = (title: string): Parts => ({
  "meta.xml": `${declaration}<office:document-meta ${namespaces} xmlns:dc="urn:example:dc"><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
});

/** The object of a chart, with the table behind it. */
export const odfChart = (name: string, table: string): Parts => ({
  [`${name}/content.xml`]: `${declaration}<office:document-content ${namespaces} xmlns:chart="urn:example:chart"><office:body><office:chart><chart:chart>${table}</chart:chart></office:chart></office:body></office:document-content>`,
});

export const odfParagraph = (text: string, style = "Standard"): string =>
  `<text:p text:style-name="${style}">${text}</text:p>`;
export const odfHeading = (level: number, text: string): string =>
  `<text:h text:outline-level="${level}">${text}</text:h>`;

/** Items are paragraphs, or what stands in an item. */
export const odfList = (style: string, items: readonly string[], more = ""): string =>
  `<text:list text:style-name="${style}"${more}>${items
    .map(
      item =>
        `<text:list-item>${item.startsWith("<") ? item : odfParagraph(item)}</text:list-item>`,
    )
    .join("")}</text:list>`;

/** Texts, or cells as they are written. */
export const odfRow = (cells: readonly string[], more = ""): string =>
  `<table:table-row${more}>${cells
    .map(cell =>
      cell.startsWith("<table:")
        ? cell
        : `<table:table-cell>${cell === "" ? "" : odfParagraph(cell)}</table:table-cell>`,
    )
    .join("")}</table:table-row>`;

export const odfTable = (rows: readonly (readonly string[] | string)[], more = ""): string =>
  `<table:table${more}>${rows.map(row => (typeof row === "string" ? row : odfRow(row))).join("")}</table:table>`;
