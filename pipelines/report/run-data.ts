// Reads a run once and keeps what the report shows of it; of the documents only those that are shown stay in memory.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Plan } from "../../schemas/plan.ts";
import { type DemandRow, type DocumentRow, demand, documents, type ItemRow, items, type SplitRow, splits } from "../../schemas/items/records.ts";
import { type FactRow, facts, seeds } from "../../schemas/rageval/records.ts";
import { readRows, readRun } from "../engine/reading.ts";
import { type RunStatus, statusOf } from "../engine/status.ts";
import { chooseExamples } from "./examples-chosen.ts";
import { type Loss, readLosses } from "./losses-read.ts";
import { readTold, type Told } from "./run-told.ts";

/** A document without its text. */
interface DocumentCard extends Pick<DocumentRow, "id" | "name" | "language" | "domain" | "provenance"> {
  /** UTF-16 units. */
  readonly length: number;
}

export interface RunData {
  readonly status: RunStatus;
  readonly told: Told;
  /** What `plan` had counted; null where it was not asked. */
  readonly plan: Plan | null;
  readonly seeds: readonly { readonly domain: string; readonly language: string; readonly source: string }[];
  readonly items: readonly ItemRow[];
  readonly demand: readonly DemandRow[];
  readonly splits: ReadonlyMap<string, SplitRow["split"]>;
  readonly documents: readonly DocumentCard[];
  readonly facts: readonly Pick<FactRow, "domain" | "language" | "state" | "label">[];
  /** Names of people, places and organisations in each document. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly references: { readonly all: number; readonly verbatim: number };
  readonly losses: readonly Loss[];
  readonly examples: readonly ItemRow[];
  /** The examples' documents. */
  readonly texts: ReadonlyMap<string, DocumentRow>;
}

const named: readonly FactRow["type"][] = ["person", "organisation", "place"];

function readFacts(directory: string, names: Map<string, string[]>): RunData["facts"] {
  const rows: RunData["facts"][number][] = [];
  for (const { domain, language, state, label, type, value, documentId } of readRows(directory, facts)) {
    rows.push({ domain, language, state, label });
    if (named.includes(type) && value !== "") names.set(documentId, [...(names.get(documentId) ?? []), value]);
  }
  return rows;
}

/** Looks every reference up in its document again: nothing the run says of itself is believed here. */
function countVerbatim(document: DocumentRow, wanted: ReadonlyMap<string, ItemRow["evidence"]>): number {
  return (wanted.get(document.id) ?? []).filter(({ span, text }) => document.text.slice(span.start, span.end) === text).length;
}

function evidenceByDocument(rows: readonly ItemRow[]): Map<string, ItemRow["evidence"]> {
  const found = new Map<string, ItemRow["evidence"]>();
  for (const piece of rows.flatMap(({ evidence }) => evidence)) found.set(piece.span.documentId, [...(found.get(piece.span.documentId) ?? []), piece]);
  return found;
}

/** A plan that a person or another version wrote otherwise is none: a report does not fail for it. */
function readPlan(directory: string): Plan | null {
  const path = join(directory, "plan.json");
  if (!existsSync(path)) return null;
  try {
    return Plan.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** PipelineError("bad-input") if the directory holds no run. */
export function readRunData(directory: string): RunData {
  const run = readRun(directory);
  const rows = [...readRows(directory, items)];
  const examples = chooseExamples(rows);
  const shown = new Set(examples.flatMap(({ documentIds }) => documentIds));
  const evidence = evidenceByDocument(rows);
  const names = new Map<string, string[]>();
  const cards: DocumentCard[] = [];
  const texts = new Map<string, DocumentRow>();
  let verbatim = 0;
  for (const document of readRows(directory, documents)) {
    const { id, name, language, domain, provenance, text } = document;
    cards.push({ id, name, language, domain, provenance, length: text.length });
    names.set(id, [name]);
    verbatim += countVerbatim(document, evidence);
    if (shown.has(id)) texts.set(id, document);
  }
  return {
    status: statusOf(directory),
    told: readTold(run),
    plan: readPlan(directory),
    seeds: [...readRows(directory, seeds)].map(({ domain, language, provenance }) => ({ domain, language, source: provenance.source })),
    items: rows,
    demand: [...readRows(directory, demand)],
    splits: new Map([...readRows(directory, splits)].map(({ itemId, split }) => [itemId, split])),
    documents: cards,
    facts: readFacts(directory, names),
    names,
    references: { all: rows.reduce((sum, { evidence }) => sum + evidence.length, 0), verbatim },
    losses: readLosses(directory, run),
    examples,
    texts,
  };
}
