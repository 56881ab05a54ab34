// Creates materials for families with their near-twins, and for lists drawn from all documents: as many as the requested questions need.

import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { familyMaterials, type MaterialRow } from "../../schemas/questions/records.ts";
import { type FactRow, facts } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { fold } from "../text/fold.ts";
import { documentAnchors } from "./anchors.ts";
import { yieldChecker, type KnownFamily, knownFamilies } from "./known-families.ts";
import { listMaterials } from "./list-materials.ts";
import { scopeOf } from "./reading-scope.ts";
import { showMaterial } from "./material-view.ts";
import {
  itemCountOf,
  wantedByConstruction,
  wantedPerMaterial,
  wantedTypes,
} from "./wanted-types.ts";

/** Approximate number of questions worth asking per family. */
const itemsPerFamily = 4;
/** Minimum number of families to read; with fewer, the best questions are hardly better than the rest. */
const minFamilies = 4;
/** Candidates requested per family, as a multiple of those per document: the number of questions of each type varies more between families. */
const candidateFactor = 1.6;
/** Maximum number of candidates per request; with more, the last ones are poor. */
const maxCandidates = 16;

export interface FamilyMaterialsOptions extends QuotaOptions<QuestionType> {
  readonly asking: Pick<AskingSettings, "candidates" | "material">;
  readonly constructed: boolean;
  readonly devShare: number;
}

/** Labels and values on which the family's documents differ; they decide which parts are read of documents that are too long to be read in full. */
function differingValuesOf(
  family: KnownFamily,
  factsOf: (documentId: string) => readonly FactRow[],
) {
  const statedFacts = family.documentIds.flatMap(factsOf);
  return [...groupBy(statedFacts, ({ path }) => path).values()]
    .filter(pathFacts => new Set(pathFacts.map(({ value }) => fold(value))).size > 1)
    .flatMap(pathFacts => pathFacts.map(({ label, value }) => `${label} ${value}`));
}

/** Maximum number of questions of a type that a family's documents yield: one per value, for types that depend on a value's status. */
function maxQuestionsOf(
  documentIds: readonly string[],
  type: QuestionType,
  factsOf: (documentId: string) => readonly FactRow[],
): number {
  const record = questionTypes[type];
  if (!("requiredStatus" in record)) return Number.POSITIVE_INFINITY;
  const facts = documentIds
    .flatMap(factsOf)
    .filter(fact => fact.standing === record.requiredStatus);
  return new Set(facts.map(({ path }) => path)).size;
}

interface MaterialContext {
  readonly allDocuments: readonly DocumentRow[];
  readonly options: FamilyMaterialsOptions;
  readonly seed: number;
  readonly factsOf: (documentId: string) => readonly FactRow[];
}

/** What is read from a family: everything if it fits; otherwise a part, with the lines that date and name its documents. */
function familyScope(
  family: KnownFamily,
  { allDocuments, options, factsOf }: MaterialContext,
): Span[] {
  const familyDocuments = family.documentIds.flatMap(
    id => allDocuments.find(row => row.id === id) ?? [],
  );
  const maxTokens = options.asking.material * familyDocuments.length;
  const parts = scopeOf(familyDocuments, differingValuesOf(family, factsOf).join("\n"), maxTokens);
  if (parts.length === 0) return [];
  return familyDocuments.flatMap(document => {
    const { id, language } = document;
    const ownParts = parts.filter(({ documentId }) => documentId === id);
    const anchors = documentAnchors(
      showMaterial({ documentIds: [id], scope: [] }, () => document).sentences,
      language,
    )
      .filter(({ start }) => !ownParts.some(span => span.start <= start && start < span.end))
      .map(({ start, end }) => ({ documentId: id, start, end }));
    return [...ownParts, ...anchors].sort((a, b) => a.start - b.start);
  });
}

/** Materials for as many families of one domain and language as the items need; for all families if questions are constructed. */
function materialsOf(group: readonly KnownFamily[], context: MaterialContext): MaterialRow[] {
  const { allDocuments, options, seed, factsOf } = context;
  const { asking, constructed } = options;
  const types = group
    .slice(0, 1)
    .flatMap(first => wantedTypes(allDocuments, options, first))
    .filter(({ type }) => questionTypes[type].family);
  if (types.length === 0) return [];
  const count = constructed
    ? group.length
    : Math.max(minFamilies, Math.ceil(itemCountOf(types) / itemsPerFamily));
  const drawnFamilies = group
    .toSorted((a, b) => (hashOf([seed, a.id]) < hashOf([seed, b.id]) ? -1 : 1))
    .slice(0, count);
  const wantedOfFamilies = constructed
    ? drawnFamilies.map(() => wantedByConstruction(types, drawnFamilies.length, asking.candidates))
    : wantedPerMaterial(types, drawnFamilies.length, {
        ...asking.candidates,
        factor: asking.candidates.factor * candidateFactor,
        maxPerRequest: maxCandidates,
        yieldOf: (index, type) =>
          maxQuestionsOf(drawnFamilies[index]?.documentIds ?? [], type, factsOf),
      });
  return drawnFamilies.map((family, index) => {
    const { language, domain, documentIds } = family;
    const scope = familyScope(family, context);
    return {
      id: rowId("material", family.id, documentIds, scope),
      language,
      domain,
      kind: "family",
      documentIds: [...documentIds],
      scope,
      rest: "",
      wanted: wantedOfFamilies[index] ?? [],
      link: null,
      weight: documentIds.length,
    };
  });
}

/** The number of lists to make from all documents; they share the quota of complete lists with families. */
function wantedListCount(
  group: Pick<FactRow, "domain" | "language">,
  { allDocuments, options }: MaterialContext,
): number {
  const types = wantedTypes(allDocuments, options, group).filter(
    ({ type }) => type === "complete-list",
  );
  const [wanted] = wantedByConstruction(types, 1, options.asking.candidates);
  return wanted?.count ?? 0;
}

export const familyMaterialsStage = (options: FamilyMaterialsOptions) => {
  const { items, mix, base, asking, constructed, devShare } = options;
  const { candidates, material } = asking;
  return defineWholeStage({
    name: "questions/family-materials",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, constructed, candidates, material, devShare },
    over: documents,
    lookup: { facts },
    writes: familyMaterials,
    all(allDocuments, { tables, seedFor }) {
      const factsOf = (id: string) => tables.facts.where("documentId", id);
      const quotas = { ...options, canYield: yieldChecker(tables.facts) };
      const context = { allDocuments, options: quotas, seed: seedFor("family-materials"), factsOf };
      const families = knownFamilies(tables.facts);
      const groups = groupBy(families, ({ domain, language }) => `${domain}\n${language}`);
      const lists = listMaterials({
        documents: allDocuments,
        facts: tables.facts,
        devShare,
        seed: context.seed,
        countFor: group => wantedListCount(group, context),
      });
      return {
        rows: [...[...groups.values()].flatMap(group => materialsOf(group, context)), ...lists],
      };
    },
  });
};
