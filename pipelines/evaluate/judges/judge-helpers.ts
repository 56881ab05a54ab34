// What judgements have in common: the fields of their prediction, empty answers, and judges that abstain.

import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { ReplyError } from "../../engine/errors.ts";

/** The fields that every judgement takes from its prediction. */
export const judgementFields = ({ id, itemId, system, language }: PredictionRow) => ({
  predictionId: id,
  itemId,
  system,
  language,
});

/** Whether an answer is empty or consists of white space. */
export const isBlank = (answer: string): boolean => answer.trim() === "";

export const emptyAnswerReason = { zh: "回答是空的。", en: "The answer is empty." };

/** The judge's reply; undefined if it abstains, as `rules` does if it cannot prove its verdict. */
export async function replyUnlessAbstained<Reply>(
  reply: Promise<Reply>,
): Promise<Reply | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof ReplyError && error.kind === "declined") return undefined;
    throw error;
  }
}

/** The reason recorded in place of a score. */
export const abstentionReason = {
  zh: "凭数值、名称和原词都无法证实，因此弃权。",
  en: "No value, name or exact wording proves it: the judge abstains.",
};
