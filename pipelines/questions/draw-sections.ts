// Draws the documents or sections to read, by how much content they have; what an earlier run read from the same text comes first.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { EarlierMaterialRow } from "../../schemas/questions/earlier-materials.ts";
import { rowId } from "../engine/fingerprint.ts";
import { countOf } from "../engine/grouping.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { drawOrder, fractionOf, type UseOf } from "./document-draw.ts";
import type { Section } from "./sections.ts";
import { contentWords } from "../text/content-words.ts";

/** Minimum number of distinct words; a text with fewer only names a thing or two and says nothing about them. */
const minWords = 5;
/** A text of at least this many words and numbers repeats a few values if the share of distinct ones is below the minimum. */
const repetition = { minWords: 60, minDistinctShare: 0.1 };
/** Minimum number of documents at which a line found in more than half of them counts as belonging to none. */
const minDocuments = 3;
/** Words used in placeholder text (lorem ipsum). */
const placeholderPattern =
  /\b(?:lorem|ipsum|dolor|amet|consectetur|adipiscing|elit|sed|tempor|incididunt|ut|labore|magna|aliqua|enim|minim|veniam|quis|nostrud|ullamco|laboris|nisi|aliquip|commodo|consequat|duis|aute|irure|velit|esse|cillum|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|proident|sunt|culpa|mollit|anim)\b/gi;
/** Maximum share of such words in a text that counts as real. */
const maxPlaceholderShare = 0.3;

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map(line => line.trim())
    .filter(line => /\p{L}/u.test(line));

/** The lines that occur in more than half of these texts. */
function sharedLines(texts: readonly string[]): ReadonlySet<string> {
  if (texts.length < minDocuments) return new Set();
  const lineCounts = new Map<string, number>();
  for (const text of texts)
    for (const line of new Set(linesOf(text)))
      lineCounts.set(line, (lineCounts.get(line) ?? 0) + 1);
  return new Set(
    [...lineCounts].flatMap(([line, count]) => (count * 2 > texts.length ? line : [])),
  );
}

const isPlaceholder = (text: string): boolean =>
  (text.match(placeholderPattern)?.length ?? 0) >
  maxPlaceholderShare * (text.match(/\p{L}+/gu)?.length ?? 0);

const isWord = (token: string): boolean => /\p{Script=Han}|\p{L}{2}/u.test(token);

/** The number of distinct content words in a text's own lines; 0 if there are too few to ask about. */
function countWords(
  text: string,
  { language }: Pick<DocumentRow, "language">,
  commonLines: ReadonlySet<string>,
): number {
  const ownText = linesOf(text).filter(line => !commonLines.has(line));
  if (isPlaceholder(ownText.join("\n"))) return 0;
  const allWords = contentWords(ownText.join("\n"), language);
  const distinctWords = new Set(allWords);
  const isRepetitive =
    allWords.length >= repetition.minWords &&
    distinctWords.size < repetition.minDistinctShare * allWords.length;
  const wordCount = [...distinctWords].filter(isWord).length;
  return wordCount < minWords || isRepetitive ? 0 : wordCount;
}

/** Measures texts from these documents, which share a domain and a language. A generated text is measured by its length. */
function substanceMeasurer(
  documents: readonly DocumentRow[],
): (document: DocumentRow, text: string) => number {
  let commonLines: ReadonlySet<string> | undefined;
  return (document, text) => {
    if (document.kind !== "own") return Math.max(1, text.length);
    commonLines ??= sharedLines([...new Set(documents.map(each => each.text))]);
    return countWords(text, document, commonLines);
  };
}

export interface DrawnSection extends Section {
  /** Its material's id, which an edit elsewhere in the document does not change. */
  readonly id: string;
  readonly document: DocumentRow;
  /** What was asked when its text was first read; undefined if it never was. */
  readonly earlierMaterial: EarlierMaterialRow | undefined;
}

export interface SectionDrawing {
  /** Documents of one domain and language. */
  readonly rows: readonly DocumentRow[];
  readonly seed: number;
  readonly useOf: UseOf;
  readonly sectionsIn: (document: DocumentRow) => readonly Section[];
  /** By material id; absent if nothing was read before. */
  readonly earlierMaterials?: ReadonlyMap<string, EarlierMaterialRow>;
  /** Minimum number of distinct words for a section to be worth a request; thinner ones come last. If absent, none is too thin. */
  readonly minWords?: number | undefined;
}

