// CoFE-RAG's review of an item: its query by three criteria, its keywords one by one, its answer by five scores.

import type { Content, Control, Values } from "../../../schemas/annotation.ts";
import { type Field, noteField, type Option, scaleOptions, type BilingualText } from "../form.ts";
import type { AnnotationProtocol, Fault } from "../protocol.ts";
import { cutShortFault, shareFoundIn, piecesOf, withAnswerOf } from "./fault-content.ts";

const yesNoOptions: readonly Option[] = [
  { value: "yes", words: { zh: "是", en: "Yes" } },
  { value: "no", words: { zh: "否", en: "No" } },
];
const scorePoints = scaleOptions([
  [1, { zh: "很差", en: "Very poor" }],
  [2, { zh: "较差", en: "Poor" }],
  [3, { zh: "一般", en: "Fair" }],
  [4, { zh: "好", en: "Good" }],
  [5, { zh: "很好", en: "Very good" }],
]);

const queryCriteria: Readonly<Record<string, BilingualText>> = {
  "query-clear": {
    zh: "问题：清楚、通顺，不用“他”“这家公司”之类指代不明的词",
    en: "Query: clear and grammatical, no unresolved reference such as “he” or “this company”",
  },
  "query-type": { zh: "问题：符合标明的类型", en: "Query: matches its stated type" },
  "query-inferable": {
    zh: "问题：能由文档得出答案（类型为“无法回答”的，文档里确实没有答案）",
    en: "Query: can be answered from the documents (for the type “unanswerable”: they really contain no answer)",
  },
};
const answerCriteria: Readonly<Record<string, BilingualText>> = {
  "answer-fluency": { zh: "答案：流畅", en: "Answer: fluency" },
  "answer-accuracy": { zh: "答案：准确", en: "Answer: accuracy" },
  "answer-relevance": { zh: "答案：切题", en: "Answer: relevance" },
  "answer-readability": { zh: "答案：易读", en: "Answer: readability" },
  "answer-practicality": { zh: "答案：实用", en: "Answer: practicality" },
};

const yesNoField = (name: string, words: BilingualText): Field => ({
  name,
  kind: "choice",
  words,
  options: yesNoOptions,
  level: "nominal",
});
const scoreField = (name: string, words: BilingualText): Field => ({
  name,
  kind: "choice",
  words,
  options: scorePoints,
  level: "interval",
});

const keywordFields = ({ keywords, language }: Content): Field[] => [
  ...keywords.coarse.map(
    (about, index): Field => ({
      ...yesNoField(`coarse-${index + 1}`, {
        zh: `关键词 ${index + 1}：能代表整个问题`,
        en: `Keyword ${index + 1}: represents the whole question`,
      }),
      about,
      repeats: { list: "coarse", index, stem: "coarse" },
    }),
  ),
  ...keywords.fine.map(
    (spans, index): Field => ({
      ...yesNoField(`fine-${index + 1}`, {
        zh: `片段组 ${index + 1}：每一段都是回答所需`,
        en: `Span list ${index + 1}: the answer needs each span`,
      }),
      about: spans.map(span => `“${span}”`).join(language === "zh" ? "、" : ", "),
      repeats: { list: "fine", index, stem: "fine" },
    }),
  ),
];

/** Whether an item passes each step of the review, as the paper counts them; null for the keywords of an item without any. */
export function cofeSteps(
  { keywords }: Content,
  values: Values,
): { readonly query: boolean; readonly keywords: boolean | null; readonly answer: boolean } {
  const countYes = (names: readonly string[]) =>
    names.filter(name => values[name] === "yes").length;
  const coarse = keywords.coarse.map((_, index) => `coarse-${index + 1}`);
  const fine = keywords.fine.map((_, index) => `fine-${index + 1}`);
  const scores = Object.keys(answerCriteria).map(name => Number(values[name] || 0));
  const keywordsPass =
    countYes(coarse) === coarse.length &&
    (fine.length === 0 || countYes(fine) * 5 > fine.length * 4);
  return {
    query: countYes(Object.keys(queryCriteria)) === 3,
    keywords: coarse.length + fine.length === 0 ? null : keywordsPass,
    // The paper drops answers "below 4" but scores five criteria; we compare their mean with 4.
    answer:
      !scores.includes(0) && scores.reduce((sum, score) => sum + score, 0) >= 4 * scores.length,
  };
}

