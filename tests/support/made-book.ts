// Makes small EPUB books from known pages.

import { packParts, type Parts } from "./made-office.ts";

export interface MadePage {
  /** What stands in its body. */
  readonly body: string;
  /** Of the manifest's item: "nav" of a list of contents. */
  readonly properties?: string;
}

/** A book of these pages, read in their order, though the archive has them the other way round. */
export function madeBook(pages: readonly MadePage[], title = "", more: Parts = {}): Buffer {
  const items = pages.map(
    ({ properties }, index) =>
      `<item id="p${index}" href="text/page%20${index}.xhtml" media-type="application/xhtml+xml"${properties ? ` properties="${properties}"` : ""}/>`,
  );
  const parts = pages.map(({ body }, index): [string, string] => [
    `OEBPS/text/page ${index}.xhtml`,
    `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
  ]);
  return packParts({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<?xml version="1.0"?><container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf": `<?xml version="1.0"?><package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${title}</dc:title></metadata><manifest>${items.join("")}</manifest><spine>${pages.map((_, index) => `<itemref idref="p${index}"/>`).join("")}</spine></package>`,
    ...Object.fromEntries(parts.reverse()),
    ...more,
  });
}
