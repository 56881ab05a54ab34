// Draws the materials: a representative sample of documents, long ones in sections, and what is requested for each.

import type { FragmentRow } from "../../schemas/cofe/records.ts";
import type { Artifact } from "../../schemas/define.ts";
import { distractors, type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes, withoutFamilyTypes } from "../../schemas/items/question-types.ts";
import type { EarlierMaterialRow } from "../../schemas/questions/earlier-materials.ts";
import { type MaterialRow, materials } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { countOf, groupBy } from "../engine/grouping.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { drawOrder, type DocumentUses, usageFinder, weightsOf } from "./document-draw.ts";
import {
  type DrawnSection,
  drawSections,
  minSectionWords,
  reusableReadings,
  type SectionDrawing,
} from "./draw-sections.ts";
import { yieldChecker, unitFinder } from "./known-families.ts";
import { selectAskable } from "./askable-documents.ts";
import { fragmentsIn, sectionsOf } from "./sections.ts";
import {
  describedCounts,
  itemCountOf,
  describedShareOf,
  type WantedType,
  wantedByConstruction,
  wantedPerMaterial,
  wantedTypes,
} from "./wanted-types.ts";

/** Items planned per document, which yields three to five questions worth asking, or per fragment that says enough. */
const itemsPerMaterial = { document: 3, fragment: 4 };
/** Maximum number of candidates per fragment; later ones are seldom chosen. */
const maxPerFragment = 7;
/** Minimum number of materials across all domains and languages; with fewer, the best questions are hardly better than the rest. */
const minMaterials = 6;

export interface MaterialsOptions extends QuotaOptions<QuestionType> {
  readonly asking: Pick<AskingSettings, "candidates" | "material">;
  readonly devShare: number;
  /** Whether code generates the questions: it then reads all documents, and sets of them, without links. */
  readonly constructed: boolean;
  /** How much each document is used; if absent, each counts once. */
  readonly weights?: DocumentUses | undefined;
  /** Facts of generated documents: documents on one subject are read together, as materials of their own. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
  /** Fragments of documents that were cut; if absent, documents are read whole, long ones in sections. */
  readonly fragments?: Artifact<typeof FragmentRow>;
  /** What an earlier run over the same documents read. */
  readonly earlierMaterials?: Artifact<typeof EarlierMaterialRow>;
  /** Whether there are distractors, which systems search too. */
  readonly distracted?: boolean | undefined;
}

/** Documents of one domain and language. */
interface Group extends SectionDrawing {
  readonly types: readonly WantedType[];
  /** Its share of all requested items. */
  readonly share: number;
  /** The share of its candidates that should describe their subject without naming it. */
  readonly describedShare: number;
  /** The unit of a document, which stays together in dev or test. */
  readonly unitOf: (documentId: string) => string;
}

/** What is requested for each section, in order; what an earlier run read or declined gets the same request. */
function requestsFor(
  drawnSections: readonly DrawnSection[],
  { types, describedShare }: Group,
  { asking, constructed, fragments }: MaterialsOptions,
): Pick<MaterialRow, "wanted" | "described">[] {
  const limit = fragments && { maxPerRequest: maxPerFragment };
  const requests = constructed
    ? drawnSections.map(() => wantedByConstruction(types, drawnSections.length, asking.candidates))
    : wantedPerMaterial(types, drawnSections.length, { ...asking.candidates, ...limit });
  const described = describedCounts(requests, describedShare);
  let nextIndex = drawnSections.filter(
    ({ earlierMaterial }) => earlierMaterial?.declined === false,
  ).length;
  return drawnSections.map(({ earlierMaterial }) => {
    const index = earlierMaterial?.declined === false ? -1 : nextIndex++;
    const { wanted, described: count = 0 } = earlierMaterial ?? {
      wanted: requests[index] ?? [],
      described: described[index],
    };
    return { wanted, ...(count > 0 && { described: count }) };
  });
}

/** The materials of a group that a model reads; if `constructed`, one for every document. */
function singleMaterials(group: Group, options: MaterialsOptions): MaterialRow[] {
  const itemsPerRow = itemsPerMaterial[options.fragments ? "fragment" : "document"];
  const { rows, types, useOf, share } = group;
  const count = options.constructed
    ? Number.POSITIVE_INFINITY
    : Math.ceil(Math.max(itemCountOf(types) / itemsPerRow, minMaterials * share));
  const drawnSections = drawSections(group, count);
  const drawnDocuments = new Set(drawnSections.map(({ document }) => document));
  const sectionCounts = countOf(drawnSections.map(({ document }) => document));
  const weights = weightsOf(rows, [...drawnDocuments], useOf);
  const requests = requestsFor(drawnSections, group, options);
  return drawnSections.map(({ id, document, scope, rest, earlierMaterial }, index) => ({
    id,
    language: document.language,
    domain: document.domain,
    kind: scope.length > 0 ? "section" : "document",
    documentIds: [document.id],
    scope,
    rest: earlierMaterial?.rest ?? rest,
    ...(requests[index] ?? { wanted: [] }),
    link: null,
    // Sections of one document share its weight.
    weight: (weights.get(document.id) ?? 1) / (sectionCounts.get(document) ?? 1),
  }));
}

