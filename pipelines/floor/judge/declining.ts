// Tells what only says that something is not known.

const DECLINES = {
  zh: /无法(?:回答|确定|得知|判断|概括)|不能(?:回答|确定)|(?:未|没有|并未)(?:明确)?(?:提及|提到|提供|说明|写明|记载|找到|给出)|没有(?:相关|具体)|不(?:知道|清楚)/,
  en: /\bunable to (?:answer|determine|find)|\bcannot (?:be )?(?:answer|determine|find|say|compare)|\bcan[’']t (?:answer|say)|\b(?:do(?:es)?|did) not (?:\w+ )?(?:answer|mention|provide|contain|say|specify|state|give|include)\b|\bnot (?:mentioned|provided|stated|specified|given)\b|\bno (?:\w+ )?information\b|\bdo(?:es)?n[’']t know\b/i,
};

/** "The documents do not answer the question …": the keypoint of a question that has no answer. */
const CANNOT = {
  zh: /无法回答/,
  en: /\bunable to answer\b|\b(?:documents?|passages?|texts?) (?:do|does|did) not answer\b|\bcannot (?:be )?answer/i,
};

/** Whether a sentence says that something is not told. */
export const declines = (text: string, language: "zh" | "en"): boolean =>
  DECLINES[language].test(text);

/** Whether a claim is that a question has no answer. */
export const isCannotAnswer = (claim: string, language: "zh" | "en"): boolean =>
  CANNOT[language].test(claim);
