// Creates materials for each family with its near-twin, and for lists drawn from all documents, as many as the requested questions need.

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

/** Roughly how many questions worth asking a family yields. */
const itemsPerFamily = 4;
/** Minimum number of families to read; with fewer, the best questions are hardly better than the rest. */
const minFamilies = 4;
/** Candidates requested per family, as a multiple of those per document: families differ more in what they yield of each type. */
const candidateFactor = 1.6;
/** Maximum number of candidates per request; beyond that the last ones are poor. */
const maxCandidates = 16;

export interface FamilyMaterialsOptions extends QuotaOptions<QuestionType> {
  readonly asking: Pick<AskingSettings, "candidates" | "material">;
  readonly constructed: boolean;
  readonly devShare: number;
}

/** Labels and values on which the family's documents differ; they decide what is read of documents too long to be read whole. */
function differingValuesOf(
  family: KnownFamily,
  factsOf: (documentId: string) => readonly FactRow[],
) {
  const statedFacts = family.documentIds.flatMap(factsOf);
  return [...groupBy(statedFacts, ({ path }) => path).values()]
    .filter(pathFacts => new Set(pathFacts.map(({ value }) => fold(value))).size > 1)
    .flatMap(pathFacts => pathFacts.map(({ label, value }) => `${label} ${value}`));
}

/** How many questions of a type a family's documents yield: one per value, for types that depend on a value's status. */
function questionCount(
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

interface MaterialDrawing {
  readonly all: readonly DocumentRow[];
  readonly options: FamilyMaterialsOptions;
  readonly seed: number;
  readonly factsOf: (documentId: string) => readonly FactRow[];
}

/** What is read of a family: everything if it fits; otherwise a part, with the lines that date and name its documents. */
function scopeFor(family: KnownFamily, { all, options, factsOf }: MaterialDrawing): Span[] {
  const familyDocuments = family.documentIds.flatMap(id => all.find(row => row.id === id) ?? []);
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
function materialsOf(group: readonly KnownFamily[], drawing: MaterialDrawing): MaterialRow[] {
  const { all, options, seed, factsOf } = drawing;
  const { asking, constructed } = options;
  const types = group
    .slice(0, 1)
    .flatMap(first => wantedTypes(all, options, first))
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
          questionCount(drawnFamilies[index]?.documentIds ?? [], type, factsOf),
      });
  return drawnFamilies.map((family, index) => {
    const { language, domain, documentIds } = family;
    const scope = scopeFor(family, drawing);
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
function listsWanted(
  group: Pick<FactRow, "domain" | "language">,
  { all, options }: MaterialDrawing,
): number {
  const types = wantedTypes(all, options, group).filter(({ type }) => type === "complete-list");
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
    all(all, { tables, seedFor }) {
      const factsOf = (id: string) => tables.facts.where("documentId", id);
      const quotas = { ...options, canYield: yieldChecker(tables.facts) };
      const drawing = { all, options: quotas, seed: seedFor("family-materials"), factsOf };
      const families = knownFamilies(tables.facts);
      const groups = groupBy(families, ({ domain, language }) => `${domain}\n${language}`);
      const lists = listMaterials({
        documents: all,
        facts: tables.facts,
        devShare,
        seed: drawing.seed,
        countFor: group => listsWanted(group, drawing),
      });
      return {
        rows: [...[...groups.values()].flatMap(group => materialsOf(group, drawing)), ...lists],
      };
    },
  });
};
