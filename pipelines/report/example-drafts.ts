// Reads the drafts of the items shown (the reasoning behind a question, the errors planted or marked in a text) and their held-out articles.

import {
  type CorrectionRow,
  corrections,
  type Mark,
  qaMultis,
  qaSingles,
  type Thoughts,
} from "../../schemas/crud/drafts.ts";
import { pool } from "../../schemas/crud/records.ts";
import { storyDrafts, type StoryTask } from "../../schemas/crud/stories/records.ts";
import { type ItemRow, questions } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { OpenRun } from "../engine/open-run.ts";

export interface ExampleDraft {
  /** Thoughts, each with its step; a single thought has no step. */
  readonly thoughts: readonly (readonly [keyof Thoughts | null, string])[];
  /** Errors, each with a reason in words or with the kind of error that was planted. */
  readonly errors: readonly (Mark | StoryTask["errors"][number])[];
  readonly origin: CorrectionRow["origin"] | null;
}

const steps = [
  "event",
  "common",
  "differences",
  "question",
  "rebuilt",
] as const satisfies readonly (keyof Thoughts)[];

function* readDrafts(run: OpenRun): Generator<readonly [string, ExampleDraft]> {
  for (const { id, thoughts } of run.rows(qaSingles))
    yield [id, { thoughts: [[null, thoughts]], errors: [], origin: null }];
  for (const { id, thoughts } of run.rows(qaMultis))
    yield [id, { thoughts: steps.map(step => [step, thoughts[step]]), errors: [], origin: null }];
  for (const { id, marks, origin } of run.rows(corrections))
    yield [id, { thoughts: [], errors: marks, origin }];
  for (const { id, task } of run.rows(storyDrafts))
    if (task.type === "correction")
      yield [id, { thoughts: [], errors: task.errors, origin: "planted" }];
}

/** Drafts by item id; empty except in the news wing. */
export function readExampleDrafts(
  run: OpenRun,
  examples: readonly ItemRow[],
): ReadonlyMap<string, ExampleDraft> {
  const itemOf = new Map(examples.map(({ questionId, id }) => [questionId, id]));
  const itemOfDraft = new Map<string, string>();
  for (const { id, originId } of run.rows(questions)) {
    const item = itemOf.get(id);
    if (item !== undefined) itemOfDraft.set(originId, item);
  }
  const drafts = new Map<string, ExampleDraft>();
  for (const [draftId, draft] of readDrafts(run)) {
    const item = itemOfDraft.get(draftId);
    if (item !== undefined) drafts.set(item, draft);
  }
  return drafts;
}

/** Texts and dates of documents that the corpus does not contain. */
export interface HeldOutDocuments {
  readonly texts: ReadonlyMap<string, DocumentRow>;
  readonly dates: ReadonlyMap<string, string | null>;
}

/** Texts of the examples' held-out articles, and dates of the held-out articles of all items. */
export function readHeldOut(
  run: OpenRun,
  rows: readonly ItemRow[],
  examples: readonly ItemRow[],
): HeldOutDocuments {
  const idsOfAll = new Set(rows.flatMap(({ heldOutIds }) => heldOutIds));
  const idsOfExamples = new Set(examples.flatMap(({ heldOutIds }) => heldOutIds));
  const texts = new Map<string, DocumentRow>();
  const dates = new Map<string, string | null>();
  if (idsOfAll.size === 0) return { texts, dates };
  for (const document of run.rows(pool)) {
    if (idsOfAll.has(document.id)) dates.set(document.id, document.published);
    if (idsOfExamples.has(document.id)) texts.set(document.id, document);
  }
  return { texts, dates };
}
