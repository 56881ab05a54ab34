// Makes the two tasks that reconstruct a held-out article: its summary from an event ("Delete"), its second half from the first ("Create").

import { continuations, type SummarizationRow, summarizations } from "../../schemas/crud/drafts.ts";
import { crudPlans, events, halves, type RelatedRow, related } from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, type Outcome, rejected } from "../engine/stage.ts";

// Maximum number of articles per task: people rarely read more, and prompts never use more.
const maxArticles = 20;

/** Ids of the articles found for a plan, each once: first the best of each query, then the second best, and so on. */
function foundDocumentIds(rows: readonly RelatedRow[]): string[] {
  const maxRank = Math.max(0, ...rows.map(({ found }) => found.length));
  const interleavedIds = Array.from({ length: maxRank }, (_, rank) =>
    rows.flatMap(({ found }) => found[rank]?.documentId ?? []),
  ).flat();
  return [...new Set(interleavedIds)].slice(0, maxArticles);
}

/** The finished draft, or a rejection if nothing was found. The rows of both tasks have the same form. */
function toDraft(
  draft: Omit<SummarizationRow, "documentIds">,
  rows: readonly RelatedRow[],
  soughtText: string,
): Outcome<SummarizationRow> {
  const documentIds = foundDocumentIds(rows);
  return documentIds.length === 0
    ? rejected("nothing-found", `No article in the corpus is related to ${soughtText}.`)
    : made([{ ...draft, documentIds }]);
}

export const summarizationStage = defineStage({
  name: "crud/summarization",
  module: import.meta.filename,
  prompts: [],
  over: events,
  lookup: { related, plans: crudPlans },
  writes: summarizations,
  each({ planId, documentId: heldOutId, language, event, summary }, { tables }) {
    const { domain } = tables.plans.get(planId);
    const id = rowId("sum", planId, event, summary);
    const draft = { id, planId, language, domain, question: event, answer: summary, heldOutId };
    return toDraft(draft, tables.related.where("planId", planId), "the event");
  },
});

export const continuationStage = defineStage({
  name: "crud/continuation",
  module: import.meta.filename,
  prompts: [],
  over: halves,
  lookup: { related, plans: crudPlans },
  writes: continuations,
  each({ planId, documentId: heldOutId, language, beginning: question, continuing }, { tables }) {
    const { domain } = tables.plans.get(planId);
    const id = rowId("con", planId, question);
    const draft = { id, planId, language, domain, question, answer: continuing, heldOutId };
    return toDraft(draft, tables.related.where("planId", planId), "the second half");
  },
});
