// Tells claims that conclude or reckon from claims that state a fact, by their wording.

const CONCLUDES = {
  zh: /更[高低早晚多少大小长短]|最[高低早晚多少大小长短]|依次|顺序|先后|早于|晚于|高于|低于|多于|少于|大于|小于|在先|因此/,
  en: /\b(?:earlier|later|higher|lower|larger|smaller|greater|longer|shorter|more than|less than|fewer|older|younger|earliest|latest|highest|lowest|largest|smallest|greatest|longest|shortest|most|least|in order of|order is|exceeds?|therefore)\b/i,
};

const RECKONS = {
  zh: /相差|差额|相隔|隔了|比(?![例率重较]).{1,80}[多少早晚高低大小]\s?\d|相当于|占.{0,40}%|年满|合计增/,
  en: /\bdifference\b|\bdiffer by\b|\bapart\b|\bcorresponds? to\b|\bcomes? to .{1,12} of\b|% of\b|\byears? old\b|\bexceeds?\b|\bearlier than\b|\blater than\b|\bfrom the .{1,60} to the .{1,60} it is\b/i,
};

/** A comparison, an order, a consequence: it rests on other claims. */
export const isConclusive = (claim: string, language: "zh" | "en"): boolean =>
  CONCLUDES[language].test(claim);

/** A number that is computed from others. */
export const isReckoned = (claim: string, language: "zh" | "en"): boolean =>
  RECKONS[language].test(claim);
