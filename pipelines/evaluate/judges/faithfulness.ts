// Has a judge decide whether the passages that an answer was written from support everything it states (CoFE-RAG, Faithfulness).

import { faithfulness } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { passagesForJudge } from "../numbered-passages.ts";
import { taskOf } from "../item-task.ts";
import {
  abstentionReason,
  isBlank,
  judgementFields,
  replyUnlessAbstained,
} from "./judge-helpers.ts";

/** Tells the model that its verdict contradicts its own list. */
const disagreement = {
  zh: "faithful 与 unsupported 不一致：unsupported 为空则为 true，不为空则为 false。",
  en: "faithful and unsupported disagree: true if unsupported is empty, false if it is not.",
};

export const faithfulnessStage = defineStage({
  name: "evaluate/faithfulness",
  module: import.meta.filename,
  prompts: [faithfulnessPrompt],
  judges: true,
  over: predictions,
  lookup: { truths },
  writes: faithfulness,
  // An empty answer states nothing that passages could support.
  only: prediction => !isBlank(prediction.answer ?? "") && passagesForJudge(prediction).length > 0,
  async each(prediction, { ask, tables }) {
    const { language } = prediction;
    const answer = prediction.answer ?? "";
    const passages = passagesForJudge(prediction);
    const { type, question } = tables.truths.get(prediction.itemId);
    const reply = await replyUnlessAbstained(
      ask(
        faithfulnessPrompt,
        language,
        { task: taskOf(type), question, answer, passages },
        {
          check: ({ unsupported, faithful }) =>
            faithful === (unsupported.length === 0) ? undefined : disagreement[language],
        },
      ),
    );
    const row = { id: `${prediction.id}/faithfulness`, ...judgementFields(prediction) };
    if (!reply) return made([{ ...row, score: null, reason: abstentionReason[language] }]);
    return made([{ ...row, score: Number(reply.faithful), reason: reply.reason }]);
  },
});
