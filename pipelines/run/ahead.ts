// What the stages that ask the new way will read, hold side by side and choose: their own code, run before a model answers.

import { type FragmentRow, fragments } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { MaterialRow, NeighbourhoodRow } from "../../schemas/questions/records.ts";
import { facts } from "../../schemas/rageval/records.ts";
import { mixOf, type Settings } from "../../schemas/settings.ts";
import { toFragments } from "../cofe/fragments.ts";
import { mixOfFiles } from "../cofe/pipeline.ts";
import { seedFrom } from "../engine/row.ts";
import { type UseOf, useIn } from "../questions/draw.ts";
import { drawMaterials } from "../questions/materials.ts";
import { readable } from "../questions/readable.ts";
import { gatherBriefs } from "../questions/neighbourhoods.ts";
import { fragmentsIn, type Section } from "../questions/sections.ts";
import { sheetsOf } from "../questions/sheets.ts";
import { showMaterial } from "../questions/shown.ts";
import type { StagePlan } from "./stage-plan.ts";
import { lotsOf } from "../rageval/seed-kinds.ts";
import { evenly, type Group, tokenEstimate } from "./workload.ts";

/** Requests to come, and what each holds several of, counted over all of them. */
export interface Lot {
  readonly rows: number;
  readonly parts: number;
}

export interface Ahead {
  /** What is drawn from the documents, and the candidates wanted of it. */
  readonly material: Lot;
  /** Documents near one another, and their briefs. */
  readonly neighbourhood: Lot;
  /** Sheets of what was chosen, looked at item by item, and the items on them. */
  readonly sheet: Lot;
  /** Seeds whose kinds are found together. */
  readonly sorting: Lot;
  /** Tokens (o200k) of what a material shows, on average. */
  readonly shown: number;
}

export const nothingAhead: Ahead = {
  material: { rows: 0, parts: 0 },
  neighbourhood: { rows: 0, parts: 0 },
  sheet: { rows: 0, parts: 0 },
  sorting: { rows: 0, parts: 0 },
  shown: 0,
};

/** A plan by which questions are made the common way. */
export type Looking = Extract<StagePlan, { wing: "rageval" | "cofe" }>;

interface Nearby {
  readonly ofFragments: boolean;
  readonly settings: Settings;
  readonly documents: readonly DocumentRow[];
  readonly byId: ReadonlyMap<string, DocumentRow>;
}

