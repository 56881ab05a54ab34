// A run with items, and annotation tasks on them, written as plain files.

import { emptyContent } from "../../pipelines/annotate/form.ts";
import type { ParsedVerdict } from "../../pipelines/annotate/verdicts/verdict-outcome.ts";
import type { AnnotationTaskRow, Protocol, ReviewRow } from "../../schemas/annotation.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { sampleItems } from "./sample-items.ts";
import { putRunJson, putLines } from "./run-files.ts";

export const [founded, , ferries, heronRevenue, admitted] = sampleItems as readonly [
  ItemRow,
  ItemRow,
  ItemRow,
  ItemRow,
  ItemRow,
];

/** A task on an item, its id that of the item with the protocol's name. */
export const taskOn = (
  item: ItemRow,
  protocol: Protocol,
  fields: Partial<AnnotationTaskRow> = {},
): AnnotationTaskRow => ({
  id: `${protocol}-${item.id}`,
  protocol,
  language: item.language,
  itemId: item.id,
  sourceId: `a-${item.id}`,
  content: {
    ...emptyContent(item),
    type: item.type,
    question: item.question,
    answer: item.answer,
    evidence: item.evidence,
    documentIds: item.documentIds,
  },
  weight: 1,
  automatic: { accepted: true, codes: [] },
  control: null,
  sources: {},
  arbitrates: false,
  ...fields,
});

export const sampleTasks: readonly AnnotationTaskRow[] = sampleItems.flatMap(item => [
  taskOn(item, "crud-query"),
  taskOn(item, "rageval-qra"),
]);

export function writeJudgedRun(
  directory: string,
  tasks: readonly AnnotationTaskRow[] = sampleTasks,
): void {
  putRunJson(directory);
  putLines(directory, "items/items", sampleItems);
  putLines(directory, "annotate/tasks", tasks);
}

/** Minutes after ten of one day. */
export const minute = (minutes: number): string =>
  new Date(Date.UTC(2026, 4, 4, 10, minutes)).toISOString();

export const verdict = (
  taskId: string,
  annotator: string,
  values: Record<string, string>,
  fields: Partial<ParsedVerdict> = {},
): ParsedVerdict => ({
  taskId,
  annotator,
  values,
  decidedAt: null,
  seconds: null,
  complete: true,
  place: `${annotator}.jsonl line 1`,
  source: "jsonl",
  ...fields,
});

export const reasonable = { verdict: "reasonable" };
export const refined = (question: string) => ({ verdict: "needs-refinement", question });

/** A review as it stands in a run. */
export const reviewOf = (
  { id, protocol, language }: AnnotationTaskRow,
  annotator: string,
  values: Record<string, string>,
  decidedAt: string | null = null,
): ReviewRow => ({
  id: `review ${id} ${annotator} ${decidedAt ?? ""}`.trim(),
  taskId: id,
  protocol,
  language,
  annotator,
  values,
  decidedAt,
  seconds: null,
  source: "jsonl",
});
