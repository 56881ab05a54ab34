// Reads the content of a slide: title, text, tables, charts and diagrams, including shapes in groups.

import type { Block } from "../blocks.ts";
import { chartBlocks } from "./pptx-charts.ts";
import type { OfficeArchive } from "./office-archive.ts";
import { relationsOf } from "./office-parts.ts";
import { tableBlocks } from "./office-tables.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  outermostDescendants,
  relationshipIdOf,
  rootOfPart,
  textOf,
  type XmlNode,
} from "./office-xml.ts";

/** The archive and part in which to find a slide's charts and diagrams. */
interface Slide {
  readonly archive: OfficeArchive;
  readonly part: string;
}

/** The text of an a:p, with line breaks. */
const paragraphText = (paragraph: XmlNode): string =>
  paragraph.children
    .map(child =>
      child.name === "br"
        ? "\n"
        : child.name === "r" || child.name === "fld"
          ? textOf(descendant(child, "t"))
          : child.name === "m"
            ? textOf(child)
            : "",
    )
    .join("")
    // A vertical tab is a line break too; soft hyphens and zero-width characters are invisible.
    .replace(/\v/g, "\n")
    .replace(/[\u00ad\u200b\ufeff]/g, "")
    .trim();

const bodyText = (body: XmlNode): string =>
  childrenNamed(body, "p").map(paragraphText).filter(Boolean).join("\n");

/** Paragraphs of body placeholders are list items by default; those of other shapes only if marked as such. */
function paragraphBlock(paragraph: XmlNode, isBody: boolean): Block[] {
  const text = paragraphText(paragraph);
  if (text === "") return [];
  const properties = descendant(paragraph, "pPr");
  const hasProperty = (name: string) => properties.children.some(child => child.name === name);
  const isListItem =
    !hasProperty("buNone") &&
    (isBody ||
      hasProperty("buChar") ||
      hasProperty("buAutoNum") ||
      hasProperty("buBlip") ||
      Number(attribute(properties, "lvl") ?? 0) > 0);
  return [isListItem ? { kind: "list-item", marker: "-", text } : { kind: "paragraph", text }];
}

/** A span given in the file; 1 if it is missing or invalid. */
const spanOf = (text: string | undefined): number =>
  text !== undefined && /^\d{1,3}$/.test(text) ? Math.max(1, Number(text)) : 1;

function tableOf(table: XmlNode): Block[] {
  const rows = childrenNamed(table, "tr").map(row =>
    childrenNamed(row, "tc")
      // Covered cells are in the file as empty ones.
      .filter(
        cell => attribute(cell, "hMerge") === undefined && attribute(cell, "vMerge") === undefined,
      )
      .map(cell => ({
        text: bodyText(descendant(cell, "txBody")),
        columns: spanOf(attribute(cell, "gridSpan")),
        rows: spanOf(attribute(cell, "rowSpan")),
      })),
  );
  return tableBlocks(rows, 0);
}

function frameBlocks(frame: XmlNode, { archive, part }: Slide): Block[] {
  const data = descendant(frame, "graphic", "graphicData");
  const relatedRoot = (id = "") => rootOfPart(archive, relationsOf(archive, part).get(id)?.target);
  const chart = relatedRoot(relationshipIdOf(descendant(data, "chart")));
  const diagram = relatedRoot(relationshipIdOf(descendant(data, "relIds"), "dm"));
  const points = childrenNamed(descendant(diagram, "ptLst"), "pt").map(point =>
    bodyText(descendant(point, "t")),
  );
  return [
    ...childrenNamed(data, "tbl").flatMap(tableOf),
    ...chartBlocks(chart),
    ...points.filter(Boolean).map(text => ({ kind: "list-item", marker: "-", text }) as const),
  ];
}

const placeholderOf = (shape: XmlNode): string | undefined => {
  const placeholder = descendant(shape, "nvSpPr", "nvPr").children.find(
    ({ name }) => name === "ph",
  );
  return placeholder ? (attribute(placeholder, "type") ?? "body") : undefined;
};

const isTitle = (shape: XmlNode) => /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? "");
/** Date, footer and number, which repeat on each slide; the slide's picture on the notes page. */
const furniture = /^(?:dt|ftr|sldNum|hdr|sldImg)$/;

function shapeBlocks(shape: XmlNode, slide: Slide): Block[] {
  if (shape.name === "grpSp") return shape.children.flatMap(child => shapeBlocks(child, slide));
  if (shape.name === "graphicFrame") return frameBlocks(shape, slide);
  if (shape.name === "AlternateContent") {
    const choice = descendant(shape, "Choice").children.flatMap(child => shapeBlocks(child, slide));
    return choice.length > 0
      ? choice
      : descendant(shape, "Fallback").children.flatMap(child => shapeBlocks(child, slide));
  }
  const placeholder = placeholderOf(shape);
  if (shape.name !== "sp" || furniture.test(placeholder ?? "")) return [];
  const paragraphs = childrenNamed(descendant(shape, "txBody"), "p");
  // A body with a single paragraph is a text, not a list.
  const isBody =
    /^(?:body|obj)$/.test(placeholder ?? "") && paragraphs.filter(paragraphText).length > 1;
  return paragraphs.flatMap(paragraph => paragraphBlock(paragraph, isBody));
}

/** The title, and the blocks of the other shapes from back to front, the order in which they were created. */
export function slideBlocks(
  root: XmlNode,
  slide: Slide,
): { readonly title: string; readonly blocks: readonly Block[] } {
  const shapes = descendant(root, "cSld", "spTree").children;
  const titles = shapes.filter(isTitle);
  const title = titles
    .map(shape => bodyText(descendant(shape, "txBody")).replace(/\s+/g, " "))
    .filter(Boolean)
    .join(" ");
  return {
    title,
    blocks: shapes
      .filter(shape => !titles.includes(shape))
      .flatMap(shape => shapeBlocks(shape, slide)),
  };
}

/** The speaker's notes. */
export function notesBlocks(root: XmlNode): Block[] {
  const bodies = outermostDescendants(root, "sp").filter(shape => placeholderOf(shape) === "body");
  return bodies
    .flatMap(shape => childrenNamed(descendant(shape, "txBody"), "p"))
    .flatMap(paragraph => {
      const text = paragraphText(paragraph);
      return text === "" ? [] : [{ kind: "paragraph", text } as const];
    });
}
