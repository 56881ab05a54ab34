// Whether an English value can follow "was": a noun phrase can, a clause or a verb phrase cannot.

const PREPOSITION =
  /^(?:with|without|out|in|on|from|to|because|after|before|under|through|during|while|when|where|if|that|as|at|for|since|by|into|against|over)\s/i;
const CLAUSE = /^(?:he|she|they|it|we|there|who|which|this|these)\s/i;
const VERB =
  /^(?:took|stole|sold|drove|broke|hit|struck|gave|left|made|went|ran|got|put|cut|kept|held|was|were|is|are|has|have|had|did|does|entered|forced|lured|told|hid|pleaded|confessed|denied|admitted|\w+ly\s)\b/i;
const PAST =
  /^\w+ed\s+(?:the|a|an|his|her|their|its|to|at|by|into|from|that|guilty|not|out|up|in|on|over)\b/i;
const THIRD_PERSON =
  /^[a-z]{3,}(?:s|es)\s+(?:a|an|the|no|not|never|only|at|on|about|up|every|alcohol|wine|beer|cigarettes|one|two|three|five|ten|twenty|\d+)\b/i;

/** Short, and not opening with a preposition, a pronoun or a verb. */
export const readsAsNounEn = (value: string): boolean =>
  value.split(/\s+/).length <= 9 &&
  ![PREPOSITION, CLAUSE, VERB, PAST, THIRD_PERSON].some(pattern => pattern.test(value)) &&
  !/\s(?:has|had|was|were|is|are|did|does|will|repaid|handed|showed|confessed)\s/i.test(value);
