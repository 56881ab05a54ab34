// Has a judge decide whether the passages an answer was written from support all that it states (CoFE-RAG, Faithfulness).

import { faithfulness } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import type { ReplyOf } from "../../../schemas/define.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { shownPassages } from "../numbered-passages.ts";
import { taskOf } from "../tasks.ts";
import { abstentionReason, replyUnlessAbstained } from "./abstaining.ts";
import { judgementFields, isBlank } from "./judgement-fields.ts";

const disagreement = {
  zh: "faithful 与 unsupported 不一致：unsupported 为空则为 true，不为空则为 false。",
  en: "faithful and unsupported disagree: true if unsupported is empty, false if it is not.",
};

/** The complaint that the model's verdict contradicts its own list; undefined if it does not. */
const faithfulnessProblem = (
  { unsupported, faithful }: ReplyOf<typeof faithfulnessPrompt>,
  language: Language,
): string | undefined =>
  faithful === (unsupported.length === 0) ? undefined : disagreement[language];

export const faithfulnessStage = defineStage({
  name: "evaluate/faithfulness",
  module: import.meta.filename,
  prompts: [faithfulnessPrompt],
  judges: true,
  over: predictions,
  lookup: { truths },
  writes: faithfulness,
  // An empty answer states nothing that could be supported or not.
  only: prediction => !isBlank(prediction.answer ?? "") && shownPassages(prediction).length > 0,
  async each(prediction, { ask, tables }) {
    const { language } = prediction;
    const answer = prediction.answer ?? "";
    const passages = shownPassages(prediction);
    const { type, question } = tables.truths.get(prediction.itemId);
    const reply = await replyUnlessAbstained(
      ask(
        faithfulnessPrompt,
        language,
        { task: taskOf(type), question, answer, passages },
        { check: reply => faithfulnessProblem(reply, language) },
      ),
    );
    const row = { id: `${prediction.id}/faithfulness`, ...judgementFields(prediction) };
    if (!reply) return made([{ ...row, score: null, reason: abstentionReason[language] }]);
    return made([{ ...row, score: reply.faithful ? 1 : 0, reason: reply.reason }]);
  },
});
