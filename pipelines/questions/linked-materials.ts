// Puts together the documents of each link, the surest first, as far as questions over several documents are wanted.

import type { Artifact } from "../../schemas/define.ts";
import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import {
  type Link,
  type LinkRow,
  linkedMaterials,
  links,
  type MaterialRow,
  materials,
  type Wanted,
} from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/settings.ts";
import { groupBy } from "../engine/grouping.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped } from "../engine/stage.ts";
import { fits } from "../items/part-borders.ts";
import { partsOf } from "../items/parts.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { countTokens, words } from "../text/segment.ts";
import { mixOver } from "./known-families.ts";
import { type WantedType, wantedTypes } from "./wanted.ts";

/** Tokens of a part by which a document that is too long is read, at least and at most. */
const parts = { least: 80, most: 500 };

/** Of one link a candidate of each type for several documents, and one of the others in turn; the weightiest first. */
function wantedOfLink(types: readonly WantedType[], at: number): Wanted[] {
  const several = types.filter(({ type }) => questionTypes[type].several);
  const others = types.filter(({ type }) => questionTypes[type].linked);
  const other = others[at % Math.max(1, others.length)];
  return [...several, ...(other ? [other] : [])]
    .sort((a, b) => b.weight - a.weight)
    .map(({ type }) => ({ type, count: 1 }));
}

/** Of a document that is too long the parts that are nearest to the matter for which it is read, in their order. */
function nearestParts(document: DocumentRow, matter: string, most: number): Span[] {
  const cut = partsOf(document, { ...parts, most: Math.min(parts.most, most) });
  const index = buildBm25(
    cut.map(({ start, end }, at) => ({
      id: String(at),
      tokens: words(document.text.slice(start, end), document.language),
    })),
  );
  const about = words(matter, document.language);
  const ranked = new Set([
    ...index.search(about, cut.length).map(({ id }) => Number(id)),
    ...cut.keys(),
  ]);
  let left = most;
  const chosen = [...ranked].filter(at => {
    const tokens = cut[at]?.tokens ?? 0;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return cut
    .filter((_, at) => chosen.includes(at))
    .map(({ start, end }) => ({ documentId: document.id, start, end }));
}

/** What ties documents together. */
const matterOf = ({ question, adds, tie }: Link): string => [tie, question, ...adds].join("\n");

/** What is read of these documents, `most` tokens (o200k) in all; empty where all of them fit whole. The short ones leave the long ones room. */
export function scopeOf(together: readonly DocumentRow[], matter: string, most: number): Span[] {
  if (fits(together.map(({ text }) => text).join("\n"), most)) return [];
  let left = most;
  const shortestFirst = [...together].sort((a, b) => a.text.length - b.text.length);
  const spans = shortestFirst.flatMap((document, at) => {
    const share = Math.floor(left / (together.length - at));
    const whole = fits(document.text, share);
    const own = whole
      ? [{ documentId: document.id, start: 0, end: document.text.length }]
      : nearestParts(document, matter, share);
    for (const { start, end } of own) left -= countTokens(document.text.slice(start, end));
    return own;
  });
  return together.flatMap(({ id }) => spans.filter(({ documentId }) => documentId === id));
}

/** The surest first, each set of documents once, as many as are wanted. */
function chooseLinks(
  rows: readonly LinkRow[],
  count: number,
): { chosen: LinkRow[]; dropped: Dropped[] } {
  const dropped: Dropped[] = [];
  const seen = new Set<string>();
  const distinct = [...rows]
    .sort((a, b) => b.link.sure - a.link.sure || (hashOf(a.id) < hashOf(b.id) ? -1 : 1))
    .filter(({ id, documentIds }) => {
      const set = [...documentIds].sort().join("\n");
      if (seen.has(set))
        dropped.push({ id, code: "same-documents", detail: "A surer link joins these documents." });
      return !seen.has(set) && seen.add(set);
    });
  for (const { id } of distinct.slice(count))
    dropped.push({ id, code: "over-quota", detail: "The types for several documents were full." });
  return { chosen: distinct.slice(0, count), dropped };
}

/** How many documents each document that was read speaks for, its sections together. */
function weightsByDocument(rows: readonly MaterialRow[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { documentIds, weight } of rows)
    for (const id of documentIds) weights.set(id, (weights.get(id) ?? 0) + weight);
  return weights;
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

export interface LinkedMaterialsOptions extends QuotaOptions<QuestionType> {
  readonly asking: Pick<AskingSettings, "candidates" | "material">;
  /** Of documents that are written. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
}

interface Linking {
  readonly types: readonly WantedType[];
  readonly most: number;
  readonly documentOf: (id: string) => DocumentRow;
  readonly weights: ReadonlyMap<string, number>;
}

const toMaterial = (
  { language, domain, documentIds, link }: LinkRow,
  at: number,
  { types, most, documentOf, weights }: Linking,
): MaterialRow => {
  const scope = scopeOf(documentIds.map(documentOf), matterOf(link), most);
  return {
    id: rowId("material", documentIds, scope, link),
    language,
    domain,
    kind: "linked",
    documentIds,
    scope,
    rest: "",
    wanted: wantedOfLink(types, at),
    link,
    weight: mean(documentIds.map(id => weights.get(id) ?? 1)),
  };
};

export const linkedMaterialsStage = (options: LinkedMaterialsOptions) => {
  const { items, mix, base, asking, facts } = options;
  return defineWholeStage({
    name: "questions/linked-materials",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, factor: asking.candidates.factor, material: asking.material },
    over: links,
    lookup: { documents, materials, ...(facts && { facts }) },
    writes: linkedMaterials,
    all(rows, { tables }) {
      const quotas = { ...options, mix: mixOver(mix, tables.facts) };
      const weights = weightsByDocument(tables.materials.rows());
      const groups = groupBy(rows, ({ domain, language }) => `${domain}\n${language}`);
      const done = [...groups.values()].map(group => {
        const [first] = group;
        const types = first ? wantedTypes(tables.documents.rows(), quotas, first) : [];
        const several = types.filter(({ type }) => questionTypes[type].several);
        const wanted = several.reduce((sum, { target }) => sum + target, 0);
        const { chosen, dropped } = chooseLinks(
          group,
          Math.ceil(wanted * asking.candidates.factor),
        );
        const documentOf = (id: string) => tables.documents.get(id);
        const linking = { types, most: asking.material, documentOf, weights };
        return { rows: chosen.map((row, at) => toMaterial(row, at, linking)), dropped };
      });
      return {
        rows: done.flatMap(group => group.rows),
        dropped: done.flatMap(({ dropped }) => dropped),
      };
    },
  });
};