/** Materials of sets for constructed questions: two or three neighbours in sampling order, alternately, never from both splits. */
function constructedSets(
  { rows, types, seed, useOf, unitOf }: Group,
  options: MaterialsOptions,
): MaterialRow[] {
  const typesForSeveral = types.filter(({ type }) => questionTypes[type].needsSeveralDocuments);
  const dev = devDocuments(
    rows.map(({ id }) => id),
    options.devShare,
    unitOf,
  );
  const splits = groupBy(drawOrder(rows, seed, useOf), ({ id }) => (dev.has(id) ? "dev" : "test"));
  const sets = [...splits.values()].flatMap(split =>
    split.slice(0, -1).map((_, index) => split.slice(index, index + (index % 2 === 0 ? 2 : 3))),
  );
  const wanted = wantedByConstruction(typesForSeveral, sets.length, options.asking.candidates);
  return typesForSeveral.length === 0
    ? []
    : sets.flatMap(set => {
        const [first] = set;
        const documentIds = set.map(({ id }) => id);
        const weight = set.reduce((sum, document) => sum + useOf(document), 0) / set.length;
        const id = rowId("material", documentIds, []);
        const commonFields = { documentIds, scope: [], rest: "", wanted, link: null, weight };
        return first
          ? { id, language: first.language, domain: first.domain, kind: "linked", ...commonFields }
          : [];
      });
}

interface MaterialDrawing
  extends Partial<Pick<Group, "unitOf" | "sectionsIn" | "earlierMaterials">> {
  readonly all: readonly DocumentRow[];
  /** Number of distractors. */
  readonly distractorCount?: number;
  readonly options: MaterialsOptions;
  readonly seed: number;
}

/** Draws materials from the readable documents. */
export const drawMaterials = (
  rows: readonly DocumentRow[],
  {
    all,
    distractorCount = 0,
    options,
    seed,
    unitOf = id => id,
    earlierMaterials,
    sectionsIn = document => sectionsOf(document, options.asking.material),
  }: MaterialDrawing,
): MaterialRow[] =>
  [...groupBy(rows, ({ domain, language }) => `${domain}\n${language}`).values()].flatMap(group => {
    const [first] = group;
    const typesInMix = first ? wantedTypes(all, options, first) : [];
    const mixTypes = typesInMix.map(({ type }) => type);
    const askableTypes = new Set(options.facts ? withoutFamilyTypes(mixTypes) : mixTypes);
    const types = typesInMix.filter(({ type }) => askableTypes.has(type));
    if (types.length === 0) return [];
    const useOf = usageFinder(options.weights);
    const share = itemCountOf(typesInMix) / itemsWanted(all, options);
    const describedShare =
      options.fragments && !options.constructed
        ? describedShareOf(all.length + distractorCount)
        : 0;
    const drawing = {
      rows: group,
      types,
      share,
      describedShare,
      seed,
      useOf,
      unitOf,
      sectionsIn,
      ...(earlierMaterials && { earlierMaterials }),
      ...(options.fragments && { minWords: minSectionWords }),
    };
    return [
      ...singleMaterials(drawing, options),
      ...(options.constructed && !options.fragments ? constructedSets(drawing, options) : []),
    ];
  });

export const materialsStage = (options: MaterialsOptions) => {
  const { items, mix, base, constructed, devShare, asking, weights, facts } = options;
  const { fragments, earlierMaterials, distracted } = options;
  return defineWholeStage({
    name: "questions/materials",
    module: import.meta.filename,
    prompts: [],
    settings: {
      items,
      mix,
      base,
      constructed,
      devShare,
      candidates: asking.candidates,
      material: asking.material,
      weights,
      ...(distracted && { distracted }),
    },
    over: documents,
    lookup: {
      ...(facts && { facts }),
      ...(fragments && { fragments }),
      ...(earlierMaterials && { before: earlierMaterials }),
      ...(distracted && { distractors }),
    },
    writes: materials,
    all(all, { tables, seedFor }) {
      const { rows, dropped } = selectAskable(all, usageFinder(weights));
      const drawing = {
        all,
        ...(tables.distractors && { distractorCount: tables.distractors.rows().length }),
        seed: seedFor("materials"),
        unitOf: unitFinder(tables.facts),
        options: { ...options, canYield: yieldChecker(tables.facts) },
        ...(tables.fragments && { sectionsIn: fragmentsIn(tables.fragments.rows()) }),
        ...(tables.before && { earlierMaterials: reusableReadings(tables.before.rows(), options) }),
      };
      return { dropped, rows: drawMaterials(rows, drawing) };
    },
  });
};