/** The text of an item that the person sees when judging a term. */
const shownText = ({ question, answer, evidence, keypoints }: Content): string =>
  [question, answer, ...evidence.map(({ text }) => text), ...keypoints].join("\n");

const canLend = (other: Content, content: Content): boolean =>
  other.language === content.language &&
  !other.documentIds.some(id => content.documentIds.includes(id));

const expectNo = (field: string): Control["expect"] => [{ field, oneOf: ["no"] }];

/** Replaces one element with one from another item; undefined if either list is empty. */
function plantElement<Element>(
  own: readonly Element[],
  foreign: readonly Element[],
  pick: (below: number) => number,
): { readonly elements: Element[]; readonly number: number } | undefined {
  if (own.length === 0 || foreign.length === 0) return undefined;
  const drawnIndex = pick(foreign.length);
  const replacedIndex = pick(own.length);
  return {
    elements: own.toSpliced(replacedIndex, 1, ...foreign.slice(drawnIndex, drawnIndex + 1)),
    number: replacedIndex + 1,
  };
}

/** Plants a term whose words do not occur in this item. */
const otherCoarse: Fault = {
  name: "keyword-of-another-item",
  plant(content, other, pick) {
    const { coarse } = content.keywords;
    const shownPieces = piecesOf([shownText(content), ...coarse].join("\n"));
    const foreignTerms = canLend(other, content)
      ? other.keywords.coarse.filter(term => shareFoundIn(term, shownPieces) === 0)
      : [];
    const planted = plantElement(coarse, foreignTerms, pick);
    return (
      planted && {
        content: { ...content, keywords: { ...content.keywords, coarse: planted.elements } },
        expect: expectNo(`coarse-${planted.number}`),
      }
    );
  },
};

/** Plants a list with at least one span that is mostly missing here, since a list is right only if every span is. */
const otherFine: Fault = {
  name: "fine-list-of-another-item",
  plant(content, other, pick) {
    const { fine } = content.keywords;
    const shownPieces = piecesOf([shownText(content), ...fine.flat()].join("\n"));
    const isForeign = (span: string) =>
      piecesOf(span).size > 0 && shareFoundIn(span, shownPieces) < 0.5;
    const foreignLists = canLend(other, content)
      ? other.keywords.fine.filter(spans => spans.some(isForeign))
      : [];
    const planted = plantElement(fine, foreignLists, pick);
    return (
      planted && {
        content: { ...content, keywords: { ...content.keywords, fine: planted.elements } },
        expect: expectNo(`fine-${planted.number}`),
      }
    );
  },
};

const otherAnswer: Fault = {
  name: "answer-of-another-item",
  plant(content, other) {
    const replacement = withAnswerOf(content, other);
    return (
      replacement && {
        content: replacement,
        expect: ["answer-accuracy", "answer-relevance"].map(field => ({
          field,
          oneOf: ["1", "2"],
        })),
      }
    );
  },
};