/** Earlier readings whose types are all still in the mix; for the others, a new request is made. */
export const reusableReadings = (
  rows: readonly EarlierMaterialRow[],
  { mix }: Pick<QuotaOptions<QuestionType>, "mix">,
): Map<string, EarlierMaterialRow> =>
  new Map(
    rows
      .filter(({ wanted }) => wanted.every(({ type }) => (mix[type] ?? 0) > 0))
      .map(row => [row.id, row]),
  );

/** Fragments with at least this many distinct words are read first. */
export const minSectionWords = 100;

/** Length, in characters, of a document that is drawn once; a longer one is drawn in proportion to the square root of its length. */
const lengthPerDraw = { zh: 3000, en: 9000 };

const drawCountOf = ({ text, language }: DocumentRow): number =>
  Math.max(1, Math.floor(Math.sqrt(text.length / lengthPerDraw[language])));

const textsOf = ({ scope }: Section, { text }: DocumentRow): string[] =>
  scope.map(({ start, end }) => text.slice(start, end));

const toDrawnSections = (
  document: DocumentRow,
  { sectionsIn, earlierMaterials }: SectionDrawing,
): DrawnSection[] =>
  sectionsIn(document).map(section => {
    const idParts =
      section.id === undefined ? [[document.id], textsOf(section, document)] : [section.id];
    const id = rowId("material", ...idParts);
    return { ...section, id, document, earlierMaterial: earlierMaterials?.get(id) };
  });

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** An order in which every prefix is spread over the whole and favours the heavier elements (Kronecker sequence of the golden ratio). */
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
interface SectionPools {
  readonly full: DrawnSection[];
  readonly thin: DrawnSection[];
}

/** Sections that an earlier run read and that still exist, in its order: of two with the same question, the first keeps it. */
function sectionsReadBefore(
  order: readonly DocumentRow[],
  drawing: SectionDrawing,
): DrawnSection[] {
  const usefulReadings = [...(drawing.earlierMaterials?.values() ?? [])].filter(
    ({ declined }) => !declined,
  );
  if (usefulReadings.length === 0) return [];
  const sections = [...new Set(order)].flatMap(document => toDrawnSections(document, drawing));
  const byId = new Map(sections.map(section => [section.id, section]));
  return usefulReadings.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * At most `count` sections: those read before, then one from each document per turn in sampling order, spread over the
 * document, until none is left. Thin sections come last; those that say next to nothing are never drawn.
 */
export function drawSections(drawing: SectionDrawing, count: number): DrawnSection[] {
  const { rows, seed, useOf, minWords = 0 } = drawing;
  const order = drawOrder(rows, seed, useOf, drawCountOf);
  const substance = substanceMeasurer(rows);
  const readBefore = sectionsReadBefore(order, drawing);
  const readBeforeCounts = countOf(readBefore.map(({ document }) => document));
  const pools = new Map<DocumentRow, SectionPools>();
  const poolsOf = (document: DocumentRow): SectionPools => {
    const weighedSections = toDrawnSections(document, drawing)
      .filter(({ earlierMaterial: earlier }) => earlier?.declined !== false)
      .map(section => {
        const texts = section.scope.length > 0 ? textsOf(section, document) : [document.text];
        return { item: section, weight: substance(document, texts.join("\n")) };
      });
    const readableSections = weighedSections.filter(({ weight }) => weight > 0);
    const start = fractionOf(seed, document.id);
    return {
      full: spread(
        readableSections.filter(({ weight }) => weight >= minWords),
        start,
      ),
      thin: spread(
        readableSections.filter(({ weight }) => weight < minWords),
        start,
      ),
    };
  };
  const drawnSections = [...readBefore];
  for (const poolName of ["full", "thin"] as const)
    for (let remaining = order; remaining.length > 0 && drawnSections.length < count; )
      remaining = remaining.filter(document => {
        if (drawnSections.length >= count) return false;
        const readBeforeCount = readBeforeCounts.get(document) ?? 0;
        if (readBeforeCount > 0) readBeforeCounts.set(document, readBeforeCount - 1);
        if (readBeforeCount > 0) return true;
        const documentPools = pools.get(document) ?? poolsOf(document);
        pools.set(document, documentPools);
        const next = documentPools[poolName].shift();
        if (next) drawnSections.push(next);
        return next !== undefined;
      });
  return drawnSections;
}
