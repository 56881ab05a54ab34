// Reads what the shown items were drafted with: the thoughts behind a question, the errors planted or marked in a text.

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
  /** With the step each belongs to; a single thought has none. */
  readonly thoughts: readonly (readonly [keyof Thoughts | null, string])[];
  /** With a reason in words, or the kind of error that was planted. */
  readonly marks: readonly (Mark | StoryTask["errors"][number])[];
  readonly origin: CorrectionRow["origin"] | null;
}

const steps = [
  "event",
  "common",
  "differences",
  "question",
  "rebuilt",
] as const satisfies readonly (keyof Thoughts)[];

function* readAll(run: OpenRun): Generator<readonly [string, ExampleDraft]> {
  for (const { id, thoughts } of run.rows(qaSingles))
    yield [id, { thoughts: [[null, thoughts]], marks: [], origin: null }];
  for (const { id, thoughts } of run.rows(qaMultis))
    yield [id, { thoughts: steps.map(step => [step, thoughts[step]]), marks: [], origin: null }];
  for (const { id, marks, origin } of run.rows(corrections))
    yield [id, { thoughts: [], marks, origin }];
  for (const { id, task } of run.rows(storyDrafts))
    if (task.type === "correction")
      yield [id, { thoughts: [], marks: task.errors, origin: "planted" }];
}

/** By item id; nothing of other wings. */
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
  for (const [draftId, draft] of readAll(run)) {
    const item = itemOfDraft.get(draftId);
    if (item !== undefined) drafts.set(item, draft);
  }
  return drafts;
}

/** What is known of documents that the corpus does not hold. */
export interface HeldOutDocuments {
  readonly texts: ReadonlyMap<string, DocumentRow>;
  readonly days: ReadonlyMap<string, string | null>;
}

/** Texts of the examples' held-out articles, and the days of all items' ones. */
export function readHeldOut(
  run: OpenRun,
  rows: readonly ItemRow[],
  examples: readonly ItemRow[],
): HeldOutDocuments {
  const wanted = new Set(rows.flatMap(({ heldOutIds }) => heldOutIds));
  const shown = new Set(examples.flatMap(({ heldOutIds }) => heldOutIds));
  const texts = new Map<string, DocumentRow>();
  const days = new Map<string, string | null>();
  if (wanted.size === 0) return { texts, days };
  for (const document of run.rows(pool)) {
    if (wanted.has(document.id)) days.set(document.id, document.published);
    if (shown.has(document.id)) texts.set(document.id, document);
  }
  return { texts, days };
}
