// Forecasts what the question stages will read, compare and choose, by running their code before any model is called.

import { type FragmentRow, fragments } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { MaterialRow, NeighbourhoodRow } from "../../schemas/questions/records.ts";
import { facts } from "../../schemas/rageval/records.ts";
import type { Settings } from "../../schemas/settings.ts";
import { wings } from "../../schemas/wings.ts";
import { toFragments } from "../cofe/fragments.ts";
import { cofeMix } from "../cofe/pipeline.ts";
import { seedFrom } from "../engine/row.ts";
import { type UseOf, usageFinder } from "../questions/document-draw.ts";
import { drawMaterials } from "../questions/materials.ts";
import { selectAskable } from "../questions/askable-documents.ts";
import { groupBriefs } from "../questions/neighbourhoods.ts";
import { fragmentsIn, type Section } from "../questions/sections.ts";
import { sheetCountFor } from "../questions/key-sheets.ts";
import { showMaterial } from "../questions/material-view.ts";
import type { StagePlan } from "./stage-plan.ts";
import { splitIntoBatches } from "../rageval/seed-kinds.ts";
import { evenlySpaced, type DocumentGroup, tokenEstimate } from "./workload.ts";

/** Number of expected requests, and the total number of parts in them. */
export interface RequestCounts {
  readonly rows: number;
  readonly parts: number;
}

export interface QuestionForecast {
  /** Materials drawn from the documents, and the candidates requested from them. */
  readonly material: RequestCounts;
  /** Groups of documents close to one another, and their briefs. */
  readonly neighbourhood: RequestCounts;
  /** Sheets on which chosen items are reviewed one by one, and the items on them. */
  readonly sheet: RequestCounts;
  /** Requests that find the kinds of seeds, and the seeds in them. */
  readonly sorting: RequestCounts;
  /** Mean number of tokens (o200k) in a material as shown. */
  readonly materialTokens: number;
}

export const emptyForecast: QuestionForecast = {
  material: { rows: 0, parts: 0 },
  neighbourhood: { rows: 0, parts: 0 },
  sheet: { rows: 0, parts: 0 },
  sorting: { rows: 0, parts: 0 },
  materialTokens: 0,
};

/** A plan that generates questions by the usual method. */
type ForecastPlan = Extract<StagePlan, { wing: "rageval" | "cofe" }>;

/** Whether the questions of a plan can be forecast this way; for other wings only ratios are known. */
export const canForecast = (plan: StagePlan): plan is ForecastPlan =>
  plan.wing === "rageval" || plan.wing === "cofe";

interface NeighbourhoodOptions {
  readonly hasFragments: boolean;
  readonly settings: Settings;
  readonly documents: readonly DocumentRow[];
  readonly byId: ReadonlyMap<string, DocumentRow>;
}

/** Maximum number of materials to measure as a sample. */
const maxMeasured = 30;
/** Maximum number of documents to sample if code asks the questions; the result is scaled up. */
const maxConstructed = 200;
/** Number of characters of a document used in place of its brief: as many as in the briefs that models wrote. */
const briefLength = { zh: 150, en: 500 } as const;
const fillers = {
  zh: "董事会说明了当年的情况，列出了此后的变化和下一步的安排。\n",
  en: "The board reported on the year, set out what had changed since, and named the next steps.\n",
} as const;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Placeholders for documents still to be written, in the expected number and length. */
export function placeholderDocuments(groups: readonly DocumentGroup[]): DocumentRow[] {
  const tokensOf = tokenEstimate();
  return groups.flatMap(({ domain, language, documents, tokens }) => {
    const filler = fillers[language];
    const lines = Math.ceil(tokens / Math.max(1, documents) / tokensOf(filler, language));
    return Array.from({ length: documents }, (_, index) => ({
      id: `${domain} ${language} ${index}`,
      language,
      domain,
      name: `${domain} ${index}`,
      text: filler.repeat(Math.max(1, lines)),
      kind: "generated" as const,
      published: null,
      configId: null,
      sections: [],
      format: null,
      places: [],
      provenance: { source: "generated", licence: null },
      foreign: null,
    }));
  });
}

/** Repeats each text for each of the similar texts that it represents; the copies get their own ids. */
export function repeatByWeight(
  rows: readonly DocumentRow[],
  weightOf: (row: DocumentRow) => number,
  useOf: UseOf = usageFinder(),
): DocumentRow[] {
  let total = 0;
  return selectAskable(rows, useOf).rows.flatMap(row => {
    const countBefore = Math.round(total);
    total += weightOf(row);
    return Array.from({ length: Math.round(total) - countBefore }, (_, copy) =>
      copy === 0 ? row : { ...row, id: `${row.id} ${copy}` },
    );
  });
}

function documentFinder(byId: ReadonlyMap<string, DocumentRow>): (id: string) => DocumentRow {
  return id => {
    const document = byId.get(id);
    if (!document) throw new Error(`there is no document ${id}`);
    return document;
  };
}

