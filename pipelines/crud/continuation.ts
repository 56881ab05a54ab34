// The continuation task ("Create"): the first half of the held-out article is given, the second is wanted.

import {
  type ContinuationRow,
  continuations,
  crudPlans,
  halves,
  related,
} from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { foundFor } from "./reverse-drafts.ts";

export const continuationStage = defineStage({
  name: "crud/continuation",
  module: import.meta.filename,
  prompts: [],
  over: halves,
  lookup: { related, plans: crudPlans },
  writes: continuations,
  each({ planId, documentId: heldOutId, language, beginning, continuing }, { tables }) {
    const documentIds = foundFor(tables.related.where("planId", planId));
    if (documentIds.length === 0)
      return rejected<ContinuationRow>(
        "nothing-found",
        "No article of the corpus has to do with the second half.",
      );
    const { domain } = tables.plans.get(planId);
    const id = rowId("con", planId, beginning);
    const draft = { question: beginning, answer: continuing, documentIds, heldOutId };
    return made([{ id, planId, language, domain, ...draft }]);
  },
});
