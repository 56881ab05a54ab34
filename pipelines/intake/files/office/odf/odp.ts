// Reads ODP, OpenDocument slides: the title first, then the slide's content, then its notes.

import type { Block } from "../../blocks.ts";
import type { ParsedFile } from "../../parsed-file.ts";
import { attribute, childrenNamed, type XmlNode } from "../office-xml.ts";
import { layOutSlides, notesHeading } from "../slides.ts";
import { type OdfFile, openOdf } from "./odf-archive.ts";
import { odfBlocks } from "./odf-blocks.ts";

const classOf = (shape: XmlNode) => attribute(shape, "class") ?? "";
/** The date, footer and slide number, which repeat on each slide; the slide's picture on the notes page. */
const furniture = /^(?:header|footer|date-time|page-number|page)$/;

const shapesOf = (page: XmlNode): XmlNode[] =>
  page.children.filter(shape => shape.name !== "notes" && !furniture.test(classOf(shape)));

const blocksIn = (shapes: readonly XmlNode[], file: OdfFile): Block[] =>
  odfBlocks({ name: "", attributes: {}, children: shapes, text: "" }, file);

/** The blocks of a slide; undefined if the slide show hides it, though it still counts. */
function slideBlocks(page: XmlNode, file: OdfFile): Block[] | undefined {
  if (file.styles.propertyOf(page, "drawing-page-properties", "visibility") === "hidden")
    return undefined;
  const shapes = shapesOf(page);
  const titleShapes = shapes.filter(shape => classOf(shape) === "title");
  const titleTexts = blocksIn(titleShapes, file).map(block => ("text" in block ? block.text : ""));
  const notes = childrenNamed(page, "notes").flatMap(node => blocksIn(shapesOf(node), file));
  return [
    { kind: "heading", level: 1, text: titleTexts.join(" ") },
    ...blocksIn(
      shapes.filter(shape => !titleShapes.includes(shape)),
      file,
    ),
    ...notesHeading(notes),
    ...notes,
  ];
}

/** Reads ODP. Dates, footers and slide numbers are left out, as are hidden slides, which are reported; charts are read as tables. */
export function parseOdp(bytes: Buffer): ParsedFile {
  const file = openOdf(bytes, "presentation");
  const slides = childrenNamed(file.body, "page").map(page => slideBlocks(page, file));
  return { title: file.title, ...layOutSlides(slides) };
}
