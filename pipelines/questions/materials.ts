// Draws what is read: a representative sample of documents, long ones in sections, and what each is asked for.

import type { FragmentRow } from "../../schemas/cofe/records.ts";
import type { Artifact } from "../../schemas/define.ts";
import { distractors, type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes, typesOfDocuments } from "../../schemas/items/question-types.ts";
import type { AskedBeforeRow } from "../../schemas/questions/asked-before.ts";
import { type MaterialRow, materials } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { countOf, groupBy } from "../engine/grouping.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { itemsWanted, type QuotaOptions } from "../items/quotas.ts";
import { drawOrder, type Uses, useIn, weightsOf } from "./draw.ts";
import {
  type DrawnSection,
  drawSections,
  enoughWords,
  type SectionDrawing,
} from "./drawn-sections.ts";
import { bearing, togetherBy } from "./known-families.ts";
import { readable } from "./askable-documents.ts";
import { fragmentsIn, sectionsOf } from "./sections.ts";
import {
  describedIn,
  shareDescribed,
  type WantedType,
  wantedByConstruction,
  wantedOf,
  wantedTypes,
} from "./types-wanted.ts";

/** Items wanted of each document, which yields three to five questions worth asking, or of each fragment that says enough. */
const itemsEach = { document: 3, fragment: 4 };
/** The most candidates per fragment; later ones are seldom chosen. */
const maxOfFragment = 7;
/** The fewest materials over all domains and languages; with fewer, the best questions are hardly better than the rest. */
const minMaterials = 6;

export interface MaterialsOptions extends QuotaOptions<QuestionType> {
  readonly asking: Pick<AskingSettings, "candidates" | "material">;
  readonly devShare: number;
  /** Whether code makes the questions: it reads all documents, and sets of them, without links. */
  readonly constructed: boolean;
  /** How much documents are used; if absent, each counts once. */
  readonly weights?: Uses | undefined;
  /** Facts of generated documents: those on one subject are asked about together, in materials of their own. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
  /** Fragments of documents that were cut; if absent, documents are read whole, long ones in sections. */
  readonly fragments?: Artifact<typeof FragmentRow>;
  /** What an earlier run over the same documents read. */
  readonly before?: Artifact<typeof AskedBeforeRow>;
  /** Whether there are distractors, which are searched too. */
  readonly distracted?: boolean | undefined;
}

/** Documents of one domain and language. */
interface Group extends SectionDrawing {
  readonly types: readonly WantedType[];
  /** Its share of all items that are wanted. */
  readonly share: number;
  /** The share of its candidates that should describe their subject. */
  readonly describedShare: number;
  /** The unit of a document, which stays together in dev or test. */
  readonly unitOf: (documentId: string) => string;
}

/** What is asked of each, in order; what was read or declined before is asked the same as then. */
function askedOf(
  drawn: readonly DrawnSection[],
  { types, describedShare }: Group,
  { asking, constructed, fragments }: MaterialsOptions,
): Pick<MaterialRow, "wanted" | "described">[] {
  const most = fragments && { most: maxOfFragment };
  const asked = constructed
    ? drawn.map(() => wantedByConstruction(types, drawn.length, asking.candidates))
    : wantedOf(types, drawn.length, { ...asking.candidates, ...most });
  const described = describedIn(asked, describedShare);
  let fresh = drawn.filter(({ before }) => before?.declined === false).length;
  return drawn.map(({ before }) => {
    const at = before?.declined === false ? -1 : fresh++;
    const { wanted, described: count = 0 } = before ?? {
      wanted: asked[at] ?? [],
      described: described[at],
    };
    return { wanted, ...(count > 0 && { described: count }) };
  });
}

const itemsOf = (types: readonly WantedType[]) =>
  types.reduce((sum, { target }) => sum + target, 0);

/** The materials of a group that a model reads; if `constructed`, one of every document. */
function singleMaterials(group: Group, options: MaterialsOptions): MaterialRow[] {
  const each = itemsEach[options.fragments ? "fragment" : "document"];
  const { rows, types, useOf, share } = group;
  const count = options.constructed
    ? Number.POSITIVE_INFINITY
    : Math.ceil(Math.max(itemsOf(types) / each, minMaterials * share));
  const drawn = drawSections(group, count);
  const read = new Set(drawn.map(({ document }) => document));
  const sections = countOf(drawn.map(({ document }) => document));
  const weights = weightsOf(rows, [...read], useOf);
  const asked = askedOf(drawn, group, options);
  return drawn.map(({ id, document, scope, rest, before }, at) => ({
    id,
    language: document.language,
    domain: document.domain,
    kind: scope.length > 0 ? "section" : "document",
    documentIds: [document.id],
    scope,
    rest: before?.rest ?? rest,
    ...(asked[at] ?? { wanted: [] }),
    link: null,
    // Sections of one document share its weight.
    weight: (weights.get(document.id) ?? 1) / (sections.get(document) ?? 1),
  }));
}

