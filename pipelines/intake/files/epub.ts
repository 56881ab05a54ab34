// Reads EPUB: the pages of a book in the order in which it is read, without its covers and lists of contents.

import { posix } from "node:path";
import { type Block, layOut } from "./blocks.ts";
import { parsePage } from "./html/html.ts";
import { withoutMenus } from "./html/html-article.ts";
import { htmlBlocks } from "./html/html-blocks.ts";
import { encrypted, malformed, type OfficeArchive, openArchive } from "./office/office-archive.ts";
import {
  attribute,
  childrenNamed,
  down,
  parsePart,
  textOf,
  type XmlNode,
} from "./office/office-xml.ts";
import type { ParsedFile } from "./parsed-file.ts";

const parts = /\.(?:x?html?|xml|opf)$/i;

interface Book {
  readonly archive: OfficeArchive;
  /** Of its package: what it consists of, and in which order. */
  readonly root: XmlNode;
  /** Folder of the package. */
  readonly folder: string;
}

/** The type that packages declare names no entities: it is dropped. */
const withoutDoctype = (xml: string) => xml.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>/i, "");

function openBook(bytes: Buffer): Book {
  const archive = openArchive(bytes, parts);
  const container = archive.get("META-INF/container.xml");
  if (container === undefined)
    throw malformed("the list of its parts (META-INF/container.xml) is missing");
  const listed = down(parsePart(withoutDoctype(container), "META-INF/container.xml"), "rootfiles");
  const path = attribute(down(listed, "rootfile"), "full-path") ?? "";
  const xml = archive.get(path);
  if (xml === undefined) throw malformed(`the package inside (${path || "OPF"}) is missing`);
  return { archive, root: parsePart(withoutDoctype(xml), path), folder: posix.dirname(path) };
}

/** The path in the archive of what is named in the package. */
function pathOf(folder: string, reference: string): string {
  const [file = ""] = reference.split("#", 1);
  try {
    return posix.join(folder, decodeURIComponent(file));
  } catch {
    return posix.join(folder, file);
  }
}

/** Pages of this kind, by the book's guide. */
const guidedTo = (kind: RegExp, { root, folder }: Book): string[] =>
  childrenNamed(down(root, "guide"), "reference")
    .filter(node => kind.test(attribute(node, "type") ?? ""))
    // A reference into the middle of a page is a heading there.
    .filter(node => !(attribute(node, "href") ?? "").includes("#"))
    .map(node => pathOf(folder, attribute(node, "href") ?? ""));

/** Pages of which nothing is text: the cover and the list of contents that readers show. */
function emptyPages(book: Book): ReadonlySet<string> {
  const { root, folder } = book;
  const listed = childrenNamed(down(root, "manifest"), "item")
    .filter(node => /(?:^|\s)nav(?:\s|$)/.test(attribute(node, "properties") ?? ""))
    .map(node => attribute(node, "href") ?? "");
  return new Set([
    ...guidedTo(/^cover$/i, book),
    ...listed.map(reference => pathOf(folder, reference)),
  ]);
}

/** Paths of the pages in the order in which they are read, each once: a book may list places within a page, too. */
function spineOf(book: Book): string[] {
  const items = new Map(
    childrenNamed(down(book.root, "manifest"), "item").map(node => [
      attribute(node, "id") ?? "",
      pathOf(book.folder, attribute(node, "href") ?? ""),
    ]),
  );
  const aside = emptyPages(book);
  const paths = childrenNamed(down(book.root, "spine"), "itemref")
    .map(node => items.get(attribute(node, "idref") ?? ""))
    .filter(path => path !== undefined)
    .filter(path => !aside.has(path));
  return [...new Set(paths)];
}

const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Elements that XML closes as they open, closed as HTML wants it: `<title/>` would take the whole page in. */
const closed = (xhtml: string) =>
  xhtml.replace(/<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi, (whole, name: string, inner: string) =>
    empty.test(name) ? whole : `<${name}${inner}></${name}>`,
  );

function pageBlocks(xhtml: string, isContents: boolean): Block[] {
  const page = parsePage(closed(xhtml.replace(/^\s*<\?xml[^>]*\?>/, "")));
  if (isContents) withoutMenus(page);
  return htmlBlocks(page.body ?? page.documentElement);
}

/** Reads EPUB. Throws FileProblem: encrypted (where a page is), malformed, file-too-large. */
export function parseEpub(bytes: Buffer): ParsedFile {
  const book = openBook(bytes);
  const pages = spineOf(book);
  const contents = guidedTo(/^toc$/i, book);
  // Fonts are enciphered in many books that anybody may read.
  const ciphered = book.archive.get("META-INF/encryption.xml") ?? "";
  if (pages.some(path => ciphered.includes(`"${path}"`))) throw encrypted();
  const blocks = pages.flatMap((path, index): Block[] => {
    const xhtml = book.archive.get(path);
    if (xhtml === undefined) throw malformed(`a page of it (${path}) is missing`);
    return [
      { kind: "place", place: { kind: "part", number: index + 1, name: null } },
      ...pageBlocks(xhtml, contents.includes(path)),
    ];
  });
  const title = textOf(down(book.root, "metadata", "title"))
    .replace(/\s+/g, " ")
    .trim();
  return { format: "epub", title: title || null, pages: pages.length, ...layOut(blocks) };
}
