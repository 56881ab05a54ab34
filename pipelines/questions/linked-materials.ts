// Makes a material of each link, the surest first, as far as questions over several documents are wanted.

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
import type { AskedBeforeRow } from "../../schemas/questions/asked-before.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { groupBy } from "../engine/grouping.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped } from "../engine/stage.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { bearing } from "./known-families.ts";
import { scopeOf } from "./reading-scope.ts";
import { type WantedType, wantedTypes } from "./types-wanted.ts";

/** What a link is asked for: a candidate of each type for several documents, and one of the other types in turn; heaviest first. */
function wantedOfLink(types: readonly WantedType[], at: number): Wanted[] {
  const several = types.filter(({ type }) => questionTypes[type].several);
  const others = types.filter(({ type }) => questionTypes[type].linked);
  const other = others[at % Math.max(1, others.length)];
  return [...several, ...(other ? [other] : [])]
    .sort((a, b) => b.weight - a.weight)
    .map(({ type }) => ({ type, count: 1 }));
}

/** The text that says what ties the documents together. */
const matterOf = ({ question, adds, tie }: Link): string => [tie, question, ...adds].join("\n");

/** At most `count` links, surest first, each set of documents once. */
function chooseLinks(
  rows: readonly LinkRow[],
  count: number,
): { chosen: LinkRow[]; dropped: Dropped[] } {
  const dropped: Dropped[] = [];
  const seen = new Set<string>();
  const distinct = [...rows]
    .sort((a, b) => b.link.sure - a.link.sure || (hashOf(a.id) < hashOf(b.id) ? -1 : 1))
    .filter(({ id, documentIds, scope }) => {
      const places = scope?.map(({ start }) => `${start}`) ?? [];
      const set = [...documentIds, ...places].sort().join("\n");
      if (seen.has(set))
        dropped.push({
          id,
          code: "same-documents",
          detail: "A stronger link already connects these documents.",
        });
      return !seen.has(set) && seen.add(set);
    });
  for (const { id } of distinct.slice(count))
    dropped.push({ id, code: "over-quota", detail: "The types for several documents were full." });
  return { chosen: distinct.slice(0, count), dropped };
}

/** How many documents each document that was read represents, over all its sections. */
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
  /** What an earlier run over the same documents read: what yielded nothing then is not asked for more. */
  readonly before?: Artifact<typeof AskedBeforeRow> | undefined;
}

interface Linking {
  /** What was asked of a material that yielded nothing. */
  readonly declined: (id: string) => Wanted[] | undefined;
  readonly types: readonly WantedType[];
  readonly most: number;
  readonly documentOf: (id: string) => DocumentRow;
  readonly weights: ReadonlyMap<string, number>;
}

const inOrder = (spans: readonly Span[]) => spans.toSorted((a, b) => a.start - b.start);

const toMaterial = (
  { language, domain, documentIds, scope: fragments, link }: LinkRow,
  at: number,
  { types, most, documentOf, weights, declined }: Linking,
): MaterialRow => {
  const scope = fragments
    ? documentIds.flatMap(id => inOrder(fragments.filter(({ documentId }) => documentId === id)))
    : scopeOf(documentIds.map(documentOf), matterOf(link), most);
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
    wanted: declined(id) ?? wantedOfLink(types, at),
    link,
    weight: mean(documentIds.map(id => weights.get(id) ?? 1)),
  };
};

export const linkedMaterialsStage = (options: LinkedMaterialsOptions) => {
  const { items, mix, base, asking, facts, before } = options;
  return defineWholeStage({
    name: "questions/linked-materials",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, factor: asking.candidates.factor, material: asking.material },
    over: links,
    lookup: { documents, materials, ...(facts && { facts }), ...(before && { before }) },
    writes: linkedMaterials,
    all(rows, { tables }) {
      const quotas = { ...options, bears: bearing(tables.facts) };
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
        const declined = (id: string) => tables.before?.find(id)?.wanted;
        const linking = { types, most: asking.material, documentOf, weights, declined };
        return { rows: chosen.map((row, at) => toMaterial(row, at, linking)), dropped };
      });
      return {
        rows: done.flatMap(group => group.rows),
        dropped: done.flatMap(({ dropped }) => dropped),
      };
    },
  });
};