/** Sets for constructed questions: two or three neighbours in drawing order, in turn, never from both splits. */
function constructedSets(
  { rows, types, seed, useOf, unitOf }: Group,
  options: MaterialsOptions,
): MaterialRow[] {
  const several = types.filter(({ type }) => questionTypes[type].several);
  const dev = devDocuments(
    rows.map(({ id }) => id),
    options.devShare,
    unitOf,
  );
  const sides = groupBy(drawOrder(rows, seed, useOf), ({ id }) => (dev.has(id) ? "dev" : "test"));
  const sets = [...sides.values()].flatMap(side =>
    side.slice(0, -1).map((_, at) => side.slice(at, at + (at % 2 === 0 ? 2 : 3))),
  );
  const wanted = wantedByConstruction(several, sets.length, options.asking.candidates);
  return several.length === 0
    ? []
    : sets.flatMap(set => {
        const [first] = set;
        const documentIds = set.map(({ id }) => id);
        const weight = set.reduce((sum, document) => sum + useOf(document), 0) / set.length;
        const id = rowId("material", documentIds, []);
        const rest = { documentIds, scope: [], rest: "", wanted, link: null, weight };
        return first
          ? { id, language: first.language, domain: first.domain, kind: "linked", ...rest }
          : [];
      });
}

interface Drawing extends Partial<Pick<Group, "unitOf" | "sectionsIn" | "before">> {
  readonly all: readonly DocumentRow[];
  /** Number of distractors. */
  readonly others?: number;
  readonly options: MaterialsOptions;
  readonly seed: number;
}

/** Earlier readings whose types are all still in the mix; the others are asked anew. */
const stillWanted = (rows: readonly AskedBeforeRow[], { mix }: MaterialsOptions) =>
  new Map(
    rows
      .filter(({ wanted }) => wanted.every(({ type }) => (mix[type] ?? 0) > 0))
      .map(row => [row.id, row]),
  );

/** Draws materials from the readable documents. */
export const drawMaterials = (
  rows: readonly DocumentRow[],
  {
    all,
    others = 0,
    options,
    seed,
    unitOf = id => id,
    before,
    sectionsIn = document => sectionsOf(document, options.asking.material),
  }: Drawing,
): MaterialRow[] =>
  [...groupBy(rows, ({ domain, language }) => `${domain}\n${language}`).values()].flatMap(group => {
    const [first] = group;
    const inMix = first ? wantedTypes(all, options, first) : [];
    const asked = inMix.map(({ type }) => type);
    const own = new Set(options.facts ? typesOfDocuments(asked) : asked);
    const types = inMix.filter(({ type }) => own.has(type));
    if (types.length === 0) return [];
    const useOf = useIn(options.weights);
    const share = itemsOf(inMix) / itemsWanted(all, options);
    const describedShare =
      options.fragments && !options.constructed ? shareDescribed(all.length + others) : 0;
    const wanted = { types, share, describedShare };
    const drawing = {
      rows: group,
      ...wanted,
      seed,
      useOf,
      unitOf,
      sectionsIn,
      ...(before && { before }),
      ...(options.fragments && { enough: enoughWords }),
    };
    return [
      ...singleMaterials(drawing, options),
      ...(options.constructed && !options.fragments ? constructedSets(drawing, options) : []),
    ];
  });

export const materialsStage = (options: MaterialsOptions) => {
  const { items, mix, base, constructed, devShare, asking, weights, facts } = options;
  const { fragments, before, distracted } = options;
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
      ...(before && { before }),
      ...(distracted && { distractors }),
    },
    writes: materials,
    all(all, { tables, seedFor }) {
      const { rows, dropped } = readable(all, useIn(weights));
      const drawing = {
        all,
        ...(tables.distractors && { others: tables.distractors.rows().length }),
        seed: seedFor("materials"),
        unitOf: togetherBy(tables.facts),
        options: { ...options, bears: bearing(tables.facts) },
        ...(tables.fragments && { sectionsIn: fragmentsIn(tables.fragments.rows()) }),
        ...(tables.before && { before: stillWanted(tables.before.rows(), options) }),
      };
      return { dropped, rows: drawMaterials(rows, drawing) };
    },
  });
};
