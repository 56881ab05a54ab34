// Checks whether a text says that something is not stated, and whether it says nothing else.

import { splitSentences } from "./sentences.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

const refusal = {
  zh: /无法(?:回答|确定|得知|判断|概括)|不能(?:回答|确定)|(?:未|没有|并未)(?:明确)?(?:提及|提到|提供|说明|写明|记载|找到|给出)|没有(?:相关|具体)|不(?:知道|清楚)/,
  en: /\bunable to (?:answer|determine|find)|\bcannot (?:be )?(?:answer|determine|find|say|compare)|\bcan[’']t (?:answer|say)|\b(?:do(?:es)?|did) not (?:\w+ )?(?:answer|mention|provide|contain|say|specify|state|give|include)\b|\bnot (?:mentioned|provided|stated|specified|given)\b|\bno (?:\w+ )?information\b|\bdo(?:es)?n[’']t know\b/i,
};

/** Whether a clause says that something is not stated. */
export const declines = (text: string, language: Language): boolean => refusal[language].test(text);

/** Said of a document, these phrases mean that it leaves something open; said of a person or firm, they may be a fact ("gives no refunds"). */
const leavesOpenPatterns = {
  zh: /没有(?:说|写|讲|列|规定|交代|定|解释|涉及)|未(?:作|写|讲|说|定|列|规定|交代|涉及)/,
  en: /\b(?:names|gives|says|states|promises|mentions|specifies|lists) (?:no|nothing)\b|\b(?:does|do) not (?:settle|tell|name|promise|define|explain|cover|address|list)\b/i,
};

/** Whether a clause about a document says that it leaves something open. */
export const leavesOpen = (text: string, language: Language): boolean =>
  declines(text, language) || leavesOpenPatterns[language].test(text);

/** Whether an answer declines and states no value; it may begin with an apology. */
export function isRefusal(answer: string, language: Language): boolean {
  const sentences = splitSentences(answer, language).map(({ text }) => text);
  const otherSentences = sentences.filter(text => !declines(text, language));
  return (
    otherSentences.length < sentences.length &&
    otherSentences.every(text => findValues(text).length === 0)
  );
}
