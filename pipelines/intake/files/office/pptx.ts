// Reads PPTX: the slides in the order of the presentation, each with its notes after it.

import type { Block } from "../blocks.ts";
import { layOut } from "../blocks.ts";
import { malformed, type OfficeArchive, openOfficeArchive } from "./office-archive.ts";
import { relatedPart, relationsOf, statedTitle } from "./office-parts.ts";
import { attribute, childrenNamed, down, parsePart, relationOf } from "./office-xml.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { notesBlocks, slideBlocks } from "./pptx-shapes.ts";

const isHan = (blocks: readonly Block[]) =>
  blocks.some(block => "text" in block && /\p{Script=Han}/u.test(block.text));

/** Paths of the slides; those that a damaged list leaves out are not shown by any program either. */
function slideParts(archive: OfficeArchive): string[] {
  const main = relatedPart(archive, "", "officeDocument") ?? "ppt/presentation.xml";
  const xml = archive.get(main);
  if (xml === undefined)
    throw malformed("the presentation inside (ppt/presentation.xml) is missing");
  const relations = relationsOf(archive, main);
  return childrenNamed(down(parsePart(xml, main), "sldIdLst"), "sldId").flatMap(
    node => relations.get(relationOf(node) ?? "")?.target ?? [],
  );
}

function notesOf(archive: OfficeArchive, part: string): Block[] {
  const notes = relatedPart(archive, part, "notesSlide");
  const blocks = notes === undefined ? [] : notesBlocks(parsePart(archive.get(notes) ?? "", notes));
  return blocks.length === 0
    ? []
    : [{ kind: "paragraph", text: isHan(blocks) ? "备注：" : "Notes:" }, ...blocks];
}

/** A slide that is hidden in the show is left out; it keeps its number. */
function blocksOf(archive: OfficeArchive, part: string, index: number): Block[] {
  const xml = archive.get(part);
  if (xml === undefined) throw malformed(`slide ${index + 1} (${part}) is missing`);
  const root = parsePart(xml, part);
  if (/^(?:0|false)$/.test(attribute(root, "show") ?? "")) return [];
  const { title, blocks } = slideBlocks(root, { archive, part });
  return [
    { kind: "place", place: { kind: "slide", number: index + 1, name: null } },
    { kind: "heading", level: 1, text: title },
    ...blocks,
    ...notesOf(archive, part),
  ];
}

/** Reads PPTX. Dates, footers and slide numbers are left out, charts and diagrams are read as tables and lists. */
export function parsePptx(bytes: Buffer): ParsedFile {
  const archive = openOfficeArchive(bytes);
  const slides = slideParts(archive);
  return {
    format: "pptx",
    title: statedTitle(archive),
    pages: slides.length,
    ...layOut(slides.flatMap((part, index) => blocksOf(archive, part, index))),
  };
}
