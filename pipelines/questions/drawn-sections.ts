// Draws the documents or sections to read, by how much they say; what an earlier run read of the same text comes first.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { EarlierMaterialRow } from "../../schemas/questions/earlier-materials.ts";
import { rowId } from "../engine/fingerprint.ts";
import { countOf } from "../engine/grouping.ts";
import { drawOrder, fractionOf, type UseOf } from "./document-draw.ts";
import type { Section } from "./sections.ts";
import { substanceMeasurer } from "./substance.ts";

export interface DrawnSection extends Section {
  /** Its material's id, which an edit elsewhere in the document does not change. */
  readonly id: string;
  readonly document: DocumentRow;
  /** What was asked when its text was first read; undefined if it never was. */
  readonly before: EarlierMaterialRow | undefined;
}

export interface SectionDrawing {
  /** Documents of one domain and language. */
  readonly rows: readonly DocumentRow[];
  readonly seed: number;
  readonly useOf: UseOf;
  readonly sectionsIn: (document: DocumentRow) => readonly Section[];
  /** By material id; absent if nothing was read before. */
  readonly before?: ReadonlyMap<string, EarlierMaterialRow>;
  /** Minimum number of distinct words for a section to be worth a request; thinner ones come last. If absent, none is too thin. */
  readonly enough?: number | undefined;
}

/** Fragments with at least this many distinct words are read first. */
export const minSectionWords = 100;

/** Length, in characters, of a document that is drawn once; a longer one is drawn in proportion to the square root of its length. */
const lengthPerDraw = { zh: 3000, en: 9000 };

const timesOf = ({ text, language }: DocumentRow): number =>
  Math.max(1, Math.floor(Math.sqrt(text.length / lengthPerDraw[language])));

const textsOf = ({ scope }: Section, { text }: DocumentRow): string[] =>
  scope.map(({ start, end }) => text.slice(start, end));

const drawnIn = (document: DocumentRow, { sectionsIn, before }: SectionDrawing): DrawnSection[] =>
  sectionsIn(document).map(section => {
    const idParts =
      section.id === undefined ? [[document.id], textsOf(section, document)] : [section.id];
    const id = rowId("material", ...idParts);
    return { ...section, id, document, before: before?.get(id) };
  });

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** An order whose every prefix is spread over the whole and favours the weightier ones (Kronecker sequence of the golden ratio). */
function spread<T>(
  all: readonly { readonly item: T; readonly weight: number }[],
  start: number,
): T[] {
  const ends: number[] = [];
  for (const { weight } of all) ends.push((ends.at(-1) ?? 0) + weight);
  const totalWeight = ends.at(-1) ?? 0;
  const remainingIndices = new Set(all.keys());
  return all.map((_, turn): T => {
    const position = ((start + turn * goldenRatio) % 1) * totalWeight;
    let index = ends.findIndex(end => end > position);
    while (!remainingIndices.delete(index)) index = (index + 1) % all.length;
    return (all[index] as (typeof all)[number]).item;
  });
}

/** The sections of a document that are still to be drawn, in order: those with enough words, and thin ones. */
interface Lots {
  readonly full: DrawnSection[];
  readonly thin: DrawnSection[];
}

/** Sections that an earlier run read and that still exist, in its order: of two with the same question, the first keeps it. */
function sectionsReadBefore(
  order: readonly DocumentRow[],
  drawing: SectionDrawing,
): DrawnSection[] {
  const usefulReadings = [...(drawing.before?.values() ?? [])].filter(({ declined }) => !declined);
  if (usefulReadings.length === 0) return [];
  const sections = [...new Set(order)].flatMap(document => drawnIn(document, drawing));
  const byId = new Map(sections.map(section => [section.id, section]));
  return usefulReadings.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * At most `count` sections: those read before, then one from each document per turn in drawing order, spread over the
 * document, until none is left. Thin sections come last; those that say next to nothing are never drawn.
 */
export function drawSections(drawing: SectionDrawing, count: number): DrawnSection[] {
  const { rows, seed, useOf, enough = 0 } = drawing;
  const order = drawOrder(rows, seed, useOf, timesOf);
  const substance = substanceMeasurer(rows);
  const readBefore = sectionsReadBefore(order, drawing);
  const readBeforeCounts = countOf(readBefore.map(({ document }) => document));
  const lots = new Map<DocumentRow, Lots>();
  const lotsOf = (document: DocumentRow): Lots => {
    const weighedSections = drawnIn(document, drawing)
      .filter(({ before: earlier }) => earlier?.declined !== false)
      .map(section => {
        const texts = section.scope.length > 0 ? textsOf(section, document) : [document.text];
        return { item: section, weight: substance(document, texts.join("\n")) };
      });
    const readableSections = weighedSections.filter(({ weight }) => weight > 0);
    const start = fractionOf(seed, document.id);
    return {
      full: spread(
        readableSections.filter(({ weight }) => weight >= enough),
        start,
      ),
      thin: spread(
        readableSections.filter(({ weight }) => weight < enough),
        start,
      ),
    };
  };
  const drawnSections = [...readBefore];
  for (const kind of ["full", "thin"] as const)
    for (let remaining = order; remaining.length > 0 && drawnSections.length < count; )
      remaining = remaining.filter(document => {
        if (drawnSections.length >= count) return false;
        const readBeforeCount = readBeforeCounts.get(document) ?? 0;
        if (readBeforeCount > 0) readBeforeCounts.set(document, readBeforeCount - 1);
        if (readBeforeCount > 0) return true;
        const documentLots = lots.get(document) ?? lotsOf(document);
        lots.set(document, documentLots);
        const next = documentLots[kind].shift();
        if (next) drawnSections.push(next);
        return next !== undefined;
      });
  return drawnSections;
}
