// Makes predictions from the retrieved passages alone: no answer is written, and no model is called.

import { retrievals } from "../../../schemas/evaluation/baseline.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { toPrediction } from "./baseline-prediction.ts";

export const retrievalOnlyStage = defineStage({
  name: "baseline/retrieval-only",
  module: import.meta.filename,
  prompts: [],
  over: retrievals,
  writes: predictions,
  each: retrieval => made([toPrediction(retrieval, null)]),
});
