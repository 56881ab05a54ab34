// Reads a run once and keeps what the report shows; only the documents shown stay in memory.

import { join } from "node:path";
import { olderSplitRows, type OlderSplitRow } from "../../schemas/crud/older-split.ts";
import type { RunStatus } from "../../schemas/output/status.ts";
import { Plan } from "../../schemas/plan.ts";
import { type SplitRow, splits } from "../../schemas/items/finished-items.ts";
import { type DemandRow, demand, type ItemRow, items } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { type FactRow, facts } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { parseJson } from "../engine/lines.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type DocumentCoverage, readDocumentCoverage } from "./document-coverage.ts";
import { type ChangesData, readChanges } from "./changes-data.ts";
import { type ChecksData, readChecks } from "./checks-data.ts";
import { type AcceptanceData, readAcceptance } from "./evaluation/acceptance-data.ts";
import { type AuditData, readAudit } from "./evaluation/audit-data.ts";
import { type FailedItems, readFailedItems } from "./evaluation/failed-items-data.ts";
import { type EvaluationsData, readEvaluations, readText } from "./evaluation/evaluations-data.ts";
import { chooseExamples } from "./choose-examples.ts";
import {
  type ExampleDraft,
  type HeldOutDocuments,
  readExampleDrafts,
  readHeldOut,
} from "./example-drafts.ts";
import { fileCard, type FileCard, type FilesData, readFileOutcomes } from "./file-outcomes.ts";
import { type LabelCounts, readLabels } from "./label-counts.ts";
import { type Likeness, readLikeness, seedsOf } from "./likeness-data.ts";
import { type LeaksData, readLeaks } from "./leaks-data.ts";
import { type Loss, readLosses, displayLoss } from "./losses-data.ts";
import { type NewsData, readNews } from "./news-data.ts";
import { describeSplit } from "./describe-split.ts";
import { type ReviewCounts, readReviewCounts } from "./review-counts.ts";
import { readRunFacts, type RunFacts } from "./run-facts.ts";
import { readSupport, type SupportData } from "./support-data.ts";

/** A document without its text. */
interface DocumentCard
  extends Pick<DocumentRow, "id" | "name" | "language" | "domain" | "provenance" | "published"> {
  /** Length in UTF-16 units. */
  readonly length: number;
  readonly file: FileCard | null;
}

export interface RunData {
  readonly status: RunStatus;
  readonly runFacts: RunFacts;
  /** The plan written by `ragwright plan`; null if there is none. */
  readonly plan: Plan | null;
  readonly seeds: readonly Readonly<Record<"domain" | "language" | "source", string>>[];
  /** How documents compare with the seeds they were written from. */
  readonly likeness: readonly Likeness[];
  readonly items: readonly ItemRow[];
  readonly demand: readonly DemandRow[];
  readonly splits: ReadonlyMap<string, SplitRow["split"]>;
  readonly documents: readonly DocumentCard[];
  readonly facts: readonly Pick<FactRow, "domain" | "language" | "state" | "label">[];
  /** By document id: the document's name, and the people, places and organisations in it. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly references: { readonly all: number; readonly verbatim: number };
  readonly losses: readonly Loss[];
  readonly examples: readonly ItemRow[];
  /** The examples' documents. */
  readonly texts: ReadonlyMap<string, DocumentRow>;
  /** The drafts of the examples. */
  readonly drafts: ReadonlyMap<string, ExampleDraft>;
  readonly heldOut: HeldOutDocuments;
  readonly labels: readonly LabelCounts[];
  /** Null except in the news wing. */
  readonly news: NewsData | null;
  readonly leaks: LeaksData | null;
  readonly support: readonly SupportData[];
  /** What was asked about each document; null if questions were not generated from materials. */
  readonly documentCoverage: readonly DocumentCoverage[] | null;
  /** Null if questions were not generated from materials. */
  readonly checks: ChecksData | null;
  /** Review results by type; null if the run had no such review. */
  readonly reviewCounts: readonly ReviewCounts[] | null;
  /** Null if no documents were read from files. */
  readonly files: FilesData | null;
  /** Null if the documents were not changed after an earlier run. */
  readonly changes: ChangesData | null;
  /** Null if this run refreshes no other. */
  readonly olderSplit: Readonly<Record<"older" | "newer", readonly OlderSplitRow[]>> | null;
  readonly evaluations: EvaluationsData;
  /** Failed items of each evaluation that diagnosed its answers. */
  readonly failedItems: readonly FailedItems[];
  readonly audit: AuditData | null;
  /** People's decisions about the items. */
  readonly acceptance: AcceptanceData | null;
}

