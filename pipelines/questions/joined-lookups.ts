// Whether a question joins two look-ups.

import type { Language } from "../../schemas/items/item-types.ts";

const CLAUSE = { zh: /[？?；;，,]|以及|并且|同时/, en: /[?;,]|\band\b/i };
const ASKS = {
  zh: /什么|哪|谁|多少|几|何|怎么|怎样|多久|多长|多大/,
  en: /\b(?:(?:what|which|who|whom|whose|how (?:many|much|long|old|often|far|high))\b|(?:when|where) (?:is|are|was|were|do|does|did|has|have|had|will)\b)/i,
};
/** What makes one need of two questions: a case, a condition, a cause. */
const TIES = {
  zh: /如果|要是|若|因为|所以|但|却|能不能|可以|是否|为什么|够|该|我|你/,
  en: /\b(?:if|because|so|but|can|could|should|why|whether|we|our|my|i)\b/i,
};

/** Two or more clauses that each ask for a value, and nothing that ties them together. */
export function joinsLookups(question: string, language: Language): boolean {
  const asking = question.split(CLAUSE[language]).filter(clause => ASKS[language].test(clause));
  return asking.length >= 2 && !TIES[language].test(question);
}
