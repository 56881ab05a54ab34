// Creates materials for links, strongest first, as many as the requested questions over several documents need.

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
import type { EarlierMaterialRow } from "../../schemas/questions/earlier-materials.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { groupBy } from "../engine/grouping.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type DroppedInput } from "../engine/stage.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { yieldChecker } from "./known-families.ts";
import { scopeOf } from "./reading-scope.ts";
import { itemCountOf, type WantedType, wantedTypes } from "./wanted-types.ts";

/** What is requested for a link: a candidate of each type for several documents, and one of the other types in rotation; heaviest first. */
function wantedOfLink(types: readonly WantedType[], index: number): Wanted[] {
  const typesForSeveral = types.filter(({ type }) => questionTypes[type].needsSeveralDocuments);
  const otherTypes = types.filter(({ type }) => questionTypes[type].linked);
  const otherType = otherTypes[index % Math.max(1, otherTypes.length)];
  return [...typesForSeveral, ...(otherType ? [otherType] : [])]
    .sort((a, b) => b.weight - a.weight)
    .map(({ type }) => ({ type, count: 1 }));
}

/** The text that says what ties the documents together. */
const topicTextOf = ({ question, adds, tie }: Link): string => [tie, question, ...adds].join("\n");

/** At most `count` links, the strongest first, each set of documents once. */
function chooseLinks(
  rows: readonly LinkRow[],
  count: number,
): { chosenLinks: LinkRow[]; dropped: DroppedInput[] } {
  const dropped: DroppedInput[] = [];
  const seenSets = new Set<string>();
  const distinctLinks = [...rows]
    .sort((a, b) => b.link.sure - a.link.sure || (hashOf(a.id) < hashOf(b.id) ? -1 : 1))
    .filter(({ id, documentIds, scope }) => {
      const starts = scope?.map(({ start }) => `${start}`) ?? [];
      const setKey = [...documentIds, ...starts].sort().join("\n");
      if (seenSets.has(setKey))
        dropped.push({
          id,
          code: "same-documents",
          detail: "A stronger link already connects these documents.",
        });
      return !seenSets.has(setKey) && seenSets.add(setKey);
    });
  for (const { id } of distinctLinks.slice(count))
    dropped.push({
      id,
      code: "over-quota",
      detail: "The quotas of the types for several documents were full.",
    });
  return { chosenLinks: distinctLinks.slice(0, count), dropped };
}

/** How many documents each document that was read represents, across all its sections. */
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
  /** Facts of generated documents. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
  /** What an earlier run over the same documents read; what yielded nothing then gets the same request. */
  readonly earlierMaterials?: Artifact<typeof EarlierMaterialRow> | undefined;
}

/** What all materials of a domain and language share. */
interface LinkContext {
  /** What was requested for a material that yielded nothing. */
  readonly earlierRequestFor: (id: string) => Wanted[] | undefined;
  readonly types: readonly WantedType[];
  readonly maxTokens: number;
  readonly documentOf: (id: string) => DocumentRow;
  readonly weights: ReadonlyMap<string, number>;
}

const byStart = (spans: readonly Span[]) => spans.toSorted((a, b) => a.start - b.start);

const toMaterial = (
  { language, domain, documentIds, scope: fragments, link }: LinkRow,
  index: number,
  { types, maxTokens, documentOf, weights, earlierRequestFor }: LinkContext,
): MaterialRow => {
  const scope = fragments
    ? documentIds.flatMap(id => byStart(fragments.filter(({ documentId }) => documentId === id)))
    : scopeOf(documentIds.map(documentOf), topicTextOf(link), maxTokens);
  const texts = scope.map(({ documentId, start, end }) =>
    documentOf(documentId).text.slice(start, end),
  );
  const id = rowId("material", documentIds, texts, link);
  return {
    id,
    language,
    domain,
    kind: "linked",
    documentIds,
    scope,
    rest: "",
    wanted: earlierRequestFor(id) ?? wantedOfLink(types, index),
    link,
    weight: mean(documentIds.map(id => weights.get(id) ?? 1)),
  };
};

export const linkedMaterialsStage = (options: LinkedMaterialsOptions) => {
  const { items, mix, base, asking, facts, earlierMaterials } = options;
  return defineWholeStage({
    name: "questions/linked-materials",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, factor: asking.candidates.factor, material: asking.material },
    over: links,
    lookup: {
      documents,
      materials,
      ...(facts && { facts }),
      ...(earlierMaterials && { before: earlierMaterials }),
    },
    writes: linkedMaterials,
    all(rows, { tables }) {
      const quotas = { ...options, canYield: yieldChecker(tables.facts) };
      const weights = weightsByDocument(tables.materials.rows());
      const groups = groupBy(rows, ({ domain, language }) => `${domain}\n${language}`);
      const results = [...groups.values()].map(group => {
        const [first] = group;
        const types = first ? wantedTypes(tables.documents.rows(), quotas, first) : [];
        const typesForSeveral = types.filter(
          ({ type }) => questionTypes[type].needsSeveralDocuments,
        );
        const { chosenLinks, dropped } = chooseLinks(
          group,
          Math.ceil(itemCountOf(typesForSeveral) * asking.candidates.factor),
        );
        const documentOf = (id: string) => tables.documents.get(id);
        const earlierRequestFor = (id: string) => tables.before?.find(id)?.wanted;
        const context = {
          types,
          maxTokens: asking.material,
          documentOf,
          weights,
          earlierRequestFor,
        };
        return { rows: chosenLinks.map((row, index) => toMaterial(row, index, context)), dropped };
      });
      return {
        rows: results.flatMap(group => group.rows),
        dropped: results.flatMap(({ dropped }) => dropped),
      };
    },
  });
};
