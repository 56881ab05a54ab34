// Finds the keywords of a reply in an answer's evidence, and says what is wrong with those it does not find.

import { type Language, isAnsweredInSteps, isReverse } from "../../schemas/items/item-types.ts";
import type { ReplyOf } from "../../schemas/define.ts";
import type { keywordsPrompt } from "../../schemas/items/prompts.ts";
import type { AnswerRow, Evidence, Keywords } from "../../schemas/items/records.ts";
import { findQuotation } from "./quotation-spans.ts";

export type KeywordsReply = ReplyOf<typeof keywordsPrompt>;
export type FineKeyword = Keywords["fine"][number][number];
/** Maximum Chinese characters or English words in a keyword; longer ones are sentences. One in a hundred of CoFE-RAG's own keywords is longer. */
const maxLength = { zh: 40, en: 18 };

/** Whether a keyword is too long. */
export const isOverlong = (keyword: string, language: Language): boolean =>
  (language === "zh"
    ? [...keyword.replace(/\s/g, "")].length
    : keyword.trim().split(/\s+/).length) > maxLength[language];

const hasNoLetterOrDigit = (keyword: string): boolean => !/[\p{L}\p{N}]/u.test(keyword);

/** The evidence that keywords may come from: for a reverse task, what supports a fact of its reference; for any other, all of it. */
export function evidenceFor({ question, evidence, facts }: AnswerRow): readonly Evidence[] {
  const supporting = new Set(facts.flatMap(fact => fact.evidence));
  return isReverse(question.type)
    ? evidence.filter(({ number }) => supporting.has(number))
    : evidence;
}

/** The keyword in the text's own spelling; undefined if the text does not contain it, or if it has no letters or digits. */
export function locate(
  keyword: string,
  { span, text }: Pick<Evidence, "span" | "text">,
): FineKeyword | undefined {
  const place = hasNoLetterOrDigit(keyword) ? undefined : findQuotation(text, keyword);
  return (
    place && {
      text: text.slice(place.start, place.end),
      span: {
        documentId: span.documentId,
        start: span.start + place.start,
        end: span.start + place.end,
      },
    }
  );
}

/** Locates each keyword, all in one piece of evidence if one has them all: another company's "revenue" is not the one meant. */
function locateList(
  list: readonly string[],
  evidence: readonly Evidence[],
): (FineKeyword | undefined)[] {
  const matchesByPiece = evidence.map(piece => list.map(keyword => locate(keyword, piece)));
  const foundCount = (matches: (typeof matchesByPiece)[number]) =>
    matches.filter(keyword => keyword !== undefined).length;
  // Sorting is stable, so if there is a tie the earlier piece comes first.
  const fullestFirst = matchesByPiece.sort((a, b) => foundCount(b) - foundCount(a));
  return list.map((_, index) =>
    fullestFirst.map(matches => matches[index]).find(keyword => keyword !== undefined),
  );
}

const isWithin = (inner: FineKeyword, outer: FineKeyword): boolean =>
  findQuotation(outer.text, inner.text) !== undefined;

/** Drops keywords that are part of another or repeat it: they are found whenever the other is. */
export const withoutRepeats = (list: readonly FineKeyword[]): FineKeyword[] =>
  list.filter(
    (keyword, index) =>
      !list.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          isWithin(keyword, other) &&
          (otherIndex < index || !isWithin(other, keyword)),
      ),
  );

const haveSameKeywords = (first: readonly FineKeyword[], second: readonly FineKeyword[]): boolean =>
  first.length === second.length &&
  first.every(keyword =>
    second.some(match => isWithin(keyword, match) && isWithin(match, keyword)),
  );

/** Drops lists that repeat an earlier one. */
export const distinctLists = <List extends readonly FineKeyword[]>(
  lists: readonly List[],
): List[] =>
  lists.filter(
    (list, index) => !lists.slice(0, index).some(other => haveSameKeywords(list, other)),
  );

/** The coarse keyword in the spelling of the first of these texts that contains it; undefined if none does. */
function asWritten(term: string, texts: readonly string[]): string | undefined {
  if (hasNoLetterOrDigit(term)) return undefined;
  return texts.flatMap(text => {
    const place = findQuotation(text, term);
    return place ? [text.slice(place.start, place.end)] : [];
  })[0];
}

const distinctTerms = (terms: readonly string[]): string[] =>
  terms.filter(
    (term, index) =>
      !terms
        .slice(0, index)
        .some(other => findQuotation(other, term) && findQuotation(term, other)),
  );

const messages = {
  zh: {
    fine: (list: string) =>
      `原文句子里没有“${list}”；fine 的每一项都要从 sentences 中逐字摘录，不可改写、拼接或截断词语和数字。`,
    long: (list: string) => `“${list}”太长；每一项只摘关键的短语，不摘整句。`,
    coarse: (list: string) =>
      `原文句子里没有“${list}”；coarse 要用句子里出现过的词语，问题里也有的最好。`,
    separator: "”“",
  },
  en: {
    fine: (list: string) =>
      `These do not occur in the sentences: "${list}". Each element of fine must be copied from one of them character by character: not reworded, not joined, and with no word or number cut off.`,
    long: (list: string) => `Too long: "${list}". An element is a key phrase, not a sentence.`,
    coarse: (list: string) =>
      `These do not occur in the sentences: "${list}". A coarse term must be taken from them; preferably, it is in the question too.`,
    separator: '", "',
  },
};

/** Reads a reply: returns the keywords found in the evidence, and all that is wrong with the others, in words for the model. */
export function readKeywords(
  answer: AnswerRow,
  reply: KeywordsReply,
): {
  readonly coarse: string[];
  readonly fine: FineKeyword[][];
  readonly problem: string | undefined;
} {
  const evidence = evidenceFor(answer);
  const { language, question } = answer;
  // Passages without a coarse term are ignored, so a term that is only in the question would hide matches.
  const texts = evidence.map(({ text }) => text);
  // An answer in steps does not cite the heading above them, so the question counts as a source, too.
  const sources = isAnsweredInSteps(question.type) ? [...texts, question.question] : texts;
  const coarse = reply.coarse.map(term => ({ term, written: asWritten(term, sources) }));
  const overlongKeywords = reply.fine.flat().filter(keyword => isOverlong(keyword, language));
  const lists = reply.fine.map(list => ({ list, located: locateList(list, evidence) }));
  const missingKeywords = lists.flatMap(({ list, located }) =>
    list.filter((_, index) => located[index] === undefined),
  );
  const unknownTerms = coarse.flatMap(({ term, written }) => (written === undefined ? [term] : []));
  const problemsOfKind = (
    kind: keyof Omit<(typeof messages)[Language], "separator">,
    faults: readonly string[],
  ) =>
    faults.length > 0
      ? [messages[language][kind]([...new Set(faults)].join(messages[language].separator))]
      : [];
  const problems = [
    ...problemsOfKind("coarse", unknownTerms),
    ...problemsOfKind("fine", missingKeywords),
    ...problemsOfKind("long", overlongKeywords),
  ];
  const usableLists = lists.flatMap(({ list, located }) =>
    located.every(keyword => keyword !== undefined) &&
    !list.some(keyword => overlongKeywords.includes(keyword))
      ? [located]
      : [],
  );
  return {
    coarse: distinctTerms(coarse.flatMap(({ written }) => written ?? [])),
    fine: distinctLists(usableLists.map(withoutRepeats)),
    problem: problems.length > 0 ? problems.join("\n") : undefined,
  };
}
