// The claims of a reverse task's reference, each understood alone: a quotation stays whole, and what only points back goes with what it points at.

import { claimedSentences } from "./answer-claims.ts";

type Language = "zh" | "en";

/** Said of the page, not of the matter. */
const BOILERPLATE = /https?:|特此公告|本版导读|评论区留言|转载|原创文章|责任编辑|点击|关注我们|敬请(?:期待|关注|收看)|\b(?:subscribe|newsletter|click here|all rights reserved)\b/i;
/** "胥成锋说": whose words, but not which. */
const ONLY_ATTRIBUTES = /^[^，,：:]{0,30}(?:(?<![小传学])说|介绍|表示|坦言|告诉记者|(?<![名简职])称)$|^(?:[\p{Lu}][\p{L}’'-]*\.? ?){1,4}(?:said|says|added|told reporters)$/u;
/** A thought, a wish or a question: nothing that is true or false. */
const NO_FACT = /^(?:Perhaps|Maybe|Let us|Let's|What if|If only|May the)\b|^(?:也许|或许|说不定|让我们|愿|但愿|希望(?!小学|工程|杯)|不妨)|[?？]$/;
/** A clause whose subject stands in the clause before it. */
const LEANING_CLAUSE =
  /^(?:(?:at|by|in|on|during|until|since|after|before|when|then|now)\b[^,;]{0,40}?)?\b(?:it|they|he|she|its|their|his|her|this|that|these|those)\b|^(?:[他她它]们?|其(?![余他它中间次实])|并|且|而后|则|该|此|这|那)/i;
/** A sentence that opens with a word for one who was named before. */
const LEANING_SENTENCE = /^(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those)\b|^(?:[他她它]们?|其(?![余他它中间次实])|这|那|此(?!外|次)|该)/;

/** More than this is no single claim. */
const LONGEST = { zh: 110, en: 260 };
/** A quotation that is longer is no claim either. */
const MOST_QUOTED = 4;

const count = (text: string, signs: RegExp): number => text.match(signs)?.length ?? 0;
const isCutOpen = (text: string): boolean => count(text, /[“「『]/g) !== count(text, /[”」』]/g) || count(text, /"/g) % 2 === 1;

/** The sentences, those of one quotation as one; a quotation that never closes, or was open before, goes. */
function wholeQuotations(sentences: readonly string[], language: Language): string[] {
  const whole: string[] = [];
  for (let at = 0; at < sentences.length; ) {
    const lengths = Array.from({ length: MOST_QUOTED }, (_, more) => more + 1);
    const length = lengths.find(number => !isCutOpen(joined(sentences.slice(at, at + number), language))) ?? 0;
    if (length > 0) whole.push(joined(sentences.slice(at, at + length), language));
    at += Math.max(1, length);
  }
  return whole;
}

const joined = (sentences: readonly string[], language: Language): string => sentences.join(language === "zh" ? "" : " ");

/** The claims of one sentence; as one where a later clause has its subject in an earlier one. */
function claimsOf(sentence: string, language: Language): string[] {
  const parts = claimedSentences(sentence, language);
  const claims = parts.flatMap(part => part.claims);
  const whole = sentence.replace(/[。.!！]+$/, "").trim();
  return parts.length > 1 || claims.slice(1).some(claim => LEANING_CLAUSE.test(claim)) ? [whole] : claims;
}

/** A sentence that points back goes with the one before it, while that stays a single claim. */
function withWhatIsMeant(sentences: readonly string[], language: Language): string[] {
  return sentences.reduce<string[]>((all, sentence) => {
    const together = joined([...all.slice(-1), sentence], language);
    const leans = LEANING_SENTENCE.test(sentence) && all.length > 0 && together.length <= LONGEST[language];
    return leans ? [...all.slice(0, -1), together] : [...all, sentence];
  }, []);
}

/** What a reference states, claim by claim, without the marks that end them; what is no statement is left out. */
export function referenceClaims(reference: string, language: Language): string[] {
  const quoted = wholeQuotations(
    claimedSentences(reference, language).map(({ text }) => text),
    language,
  );
  const stating = quoted.filter(sentence => !NO_FACT.test(sentence));
  const claims = withWhatIsMeant(stating, language).flatMap(sentence => claimsOf(sentence, language));
  return [...new Set(claims.map(claim => claim.trim()))].filter(claim => !BOILERPLATE.test(claim) && !ONLY_ATTRIBUTES.test(claim));
}
