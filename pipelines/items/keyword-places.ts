// Finds the terms of a reply in an answer's evidence, and says what is wrong with the others.

import type { ReplyOf } from "../../schemas/define.ts";
import { isOfSteps, isReverse } from "../../schemas/items/item-types.ts";
import type { keywordsPrompt } from "../../schemas/items/prompts.ts";
import type { AnswerRow, Evidence, Keywords } from "../../schemas/items/records.ts";
import { findSnapped } from "./snapped-spans.ts";

export type KeywordsReply = ReplyOf<typeof keywordsPrompt>;
export type FineKeyword = Keywords["fine"][number][number];
type Language = "zh" | "en";

/** The most Chinese characters or English words of an element; longer ones are sentences. One in a hundred of CoFE-RAG's own is longer. */
const LONGEST = { zh: 40, en: 18 };

export const isOverlong = (element: string, language: Language): boolean =>
  (language === "zh"
    ? [...element.replace(/\s/g, "")].length
    : element.trim().split(/\s+/).length) > LONGEST[language];
const saysNothing = (element: string): boolean => !/[\p{L}\p{N}]/u.test(element);

/** The evidence that counts: for reverse tasks, what the corpus says of their reference; for all others, everything they rest on. */
export function evidenceFor({ question, evidence, facts }: AnswerRow): readonly Evidence[] {
  const supporting = new Set(facts.flatMap(fact => fact.evidence));
  return isReverse(question.type)
    ? evidence.filter(({ number }) => supporting.has(number))
    : evidence;
}

/** The element as the text spells it; undefined if the text does not have it, or if it has no letters or digits. */
export function locate(
  element: string,
  { span, text }: Pick<Evidence, "span" | "text">,
): FineKeyword | undefined {
  const place = saysNothing(element) ? undefined : findSnapped(text, element);
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

/** Locates each element, all in one piece of evidence if one has them all: "revenue" of another company is not meant. */
function locateList(
  list: readonly string[],
  evidence: readonly Evidence[],
): (FineKeyword | undefined)[] {
  const readings = evidence.map(piece => list.map(element => locate(element, piece)));
  const found = (reading: (typeof readings)[number]) =>
    reading.filter(element => element !== undefined).length;
  // Sorting is stable, so of equals the earlier one comes first.
  const fullestFirst = readings.sort((a, b) => found(b) - found(a));
  return list.map((_, at) =>
    fullestFirst.map(reading => reading[at]).find(element => element !== undefined),
  );
}

const isWithin = (inner: FineKeyword, outer: FineKeyword): boolean =>
  findSnapped(outer.text, inner.text) !== undefined;

/** Drops elements that are part of another or repeat one: they are found whenever that one is. */
export const withoutRepeats = (list: readonly FineKeyword[]): FineKeyword[] =>
  list.filter(
    (element, at) =>
      !list.some(
        (other, place) =>
          place !== at && isWithin(element, other) && (place < at || !isWithin(other, element)),
      ),
  );

const sameElements = (one: readonly FineKeyword[], other: readonly FineKeyword[]): boolean =>
  one.length === other.length &&
  one.every(element => other.some(twin => isWithin(element, twin) && isWithin(twin, element)));

export const distinctLists = <List extends readonly FineKeyword[]>(
  lists: readonly List[],
): List[] =>
  lists.filter((list, at) => !lists.slice(0, at).some(other => sameElements(list, other)));

/** The term as the first of these texts that has it spells it. */
function asWritten(term: string, texts: readonly string[]): string | undefined {
  if (saysNothing(term)) return undefined;
  return texts.flatMap(text => {
    const place = findSnapped(text, term);
    return place ? [text.slice(place.start, place.end)] : [];
  })[0];
}

const distinctTerms = (terms: readonly string[]): string[] =>
  terms.filter(
    (term, at) =>
      !terms.slice(0, at).some(other => findSnapped(other, term) && findSnapped(term, other)),
  );

const wordings = {
  zh: {
    fine: (list: string) =>
      `原文句子里没有“${list}”；fine 的每一项都要从 sentences 中逐字摘录，不可改写、拼接或截断词语和数字。`,
    long: (list: string) => `“${list}”太长；每一项只摘关键的短语，不摘整句。`,
    coarse: (list: string) =>
      `原文句子里没有“${list}”；coarse 要用句子里出现过的词语，问题里也有的最好。`,
    joint: "”“",
  },
  en: {
    fine: (list: string) =>
      `These do not stand in the sentences: "${list}". Each element of fine is copied from one of them character by character, not reworded, not joined, no word or number cut.`,
    long: (list: string) => `Too long: "${list}". An element is a key phrase, not a sentence.`,
    coarse: (list: string) =>
      `These do not stand in the sentences: "${list}". A coarse term is taken from them, best one that the question has too.`,
    joint: '", "',
  },
};

/** Reads a reply: the keywords found in the evidence, and everything that is wrong with the others, in words for the model. */
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
  // Passages without a coarse term are ignored, so terms that are only in the question would hide matches.
  const texts = evidence.map(({ text }) => text);
  // No answer cites the heading above its steps.
  const places = isOfSteps(question.type) ? [...texts, question.question] : texts;
  const coarse = reply.coarse.map(term => ({ term, written: asWritten(term, places) }));
  const long = reply.fine.flat().filter(element => isOverlong(element, language));
  const lists = reply.fine.map(list => ({ list, located: locateList(list, evidence) }));
  const lost = lists.flatMap(({ list, located }) =>
    list.filter((_, at) => located[at] === undefined),
  );
  const unknown = coarse.flatMap(({ term, written }) => (written === undefined ? [term] : []));
  const complain = (
    kind: keyof Omit<(typeof wordings)[Language], "joint">,
    faults: readonly string[],
  ) =>
    faults.length > 0
      ? [wordings[language][kind]([...new Set(faults)].join(wordings[language].joint))]
      : [];
  const problems = [
    ...complain("coarse", unknown),
    ...complain("fine", lost),
    ...complain("long", long),
  ];
  const whole = lists.flatMap(({ list, located }) =>
    located.every(element => element !== undefined) && !list.some(element => long.includes(element))
      ? [located]
      : [],
  );
  return {
    coarse: distinctTerms(coarse.flatMap(({ written }) => written ?? [])),
    fine: distinctLists(whole.map(withoutRepeats)),
    problem: problems.length > 0 ? problems.join("\n") : undefined,
  };
}
