// Labels the documents that an audit found to answer an item as well, so that retrieving them does not count as an error.

import { foundLabels, otherAnswers } from "../../../schemas/evaluation/findings.ts";
import { defineStage, made } from "../../engine/stage.ts";

export const foundLabelsStage = defineStage({
  name: "audit/labels",
  module: import.meta.filename,
  prompts: [],
  over: otherAnswers,
  writes: foundLabels,
  each({ id, itemId, language, documentId, verdict, spans }) {
    if (verdict !== "supports") return made([]);
    const label = { id, itemId, language, documentId, role: "support" as const, grade: 1 };
    return made([{ ...label, spans, countsForMrr: true }]);
  },
});
