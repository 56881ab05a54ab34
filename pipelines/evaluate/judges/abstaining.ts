// A judge that abstains: it declines what it cannot prove, which is not a failure and no score.

import { ReplyError } from "../../engine/errors.ts";

/** What the judge says; undefined where it abstains: `rules` declines what it cannot prove. */
export async function orAbstained<Said>(asked: Promise<Said>): Promise<Said | undefined> {
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
