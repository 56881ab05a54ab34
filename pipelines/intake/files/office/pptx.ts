// Reads PPTX: the slides in order, each followed by its notes.

import type { Block } from "../blocks.ts";
import { malformedProblem, type OfficeArchive, openOfficeArchive } from "./office-archive.ts";
import { mainPart, propertiesTitle, relatedPart, relationsOf } from "./office-parts.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  parsePart,
  relationshipIdOf,
  rootOfPart,
} from "./office-xml.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { layOutSlides, notesHeading } from "./slides.ts";
import { notesBlocks, slideBlocks } from "./pptx-shapes.ts";

/** Paths of the slides; those that a damaged list omits are not displayed by other programs either. */
function slideParts(archive: OfficeArchive): string[] {
  const { part, xml } = mainPart(archive, {
    usualPath: "ppt/presentation.xml",
    what: "presentation",
  });
  const relations = relationsOf(archive, part);
  return childrenNamed(descendant(parsePart(xml, part), "sldIdLst"), "sldId").flatMap(
    node => relations.get(relationshipIdOf(node) ?? "")?.target ?? [],
  );
}

function notesOf(archive: OfficeArchive, part: string): Block[] {
  const blocks = notesBlocks(rootOfPart(archive, relatedPart(archive, part, "notesSlide")));
  return [...notesHeading(blocks), ...blocks];
}

/** The blocks of a slide; undefined if the slide show hides it, though it still counts. */
function blocksOf(archive: OfficeArchive, part: string, index: number): Block[] | undefined {
  const xml = archive.get(part);
  if (xml === undefined) throw malformedProblem(`slide ${index + 1} (${part}) is missing`);
  const root = parsePart(xml, part);
  if (/^(?:0|false)$/.test(attribute(root, "show") ?? "")) return undefined;
  const { title, blocks } = slideBlocks(root, { archive, part });
  return [{ kind: "heading", level: 1, text: title }, ...blocks, ...notesOf(archive, part)];
}

/** Reads PPTX. Dates, footers and slide numbers are left out, as are hidden slides, which are reported; charts and diagrams are read as tables and lists. */
export function parsePptx(bytes: Buffer): ParsedFile {
  const archive = openOfficeArchive(bytes);
  const slides = slideParts(archive).map((part, index) => blocksOf(archive, part, index));
  return { title: propertiesTitle(archive), ...layOutSlides(slides) };
}