/** So many materials are measured, and stand for the others. */
const maxMeasured = 30;
/** Documents that code is taken to ask about; more ask for as much each. */
const maxConstructed = 200;
/** Characters of a document that stand for its brief: as many as models wrote. */
const briefly = { zh: 150, en: 500 } as const;
const fillers = {
  zh: "董事会说明了当年的情况，列出了此后的变化和下一步的安排。\n",
  en: "The board reported on the year, set out what had changed since, and named the next steps.\n",
} as const;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Stands for documents that are still to be written: as many as there will be, as long as they are expected to be. */
export function unwritten(groups: readonly Group[]): DocumentRow[] {
  const tokensOf = tokenEstimate();
  return groups.flatMap(({ domain, language, documents, tokens }) => {
    const filler = fillers[language];
    const lines = Math.ceil(tokens / Math.max(1, documents) / tokensOf(filler, language));
    return Array.from({ length: documents }, (_, at) => ({
      id: `${domain} ${language} ${at}`,
      language,
      domain,
      name: `${domain} ${at}`,
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

/** Each text once, as often as it stands for others like it; these have ids of their own. */
export function multiplied(
  rows: readonly DocumentRow[],
  weightOf: (row: DocumentRow) => number,
  useOf: UseOf = useIn(),
): DocumentRow[] {
  let total = 0;
  return readable(rows, useOf).rows.flatMap(row => {
    const before = Math.round(total);
    total += weightOf(row);
    return Array.from({ length: Math.round(total) - before }, (_, copy) =>
      copy === 0 ? row : { ...row, id: `${row.id} ${copy}` },
    );
  });
}

function documentIn(byId: ReadonlyMap<string, DocumentRow>): (id: string) => DocumentRow {
  return id => {
    const found = byId.get(id);
    if (!found) throw new Error(`there is no document ${id}`);
    return found;
  };
}

/** Tokens (o200k) of a material as a request shows it. */
export function meanShown(
  materials: readonly MaterialRow[],
  byId: ReadonlyMap<string, DocumentRow>,
): number {
  const documentOf = documentIn(byId);
  const measured = evenly(materials, maxMeasured);
  const tokensOf = tokenEstimate();
  const tokens = measured.map(material => {
    const lines = showMaterial(material, documentOf).documents.flatMap(({ name, sentences }) => [
      name,
      ...sentences.map(({ number, text }) => `[${number}] ${text}`),
    ]);
    return tokensOf(lines.join("\n"), material.language);
  });
  return sum(tokens) / Math.max(1, measured.length);
}

/** Where one request does not show all, one more joins what several have found. */
export function sortingOf(seeds: readonly unknown[]): Lot {
  const { length } = lotsOf(seeds);
  return { rows: length > 1 ? length + 1 : length, parts: seeds.length };
}

/** Whose briefs would be held side by side, each document's beginning for its brief. */
function nearbyOf(
  materials: readonly MaterialRow[],
  { documents, byId, ofFragments, settings: { asking, devShare } }: Nearby,
): NeighbourhoodRow[] {
  const opening = ({ text, language }: DocumentRow, start = 0) =>
    text.slice(start, start + briefly[language]);
  const documentOf = documentIn(byId);
  const rows = materials.map(({ domain, language, documentIds, scope: [fragment] }) => ({
    domain,
    language,
    briefs: documentIds.map(documentOf).map(document => ({
      documentId: document.id,
      ...(ofFragments && fragment && { fragment }),
      subject: document.name,
      settles: [opening(document, ofFragments ? fragment?.start : 0)],
    })),
  }));
  // The whole text would tell a little more of what is common, and take long to be cut into words.
  const shortened = (id: string) => ({ ...documentOf(id), text: opening(documentOf(id)) });
  return gatherBriefs(rows, {
    documents,
    documentOf: ofFragments ? documentOf : shortened,
    devShare,
    most: asking.briefs,
  });
}

/** Fragments by document; copies that stand for others like them are cut once, and each has its own. */
function cutAnew({ cofe }: Settings): (document: DocumentRow) => Section[] {
  const known = new Map<string, FragmentRow[]>();
  return document => {
    const cut = known.get(document.text) ?? toFragments(document, cofe.fragment);
    known.set(document.text, cut);
    const own = cut.map(row => ({
      ...row,
      id: `${document.id} ${row.id}`,
      documentId: document.id,
    }));
    return fragmentsIn(own)(document);
  };
}

/** What would be drawn of these documents: fragments of files, else all of each or its sections. */
function drawn(plan: Looking, documents: readonly DocumentRow[], all: readonly DocumentRow[]) {
  const { settings, constructed } = plan;
  const { items, asking, devShare, randomSeed } = settings;
  const quotas = { items, asking, devShare, constructed };
  const seed = seedFrom(randomSeed, ["materials"]);
  if (plan.wing === "cofe") {
    const mix = mixOfFiles(settings, constructed);
    const options = { ...quotas, mix, fragments };
    return drawMaterials(documents, { all, options, seed, sectionsIn: cutAnew(settings) });
  }
  const written = plan.start === "seeds" ? { facts } : {};
  const mix = mixOf.rageval.parse(settings.mix);
  const options = { ...quotas, mix, weights: plan.weights, ...written };
  return drawMaterials(documents, { all, options, seed });
}

/** What would be asked of these documents. Code asks of all alike: of many a part stands for the others. */
export function lookAhead(
  documents: readonly DocumentRow[],
  plan: Looking,
): Omit<Ahead, "sorting"> {
  const { settings, constructed } = plan;
  const { items, asking } = settings;
  const read = constructed ? evenly(documents, maxConstructed) : documents;
  const times = documents.length / Math.max(1, read.length);
  const materials = drawn(plan, read, documents);
  const byId = new Map(documents.map(row => [row.id, row]));
  const near = constructed
    ? []
    : nearbyOf(materials, { documents, byId, settings, ofFragments: plan.wing === "cofe" });
  const candidates = materials.flatMap(({ wanted }) => wanted.map(({ count }) => count));
  const material = {
    rows: Math.round(materials.length * times),
    parts: Math.round(sum(candidates) * times),
  };
  const shortlisted = Math.min(material.parts, Math.ceil(items * asking.shortlist));
  return {
    material,
    neighbourhood: { rows: near.length, parts: sum(near.map(({ briefs }) => briefs.length)) },
    sheet: { rows: sheetsOf(shortlisted), parts: shortlisted },
    shown: meanShown(materials, byId),
  };
}
