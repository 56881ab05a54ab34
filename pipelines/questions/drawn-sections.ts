// Draws what is read of each document: all of it or sections, those first that an earlier run over the same text read.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { AskedBeforeRow } from "../../schemas/questions/asked-before.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { drawOrder, type UseOf } from "./draw.ts";
import type { Section } from "./sections.ts";

export interface Drawn extends Section {
  /** Of its material: an edit elsewhere in the document does not change it. */
  readonly id: string;
  readonly document: DocumentRow;
  /** What it was asked for when its text was first read; undefined for what was never read. */
  readonly before: AskedBeforeRow | undefined;
}

export interface SectionDrawing {
  /** Of one domain and language. */
  readonly rows: readonly DocumentRow[];
  readonly seed: number;
  readonly useOf: UseOf;
  readonly sectionsIn: (document: DocumentRow) => readonly Section[];
  /** By the ids of materials. */
  readonly before: ReadonlyMap<string, AskedBeforeRow>;
}

const textsOf = ({ scope }: Section, { text }: DocumentRow): string[] =>
  scope.map(({ start, end }) => text.slice(start, end));

/** The sections of a document in a drawn order, those read before ahead of the others. */
function inLots(document: DocumentRow, { seed, sectionsIn, before }: SectionDrawing): Drawn[] {
  const lots = sectionsIn(document).map(section => {
    const own =
      section.id === undefined ? [[document.id], textsOf(section, document)] : [section.id];
    const id = rowId("material", ...own);
    const [text = document.text] = textsOf(section, document);
    return {
      lot: hashOf([seed, text]),
      drawn: { ...section, id, document, before: before.get(id) },
    };
  });
  return lots
    .sort(
      (a, b) =>
        Number(b.drawn.before !== undefined) - Number(a.drawn.before !== undefined) ||
        (a.lot < b.lot ? -1 : 1),
    )
    .map(({ drawn }) => drawn);
}

/** One section of each document, then a second of those that have one, until there are `count`; and all that were read before. */
export function drawSections(drawing: SectionDrawing, count: number): Drawn[] {
  const order = drawOrder(drawing.rows, drawing.seed, drawing.useOf);
  const lots = new Map<DocumentRow, Drawn[]>();
  const lotsOf = (document: DocumentRow): Drawn[] => {
    const own = lots.get(document) ?? inLots(document, drawing);
    lots.set(document, own);
    return own;
  };
  const drawn: Drawn[] = [];
  for (let turn = 0, before = -1; before < drawn.length && drawn.length < count; turn++) {
    before = drawn.length;
    for (const document of order) {
      const section = drawn.length < count ? lotsOf(document)[turn] : undefined;
      if (section) drawn.push(section);
    }
  }
  if (drawing.before.size === 0) return drawn;
  const taken = new Set(drawn.map(({ id }) => id));
  const left = order.flatMap(lotsOf).filter(({ id, before }) => before && !taken.has(id));
  return [...drawn, ...left];
}
