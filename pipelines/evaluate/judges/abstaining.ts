// Handles a judge that abstains, which is neither a failure nor a score.

import { ReplyError } from "../../engine/errors.ts";

/** The judge's reply; undefined if it abstains, as `rules` does if it can prove nothing. */
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
  zh: "数值、名称和原词都证明不了，评判弃权。",
  en: "No value, name or exact wording proves it: the judge abstains.",
};
