// Reads a run once and keeps what the report shows of it; of the documents only those that are shown stay in memory.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { older, type OlderRow } from "../../schemas/crud/older.ts";
import type { RunStatus } from "../../schemas/output/status.ts";
import { Plan } from "../../schemas/plan.ts";
import { type SplitRow, splits } from "../../schemas/items/labels.ts";
import { type DemandRow, demand, type ItemRow, items } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { type FactRow, facts } from "../../schemas/rageval/records.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type AskedDocument, readAsked } from "./asked-read.ts";
import { type ChangesData, readChanges } from "./changes-read.ts";
import { type ChecksData, readChecks } from "./checks-read.ts";
import { type AcceptanceData, readAcceptance } from "./evaluation/acceptance-read.ts";
import { type AuditData, readAudit } from "./evaluation/audit-read.ts";
import { type FailedItems, readFailedItems } from "./evaluation/failed-items-read.ts";
import { type EvaluationsData, readEvaluations } from "./evaluation/results-read.ts";
import { chooseExamples } from "./examples-chosen.ts";
import {
  type ExampleDraft,
  type HeldOutDocuments,
  readExampleDrafts,
  readHeldOut,
} from "./examples-drafts.ts";
import { fileCard, type FileCard, type FilesData, readFiles } from "./files-read.ts";
import { type LabelCounts, readLabels } from "./labels-read.ts";
import { type Likeness, readLikeness, seedsOf } from "./likeness-read.ts";
import { type LeaksData, readLeaks } from "./leaks-read.ts";
import { type Loss, readLosses, shownLoss } from "./losses-read.ts";
import { type NewsData, readNews } from "./news-read.ts";
import { describeSplit } from "./older-read.ts";
import { type ReviewedType, readReviewed } from "./reviewed-read.ts";
import { readTold, type RunFacts } from "./run-told.ts";
import { readSupport, type SupportData } from "./support-read.ts";

/** A document without its text. */
interface DocumentCard
  extends Pick<DocumentRow, "id" | "name" | "language" | "domain" | "provenance" | "published"> {
  /** UTF-16 units. */
  readonly length: number;
  readonly file: FileCard | null;
}

export interface RunData {
  readonly status: RunStatus;
  readonly told: RunFacts;
  /** What `plan` had counted; null where it was not asked. */
  readonly plan: Plan | null;
  readonly seeds: readonly {
    readonly domain: string;
    readonly language: string;
    readonly source: string;
  }[];
  /** Documents beside the seeds they were written from. */
  readonly likeness: readonly Likeness[];
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
  /** What the examples were drafted with. */
  readonly drafts: ReadonlyMap<string, ExampleDraft>;
  readonly heldOut: HeldOutDocuments;
  readonly labels: readonly LabelCounts[];
  /** Of the wing of news alone. */
  readonly news: NewsData | null;
  readonly leaks: LeaksData | null;
  readonly support: readonly SupportData[];
  /** What became of each document; null where questions were not made from materials. */
  readonly asked: readonly AskedDocument[] | null;
  /** Null where questions were not made from materials. */
  readonly checks: ChecksData | null;
  /** By type; null where the paper's review was not asked for. */
  readonly reviewed: readonly ReviewedType[] | null;
  /** Where documents were read from files of their own. */
  readonly files: FilesData | null;
  /** Where the documents of an earlier run were changed. */
  readonly changes: ChangesData | null;
  /** Where this run refreshes another. */
  readonly older: {
    readonly before: readonly OlderRow[];
    readonly now: readonly OlderRow[];
  } | null;
  readonly evaluations: EvaluationsData;
  /** Of each evaluation that diagnosed its answers. */
  readonly failedItems: readonly FailedItems[];
  readonly audit: AuditData | null;
  /** What people decided on the items. */
  readonly acceptance: AcceptanceData | null;
}

const named: readonly FactRow["type"][] = ["person", "organisation", "place"];

function readFacts(run: OpenRun, names: Map<string, string[]>): RunData["facts"] {
  const rows: RunData["facts"][number][] = [];
  for (const { domain, language, state, label, type, value, documentId } of run.rows(facts)) {
    rows.push({ domain, language, state, label });
    if (named.includes(type) && value !== "")
      names.set(documentId, [...(names.get(documentId) ?? []), value]);
  }
  return rows;
}

