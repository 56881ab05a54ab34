// Lays out the slides of a presentation as one text, each with its place.

import { type Block, layOut } from "../blocks.ts";
import type { ParsedFile } from "../parsed-file.ts";

/** The text of the slides; hidden ones, given as undefined, are only reported. */
export function layOutSlides(
  slides: readonly (readonly Block[] | undefined)[],
): Omit<ParsedFile, "title"> {
  const leftOut = slides.flatMap((blocks, index) =>
    blocks === undefined ? [`hidden slide ${index + 1}`] : [],
  );
  const layout = layOut(
    slides.flatMap((blocks = [], index): Block[] => [
      { kind: "place", place: { kind: "slide", number: index + 1, name: null } },
      ...blocks,
    ]),
  );
  return { ...layout, ...(leftOut.length > 0 ? { leftOut } : {}) };
}

/** The heading above notes, in their language; none if there are no notes. */
export function notesHeading(notes: readonly Block[]): Block[] {
  const isHan = notes.some(block => "text" in block && /\p{Script=Han}/u.test(block.text));
  return notes.length === 0 ? [] : [{ kind: "paragraph", text: isHan ? "备注：" : "Notes:" }];
}