/** Mean number of tokens (o200k) in a material as a request shows it. */
export function meanMaterialTokens(
  materials: readonly MaterialRow[],
  byId: ReadonlyMap<string, DocumentRow>,
): number {
  const documentOf = documentFinder(byId);
  const sample = evenlySpaced(materials, maxMeasured);
  const tokensOf = tokenEstimate();
  const tokenCounts = sample.map(material => {
    const lines = showMaterial(material, documentOf).documents.flatMap(({ name, sentences }) => [
      name,
      ...sentences.map(({ number, text }) => `[${number}] ${text}`),
    ]);
    return tokensOf(lines.join("\n"), material.language);
  });
  return sum(tokenCounts) / Math.max(1, sample.length);
}

/** If one request cannot show all seeds, another merges the results. */
export function sortingRequests(seeds: readonly unknown[]): RequestCounts {
  const { length } = splitIntoBatches(seeds);
  return { rows: length > 1 ? length + 1 : length, parts: seeds.length };
}

/** Groups of documents whose briefs would be compared; each document's beginning is used in place of its brief. */
function expectedNeighbourhoods(
  materials: readonly MaterialRow[],
  { documents, byId, hasFragments, settings: { asking, devShare } }: NeighbourhoodOptions,
): NeighbourhoodRow[] {
  const opening = ({ text, language }: DocumentRow, start = 0) =>
    text.slice(start, start + briefLength[language]);
  const documentOf = documentFinder(byId);
  const rows = materials.map(({ domain, language, documentIds, scope: [fragment] }) => ({
    domain,
    language,
    briefs: documentIds.map(documentOf).map(document => ({
      documentId: document.id,
      ...(hasFragments && fragment && { fragment }),
      subject: document.name,
      settles: [opening(document, hasFragments ? fragment?.start : 0)],
    })),
  }));
  // The whole text would show slightly better what documents share, but would take long to split into words.
  const shortDocumentOf = (id: string) => ({ ...documentOf(id), text: opening(documentOf(id)) });
  return groupBriefs(rows, {
    documents,
    documentOf: hasFragments ? documentOf : shortDocumentOf,
    devShare,
    maxSize: asking.briefs,
  });
}

/** Fragments by document; copies of one text are cut once, and each gets its own rows. */
function createFragmenter({ cofe }: Settings): (document: DocumentRow) => Section[] {
  const fragmentsByText = new Map<string, FragmentRow[]>();
  return document => {
    const fragmentRows = fragmentsByText.get(document.text) ?? toFragments(document, cofe.fragment);
    fragmentsByText.set(document.text, fragmentRows);
    const copies = fragmentRows.map(row => ({
      ...row,
      id: `${document.id} ${row.id}`,
      documentId: document.id,
    }));
    return fragmentsIn(copies)(document);
  };
}

/** Materials that would be drawn from these documents: fragments of files, otherwise whole documents or sections. */
function drawExpected(
  plan: ForecastPlan,
  documents: readonly DocumentRow[],
  all: readonly DocumentRow[],
) {
  const { settings, constructed } = plan;
  const { items, asking, devShare, randomSeed } = settings;
  const quotas = { items, asking, devShare, constructed };
  const seed = seedFrom(randomSeed, ["materials"]);
  if (plan.wing === "cofe") {
    const mix = cofeMix(settings, constructed);
    const options = { ...quotas, mix, fragments };
    return drawMaterials(documents, { all, options, seed, sectionsIn: createFragmenter(settings) });
  }
  const factSource = plan.start === "seeds" ? { facts } : {};
  const mix = wings.rageval.mix.ours.parse(settings.mix);
  const options = { ...quotas, mix, weights: plan.weights, ...factSource };
  return drawMaterials(documents, { all, options, seed });
}

/** Requests that these documents would lead to. Code asks about all of them in the same way, so a sample is enough. */
export function forecastQuestions(
  documents: readonly DocumentRow[],
  plan: ForecastPlan,
): Omit<QuestionForecast, "sorting"> {
  const { settings, constructed } = plan;
  const { items, asking } = settings;
  const sample = constructed ? evenlySpaced(documents, maxConstructed) : documents;
  const scale = documents.length / Math.max(1, sample.length);
  const materials = drawExpected(plan, sample, documents);
  const byId = new Map(documents.map(row => [row.id, row]));
  const neighbourhoods = constructed
    ? []
    : expectedNeighbourhoods(materials, {
        documents,
        byId,
        settings,
        hasFragments: plan.wing === "cofe",
      });
  const candidateCounts = materials.flatMap(({ wanted }) => wanted.map(({ count }) => count));
  const material = {
    rows: Math.round(materials.length * scale),
    parts: Math.round(sum(candidateCounts) * scale),
  };
  const shortlistSize = Math.min(material.parts, Math.ceil(items * asking.shortlist));
  return {
    material,
    neighbourhood: {
      rows: neighbourhoods.length,
      parts: sum(neighbourhoods.map(({ briefs }) => briefs.length)),
    },
    sheet: { rows: sheetCountFor(shortlistSize), parts: shortlistSize },
    materialTokens: meanMaterialTokens(materials, byId),
  };
}
