// Tells claims that conclude from claims that state a fact, by their wording.

const CONCLUDES = {
  zh: /更[高低早晚多少大小长短]|最[高低早晚多少大小长短]|依次|顺序|先后|早于|晚于|高于|低于|多于|少于|大于|小于|在先|因此/,
  en: /\b(?:earlier|later|higher|lower|larger|smaller|greater|longer|shorter|more than|less than|fewer|older|younger|earliest|latest|highest|lowest|largest|smallest|greatest|longest|shortest|most|least|in order of|order is|exceeds?|therefore)\b/i,
};

/** A comparison, an order, a consequence: it rests on other claims. */
export const isConclusive = (claim: string, language: "zh" | "en"): boolean =>
  CONCLUDES[language].test(claim);