/** Looks every reference up in its document again: nothing the run says of itself is believed here. */
function countVerbatim(
  document: DocumentRow,
  wanted: ReadonlyMap<string, ItemRow["evidence"]>,
): number {
  return (wanted.get(document.id) ?? []).filter(
    ({ span, text }) => document.text.slice(span.start, span.end) === text,
  ).length;
}

function evidenceByDocument(rows: readonly ItemRow[]): Map<string, ItemRow["evidence"]> {
  const found = new Map<string, ItemRow["evidence"]>();
  for (const piece of rows.flatMap(({ evidence }) => evidence))
    found.set(piece.span.documentId, [...(found.get(piece.span.documentId) ?? []), piece]);
  return found;
}

/** A plan that a person or another version wrote otherwise is none: a report does not fail for it. */
function readPlan({ directory }: OpenRun): Plan | null {
  const path = join(directory, "plan.json");
  if (!existsSync(path)) return null;
  try {
    return Plan.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** The corpus in one pass. */
function readDocuments(run: OpenRun, rows: readonly ItemRow[], examples: readonly ItemRow[]) {
  const shown = new Set(examples.flatMap(({ documentIds }) => documentIds));
  const evidence = evidenceByDocument(rows);
  const names = new Map<string, string[]>();
  const cards: DocumentCard[] = [];
  const texts = new Map<string, DocumentRow>();
  let verbatim = 0;
  for (const document of run.rows(documents)) {
    const { id, name, language, domain, provenance, published, text } = document;
    cards.push({
      id,
      name,
      language,
      domain,
      provenance,
      published,
      length: text.length,
      file: fileCard(document),
    });
    names.set(id, [name]);
    verbatim += countVerbatim(document, evidence);
    if (shown.has(id)) texts.set(id, document);
  }
  return { names, cards, texts, verbatim };
}

function readOlder(
  run: OpenRun,
  rows: readonly ItemRow[],
  { cards, heldOut }: { cards: readonly DocumentCard[]; heldOut: HeldOutDocuments },
): RunData["older"] {
  const days = new Map<string, string | null>([
    ...cards.map(({ id, published }) => [id, published] as const),
    ...heldOut.days,
  ]);
  return { before: [...run.rows(older)], now: describeSplit(rows, id => days.get(id) ?? null) };
}

export function readRunData(run: OpenRun): RunData {
  const [told, losses] = [readTold(run), readLosses(run)];
  const rows = [...run.rows(items)];
  const examples = chooseExamples(rows);
  const { names, cards, texts, verbatim } = readDocuments(run, rows, examples);
  const heldOut = readHeldOut(run, rows, examples);
  const ofNews = told.wing === "crud";
  const evaluations = readEvaluations(run);
  return {
    status: run.status(),
    told,
    plan: readPlan(run),
    seeds: seedsOf(run).map(({ domain, language, provenance }) => ({
      domain,
      language,
      source: provenance.source,
    })),
    likeness: readLikeness(run),
    items: rows,
    demand: [...run.rows(demand)],
    splits: new Map([...run.rows(splits)].map(({ itemId, split }) => [itemId, split])),
    documents: cards,
    facts: readFacts(run, names),
    names,
    references: { all: rows.reduce((sum, { evidence }) => sum + evidence.length, 0), verbatim },
    losses: losses.map(shownLoss),
    examples,
    texts,
    drafts: readExampleDrafts(run, examples),
    heldOut,
    labels: readLabels(run, rows),
    news: ofNews ? readNews(run, { losses, corpus: cards }) : null,
    leaks: ofNews ? readLeaks(run, rows, told.limits.similarity) : null,
    support: ofNews ? readSupport(run, told.limits.support) : [],
    asked: readAsked(run, rows, cards),
    checks: readChecks(run),
    reviewed: readReviewed(run),
    files: readFiles(run, { cards, rows, losses }),
    changes: readChanges(run),
    older: told.older === null ? null : readOlder(run, rows, { cards, heldOut }),
    evaluations,
    failedItems: readFailedItems(run, evaluations.results),
    audit: readAudit(run),
    acceptance: readAcceptance(run, rows),
  };
}
