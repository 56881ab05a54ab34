// Reads EPUB: the pages of a book in reading order, without its covers and tables of contents.

import { posix } from "node:path";
import { type Block, layOut } from "./blocks.ts";
import { parsePage } from "./html/html.ts";
import { removeMenus } from "./html/html-article.ts";
import { pageBlocks } from "./html/html-blocks.ts";
import {
  encryptedProblem,
  malformedProblem,
  type OfficeArchive,
  openArchive,
} from "./office/office-archive.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  parsePart,
  textOf,
  type XmlNode,
} from "./office/office-xml.ts";
import type { ParsedFile } from "./parsed-file.ts";

const partName = /\.(?:x?html?|xml|opf)$/i;

interface Book {
  readonly archive: OfficeArchive;
  /** Root of the package document: the book's parts and their order. */
  readonly root: XmlNode;
  /** Folder of the package document. */
  readonly folder: string;
}

/** The XML without its DOCTYPE, which declares no entities in packages. */
const stripDoctype = (xml: string) => xml.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>/i, "");

function openBook(bytes: Buffer): Book {
  const archive = openArchive(bytes, partName);
  const container = archive.get("META-INF/container.xml");
  if (container === undefined)
    throw malformedProblem("the list of its parts (META-INF/container.xml) is missing");
  const rootFiles = descendant(
    parsePart(stripDoctype(container), "META-INF/container.xml"),
    "rootfiles",
  );
  const path = attribute(descendant(rootFiles, "rootfile"), "full-path") ?? "";
  const xml = archive.get(path);
  if (xml === undefined) throw malformedProblem(`the package inside (${path || "OPF"}) is missing`);
  return { archive, root: parsePart(stripDoctype(xml), path), folder: posix.dirname(path) };
}

/** The path, within the archive, of a file that the package names. */
function pathOf(folder: string, reference: string): string {
  const [file = ""] = reference.split("#", 1);
  try {
    return posix.join(folder, decodeURIComponent(file));
  } catch {
    return posix.join(folder, file);
  }
}

/** The pages of this kind according to the book's guide. */
const guidePages = (kind: RegExp, { root, folder }: Book): string[] =>
  childrenNamed(descendant(root, "guide"), "reference")
    .filter(node => kind.test(attribute(node, "type") ?? ""))
    // A reference into the middle of a page points to a heading.
    .filter(node => !(attribute(node, "href") ?? "").includes("#"))
    .map(node => pathOf(folder, attribute(node, "href") ?? ""));

/** Paths of the pages in reading order, each once, although a book may list several places within a page; without the cover and the navigation page. */
function spineOf(book: Book): string[] {
  const items = childrenNamed(descendant(book.root, "manifest"), "item").map(node => ({
    id: attribute(node, "id"),
    path: pathOf(book.folder, attribute(node, "href") ?? ""),
    isNavigation: /(?:^|\s)nav(?:\s|$)/.test(attribute(node, "properties") ?? ""),
  }));
  const covers = guidePages(/^cover$/i, book);
  const navigation = items.filter(({ isNavigation }) => isNavigation).map(({ path }) => path);
  const pathsById = new Map(items.map(({ id, path }) => [id, path]));
  const paths = childrenNamed(descendant(book.root, "spine"), "itemref")
    .map(node => pathsById.get(attribute(node, "idref")))
    .filter(path => path !== undefined)
    .filter(path => !covers.includes(path) && !navigation.includes(path));
  return [...new Set(paths)];
}

const voidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** Self-closing XML elements rewritten with an HTML end tag: otherwise `<title/>` would swallow the whole page. */
const addEndTags = (xhtml: string) =>
  xhtml.replace(/<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi, (tag, name: string, attributes: string) =>
    voidElement.test(name) ? tag : `<${name}${attributes}></${name}>`,
  );

function xhtmlBlocks(xhtml: string, isContents: boolean): Block[] {
  const page = parsePage(addEndTags(xhtml.replace(/^\s*<\?xml[^>]*\?>/, "")));
  if (isContents) removeMenus(page);
  return pageBlocks(page);
}

/** Reads EPUB. Throws FileProblem: encrypted (if a page is), malformed, file-too-large. */
export function parseEpub(bytes: Buffer): ParsedFile {
  const book = openBook(bytes);
  const pages = spineOf(book);
  const contentsPages = guidePages(/^toc$/i, book);
  // Many books that are not encrypted have encrypted fonts.
  const encryption = book.archive.get("META-INF/encryption.xml") ?? "";
  if (pages.some(path => encryption.includes(`"${path}"`))) throw encryptedProblem();
  const blocks = pages.flatMap((path, index): Block[] => {
    const xhtml = book.archive.get(path);
    if (xhtml === undefined) throw malformedProblem(`one of its pages (${path}) is missing`);
    return [
      { kind: "place", place: { kind: "part", number: index + 1, name: null } },
      ...xhtmlBlocks(xhtml, contentsPages.includes(path)),
    ];
  });
  return { title: textOf(descendant(book.root, "metadata", "title")), ...layOut(blocks) };
}