export const cofeProtocol: AnnotationProtocol = {
  name: "cofe",
  title: { zh: "审核问题、关键词和答案", en: "Review query, keywords and answer" },
  guide: {
    zh: [
      "先看问题，再看关键词（有的批次没有关键词，那就跳过），最后看答案。每一步都对照文档，各自单独判断。",
      "问题有三条标准，逐条选“是”或“否”：清楚通顺，不用指代不明的代词；符合标明的类型；能由文档得出答案。类型为“无法回答”的，第三条看文档里是否确实没有答案。问题残缺、看不出问什么的，三条都选“否”，答案则按能看懂的部分打分。",
      "单篇类型：事实——问一个具体的事实；多跳——要把同一篇里的几处事实连起来；总结——概括某一方面的全部内容；分析——问原因、意义或影响；教程——问做一件事的步骤。",
      "多篇类型：整合——从几篇文档各取所需；对比——问异同或大小；时间顺序——给有日期的事件排先后。多文档问答——每一篇都用得上。写摘要、续写、改错——查询分别是一则事件、一段文章开头、一段含错的文字。",
      "关键词要能代表整个问题：只看到它，就知道去哪里找。片段组：一组对应一个信息点，组里每一段都是文档原文，而且回答这个问题用得上；有一段不对，整组就选“否”。",
      "答案按五项打分，5 分最好，1 分最差。流畅：语句通顺，没有语病。准确：与文档一致，没有错。切题：答的就是所问的，不缺也不多。易读：条理清楚，一看就懂。实用：问的人拿到就能用。答非所问的答案，切题和实用都是 1 分，流畅一项仍可得高分。五项平均 4 分及以上，答案才算通过。",
      "例：问“松岚造纸2021年净利润多少？”关键词“净利润”可以，“公司”太泛，选“否”；片段组“2021年净利润”“3.2亿元”选“是”，若其中一段是“总部设在柳埠”，选“否”。答“3.2亿元”准确 5 分，答“2.3亿元”准确 1 分。",
    ],
    en: [
      "Look at the query first, then at the keywords (some batches have none: skip them), then at the answer; compare each with the documents and judge each on its own.",
      "The query has three criteria, each yes or no: it is clear and grammatical, with no unresolved pronoun; it matches its stated type; it can be answered from the documents. If the type is “unanswerable”, the third asks whether the documents really contain no answer. A query that breaks off before it asks anything gets “no” three times, and its answer is scored by what can be made out.",
      "Types that use a single document. Factual: one particular fact. Multi-hop: several facts of the document have to be joined. Summary: everything on one aspect of the subject. Analytical: reasons, meaning or effects. Tutorial: the steps for doing something.",
      "Types that use several documents. Integration: something from each document. Comparison or comparative: what differs, or which is greater. Time sequence: the order of dated events. Questions on one, two or three news articles need each of them. Summarization, continuation and correction: the query is an event, the opening of an article, or a passage with errors, respectively.",
      "A keyword represents the whole question: it alone would show you where to look. A span list belongs to one point of information; each span is taken verbatim from a document, and the answer needs it. If one span is wrong, the list is a “no”.",
      "The answer gets five scores, from 1 (worst) to 5 (best). Fluency: it is grammatical and reads well. Accuracy: it agrees with the documents. Relevance: it answers what was asked, no less and no more. Readability: it is well organized and immediately clear. Practicality: the person who asked can use it as it is. An answer that misses the question scores 1 for relevance and practicality and may still be fluent. An answer passes if the mean of the five is at least 4.",
      "Example: “What was Pinemist Paper's net profit in 2021?” The keyword “net profit” is fine; “company” is too general, so no. The spans “net profit in 2021” and “32 million euros” are a yes; with “head office in Willowquay” among them, a no. The answer “32 million euros” scores 5 for accuracy, “23 million euros” scores 1.",
    ],
  },
  source: "CoFE-RAG, review of queries, keywords and reference answers",
  fields: content => [
    ...Object.entries(queryCriteria).map(([name, words]) => yesNoField(name, words)),
    ...keywordFields(content),
    ...Object.entries(answerCriteria).map(([name, words]) => scoreField(name, words)),
    noteField,
  ],
  decide(content, values) {
    const steps = cofeSteps(content, values);
    return { accepted: steps.query && steps.keywords !== false && steps.answer };
  },
  faults: [
    otherAnswer,
    otherCoarse,
    otherFine,
    cutShortFault("query-cut-short", expectNo("query-clear")),
  ],
};
