// The summarization task ("Delete"): an event is given, the summary of the held-out article is wanted.

import {
  crudPlans,
  events,
  related,
  type SummarizationRow,
  summarizations,
} from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { foundFor } from "./reverse-drafts.ts";

export const summarizationStage = defineStage({
  name: "crud/summarization",
  module: import.meta.filename,
  prompts: [],
  over: events,
  lookup: { related, plans: crudPlans },
  writes: summarizations,
  each({ planId, documentId: heldOutId, language, event, summary }, { tables }) {
    const documentIds = foundFor(tables.related.where("planId", planId));
    if (documentIds.length === 0)
      return rejected<SummarizationRow>(
        "nothing-found",
        "No article of the corpus has to do with the event.",
      );
    const { domain } = tables.plans.get(planId);
    const id = rowId("sum", planId, event, summary);
    const draft = { question: event, answer: summary, documentIds, heldOutId };
    return made([{ id, planId, language, domain, ...draft }]);
  },
});
