// Reads the truths of a run: its items with their labels, subjects, split and the ids they were exported under.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { foundLabels } from "../../../schemas/evaluation/findings.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { CrudTask, isReverse } from "../../../schemas/items/item-types.ts";
import {
  type LabelRow,
  labels,
  type QuestEvalRow,
  questEval,
  splits,
} from "../../../schemas/items/finished-items.ts";
import { type ItemRow, items, questions, truthOf } from "../../../schemas/items/records.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { groupBy } from "../../engine/grouping.ts";
import { readExportIds } from "../evidence/known-documents.ts";

type Label = NonNullable<TruthRow["labels"]>[number];

/** Merges labels: each document once, with its highest grade and all spans. */
function mergeLabels(rows: readonly LabelRow[]): Label[] {
  const labelByDocument = new Map<string, Label>();
  for (const row of rows) {
    const { documentId, spans } = row;
    const earlier = labelByDocument.get(documentId);
    const { grade, countsForMrr } = earlier && earlier.grade >= row.grade ? earlier : row;
    const allSpans = [...(earlier?.spans ?? []), ...spans];
    labelByDocument.set(documentId, { documentId, grade, countsForMrr, spans: allSpans });
  }
  return [...labelByDocument.values()];
}

/** Labels for an item of a run without labels: the documents of its references. */
function labelsByReferences({ evidence, type }: ItemRow): Label[] {
  // The evidence of an unanswerable question does not answer it.
  if (type === "unanswerable") return [];
  const spans = evidence.map(({ span }) => span);
  const byDocument = groupBy(spans, ({ documentId }) => documentId);
  return Array.from(byDocument, ([documentId, spansInDocument]) => ({
    documentId,
    grade: 1,
    countsForMrr: !isReverse(type),
    spans: spansInDocument,
  }));
}

const byItem = (rows: Iterable<LabelRow>) => groupBy(rows, ({ itemId }) => itemId);

/** Returns a function that gives an item's labels: the run's own, and those of further documents that an audit found to answer it. */
function readLabels(run: OpenRun, withAuditLabels: boolean): (item: ItemRow) => Label[] {
  const ownLabels = byItem(run.rows(labels));
  const auditLabels = withAuditLabels
    ? byItem(run.audit().rows(foundLabels))
    : new Map<string, LabelRow[]>();
  return item => {
    // Reverse tasks do not count towards CRUD-RAG's MRR, not even with labels from an audit.
    const auditLabelsOfItem = (auditLabels.get(item.id) ?? []).map(row => ({
      ...row,
      countsForMrr: row.countsForMrr && !isReverse(item.type),
    }));
    const labelsOfRun =
      ownLabels.size === 0 ? labelsByReferences(item) : mergeLabels(ownLabels.get(item.id) ?? []);
    return [...labelsOfRun, ...mergeLabels(auditLabelsOfItem)];
  };
}

const toQuest = ({ entries }: QuestEvalRow): TruthRow["quest"] =>
  entries.map(({ question, answer }, index) => ({
    id: `q${index + 1}`,
    question,
    answer: answer === "" ? null : answer,
  }));

/** The ID of an item's record in crud.json: 24 hexadecimal digits of a hash of the item's id. */
const crudId = (id: string) => createHash("sha256").update(id).digest("hex").slice(0, 24);

/** What a run knows about its items in addition to their rows. */
interface RunTables {
  readonly labelsOf: (item: ItemRow) => Label[];
  readonly subjectsOf: ReadonlyMap<string, string[]>;
  readonly questOf: ReadonlyMap<string, TruthRow["quest"]>;
  readonly splitOf: ReadonlyMap<string, "dev" | "test">;
  readonly numbers: Readonly<Record<string, number>>;
}

function toTruth(
  item: ItemRow,
  { labelsOf, subjectsOf, questOf, splitOf, numbers }: RunTables,
): TruthRow {
  const { id, language, type, domain, question, answer, documentIds } = item;
  const number = numbers[id];
  return {
    id,
    language,
    type,
    domain,
    question,
    answer,
    subjects: subjectsOf.get(item.questionId) ?? [],
    documentIds,
    references: item.evidence.map(({ text, span, alternatives }) => ({
      text,
      span,
      ...(alternatives && { alternatives }),
    })),
    keypoints:
      item.keypoints.length === 0
        ? null
        : item.keypoints.map(({ claim }, index) => ({ id: `k${index + 1}`, claim })),
    keywords: item.keywords && {
      coarse: item.keywords.coarse,
      fine: item.keywords.fine.map(list => list.map(({ text }) => text)),
    },
    labels: labelsOf(item),
    quest: questOf.get(id) ?? null,
    split: splitOf.get(id) ?? null,
    set: "ours",
    otherIds: [
      ...(number === undefined ? [] : [String(number)]),
      ...(CrudTask.safeParse(type).success ? [crudId(id)] : []),
    ],
    ...truthOf(item),
    ...(item.twinOf === undefined ? {} : { twinOf: item.twinOf }),
  };
}

/** One truth per item, in order; `withAuditLabels` as in TruthOptions. Keeps the data in `RunTables` in memory. */
export function* runTruths(run: OpenRun, withAuditLabels: boolean): Generator<TruthRow> {
  const tables: RunTables = {
    labelsOf: readLabels(run, withAuditLabels),
    subjectsOf: new Map([...run.rows(questions)].map(({ id, subjects }) => [id, subjects])),
    questOf: new Map([...run.rows(questEval)].map(row => [row.itemId, toQuest(row)])),
    splitOf: new Map([...run.rows(splits)].map(({ itemId, split }) => [itemId, split])),
    numbers: readExportIds(run).queries,
  };
  for (const item of run.rows(items)) yield toTruth(item, tables);
}

/** Files that the truths of a run are read from, within its folder. */
export const truthFiles = [
  ...[items, labels, questEval, splits].map(({ name }) => `${name}.jsonl`),
  join("audit", `${foundLabels.name}.jsonl`),
];
