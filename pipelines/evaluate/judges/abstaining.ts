// Handles a judge that abstains: it declines what it cannot prove, which is neither a failure nor a score.

import { ReplyError } from "../../engine/errors.ts";

/** The judge's reply; undefined if it abstains: `rules` declines what it cannot prove. */
export async function unlessAbstained<Said>(asked: Promise<Said>): Promise<Said | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ReplyError && error.kind === "declined") return undefined;
    throw error;
  }
}

/** Why there is no score. */
export const abstained = {
  zh: "数值、名称和原词都证明不了，评判弃权。",
  en: "Neither values nor names nor the very words prove it: the judge abstains.",
};