const typesOfNames: readonly FactRow["type"][] = ["person", "organisation", "place"];

function readFacts(run: OpenRun, names: Map<string, string[]>): RunData["facts"] {
  const rows: RunData["facts"][number][] = [];
  for (const { domain, language, state, label, type, value, documentId } of run.rows(facts)) {
    rows.push({ domain, language, state, label });
    if (typesOfNames.includes(type) && value !== "")
      names.set(documentId, [...(names.get(documentId) ?? []), value]);
  }
  return rows;
}

/** Counts the references that are verbatim in their document; compares each with the text, since the report does not trust the run's own claims. */
function countVerbatim(
  document: DocumentRow,
  evidence: ReadonlyMap<string, ItemRow["evidence"]>,
): number {
  return (evidence.get(document.id) ?? []).filter(
    ({ span, text }) => document.text.slice(span.start, span.end) === text,
  ).length;
}

/** The run's plan. Null if there is none, or if it does not fit the schema (edited, or from another version), since the report must not fail because of it. */
function readPlan({ directory }: OpenRun): Plan | null {
  const text = readText(join(directory, "plan.json"));
  return text === undefined ? null : (Plan.safeParse(parseJson(text)).data ?? null);
}

/** Reads the corpus in one pass. */
function readDocuments(run: OpenRun, rows: readonly ItemRow[], examples: readonly ItemRow[]) {
  const exampleDocumentIds = new Set(examples.flatMap(({ documentIds }) => documentIds));
  const evidence = groupBy(
    rows.flatMap(row => row.evidence),
    ({ span }) => span.documentId,
  );
  const names = new Map<string, string[]>();
  const cards: DocumentCard[] = [];
  const texts = new Map<string, DocumentRow>();
  let verbatim = 0;
  for (const document of run.rows(documents)) {
    const { id, name, language, domain, provenance, published, text } = document;
    const card = { id, name, language, domain, provenance, published };
    cards.push({ ...card, length: text.length, file: fileCard(document) });
    names.set(id, [name]);
    verbatim += countVerbatim(document, evidence);
    if (exampleDocumentIds.has(id)) texts.set(id, document);
  }
  return { names, cards, texts, verbatim };
}

function readOlderSplit(
  run: OpenRun,
  rows: readonly ItemRow[],
  { cards, heldOut }: { cards: readonly DocumentCard[]; heldOut: HeldOutDocuments },
): RunData["olderSplit"] {
  const dates = new Map<string, string | null>([
    ...cards.map(({ id, published }) => [id, published] as const),
    ...heldOut.dates,
  ]);
  return {
    older: [...run.rows(olderSplitRows)],
    newer: describeSplit(rows, id => dates.get(id) ?? null),
  };
}

export function readRunData(run: OpenRun): RunData {
  const [runFacts, losses] = [readRunFacts(run), readLosses(run)];
  const rows = [...run.rows(items)];
  const examples = chooseExamples(rows);
  const { names, cards, texts, verbatim } = readDocuments(run, rows, examples);
  const heldOut = readHeldOut(run, rows, examples);
  const isNews = runFacts.wing === "crud";
  const evaluations = readEvaluations(run);
  return {
    status: run.status(),
    runFacts,
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
    losses: losses.map(displayLoss),
    examples,
    texts,
    drafts: readExampleDrafts(run, examples),
    heldOut,
    labels: readLabels(run, rows),
    news: isNews ? readNews(run, { losses, corpus: cards }) : null,
    leaks: isNews ? readLeaks(run, rows, runFacts.limits.similarity) : null,
    support: isNews ? readSupport(run, runFacts.limits.support) : [],
    documentCoverage: readDocumentCoverage(run, rows, cards),
    checks: readChecks(run),
    reviewCounts: readReviewCounts(run),
    files: readFileOutcomes(run, { cards, rows, losses }),
    changes: readChanges(run),
    olderSplit: runFacts.older === null ? null : readOlderSplit(run, rows, { cards, heldOut }),
    evaluations,
    failedItems: readFailedItems(run, evaluations.results),
    audit: readAudit(run),
    acceptance: readAcceptance(run, rows),
  };
}
