// Draws what is read of documents: all of one or sections, by what they say; first of all those that an earlier run over the same text read.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { AskedBeforeRow } from "../../schemas/questions/asked-before.ts";
import { rowId } from "../engine/fingerprint.ts";
import { countOf } from "../engine/grouping.ts";
import { drawOrder, fraction, type UseOf } from "./draw.ts";
import type { Section } from "./sections.ts";
import { substanceAmong } from "./substance.ts";

export interface DrawnSection extends Section {
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
  /** By the ids of materials; nothing was read where absent. */
  readonly before?: ReadonlyMap<string, AskedBeforeRow>;
  /** Different words of a section that says enough for a request of its own; what has fewer is read when there is no other. None is too thin where absent. */
  readonly enough?: number | undefined;
}

/** Different words that a fragment has to have, to be read before those that have fewer. */
export const enoughWords = 100;

/** Characters of a document that is drawn as one; a longer one is drawn as often as the root of its length is longer. */
const lengthOfOne = { zh: 3000, en: 9000 };

const timesOf = ({ text, language }: DocumentRow): number =>
  Math.max(1, Math.floor(Math.sqrt(text.length / lengthOfOne[language])));

const textsOf = ({ scope }: Section, { text }: DocumentRow): string[] =>
  scope.map(({ start, end }) => text.slice(start, end));

const drawnIn = (document: DocumentRow, { sectionsIn, before }: SectionDrawing): DrawnSection[] =>
  sectionsIn(document).map(section => {
    const own =
      section.id === undefined ? [[document.id], textsOf(section, document)] : [section.id];
    const id = rowId("material", ...own);
    return { ...section, id, document, before: before?.get(id) };
  });

const golden = (Math.sqrt(5) - 1) / 2;

/** An order of which every beginning is spread over the whole, the weightier rather than the lighter (the Kronecker sequence of the golden ratio). */
function spread<T>(
  all: readonly { readonly one: T; readonly weight: number }[],
  start: number,
): T[] {
  const ends: number[] = [];
  for (const { weight } of all) ends.push((ends.at(-1) ?? 0) + weight);
  const whole = ends.at(-1) ?? 0;
  const left = new Set(all.keys());
  return all.map((_, turn): T => {
    const place = ((start + turn * golden) % 1) * whole;
    let at = ends.findIndex(end => end > place);
    while (!left.delete(at)) at = (at + 1) % all.length;
    return (all[at] as (typeof all)[number]).one;
  });
}

/** The sections of a document that are still to be drawn, in order. */
interface Lots {
  readonly full: DrawnSection[];
  readonly thin: DrawnSection[];
}

/** What was read before and still stands, in the order of then: of two that ask the same the first keeps its question. */
function knownIn(order: readonly DocumentRow[], drawing: SectionDrawing): DrawnSection[] {
  const read = [...(drawing.before?.values() ?? [])].filter(({ declined }) => !declined);
  if (read.length === 0) return [];
  const sections = [...new Set(order)].flatMap(document => drawnIn(document, drawing));
  const byId = new Map(sections.map(section => [section.id, section]));
  return read.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * So many sections: those that were read before, then of each document in a drawn order one for each time that it comes,
 * from all its parts, and so on until there are no more. What says little comes last, what says next to nothing never.
 */
export function drawSections(drawing: SectionDrawing, count: number): DrawnSection[] {
  const { rows, seed, useOf, enough = 0 } = drawing;
  const order = drawOrder(rows, seed, useOf, timesOf);
  const substance = substanceAmong(rows);
  const known = knownIn(order, drawing);
  const claimed = countOf(known.map(({ document }) => document));
  const lots = new Map<DocumentRow, Lots>();
  const lotsOf = (document: DocumentRow): Lots => {
    const weighed = drawnIn(document, drawing)
      .filter(({ before: asked }) => asked?.declined !== false)
      .map(one => {
        const texts = one.scope.length > 0 ? textsOf(one, document) : [document.text];
        return { one, weight: substance(document, texts.join("\n")) };
      });
    const telling = weighed.filter(({ weight }) => weight > 0);
    const start = fraction(seed, document.id);
    return {
      full: spread(
        telling.filter(({ weight }) => weight >= enough),
        start,
      ),
      thin: spread(
        telling.filter(({ weight }) => weight < enough),
        start,
      ),
    };
  };
  const drawn = [...known];
  for (const kind of ["full", "thin"] as const)
    for (let left = order; left.length > 0 && drawn.length < count; )
      left = left.filter(document => {
        if (drawn.length >= count) return false;
        const claims = claimed.get(document) ?? 0;
        if (claims > 0) claimed.set(document, claims - 1);
        if (claims > 0) return true;
        const own = lots.get(document) ?? lotsOf(document);
        lots.set(document, own);
        const next = own[kind].shift();
        if (next) drawn.push(next);
        return next !== undefined;
      });
  return drawn;
}
