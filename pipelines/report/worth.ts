// Section: what is known about the items' worth — ratings, passages, how far a search or common knowledge gets, and how each item was verified.

import { ItemType } from "../../schemas/items/item-types.ts";
import type { Measures } from "../../schemas/items/measures.ts";
import { countOf, sortByFrequency } from "../engine/grouping.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Html, html, section } from "./html.ts";
import { mean } from "./mean.ts";
import { typeName } from "./names.ts";
import { shareOf } from "./overview/overview-figures.ts";
import { shareText } from "./overview/overview-words.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

const english = {
  lead: "Means of the known values: ratings (1 to 5) from the proposer, from the blind reader, and, for worth and correctness, from a final reader who saw only the item; number of passages that hold its evidence; number of documents that it represents. For some items a search with the question’s own words finds the evidence at once; some could, in the reader’s estimate, be answered without the documents.",
  headings: [
    "Type",
    "items",
    "proposer’s rating",
    "reader’s rating",
    "worth, item alone",
    "correctness, item alone",
    "passages",
    "found at once",
    "known without documents",
    "represents",
    "proof",
  ],
  all: "All",
  proofs: {
    construction: "by construction",
    reading: "read blind",
    none: "unread",
  } satisfies Record<Measures["proof"], string>,
  separator: ", ",
  keywords: (listCount: number, onceCount: number, share: string) =>
    `Of ${listCount} lists of fine keywords, ${onceCount} (${share}) occur in only one passage of the corpus; the others also occur where the same thing is said about the same subject.`,
};

type WorthWords = typeof english;

const chinese: WorthWords = {
  lead: "各项已知数值的平均值。分数为 1 到 5 分：出题模型和看不到答案的读者各打一次，最后由只看题目的读者就价值和正确性各打一次。另有证据所在的段落数，以及一道题代表多少篇文档。有些题用问句本身的词一搜就能找到证据；有些题据读者估计，不看文档也能回答。",
  headings: [
    "题型",
    "题数",
    "出题模型打分",
    "盲审打分",
    "单看题目的价值",
    "单看题目的正确性",
    "段落数",
    "一搜即得",
    "不看文档也能答",
    "代表的文档数",
    "验证方式",
  ],
  all: "全部",
  proofs: { construction: "由生成方式保证", reading: "经过盲审", none: "未经盲审" },
  separator: "、",
  keywords: (listCount, onceCount, share) =>
    `${listCount} 组细粒度关键词中，${onceCount} 组（${share}）只出现在语料库的一个段落里；其余各组也出现在对同一对象陈述同一内容的其他段落里。`,
};

const worthWords: Record<PageLanguage, WorthWords> = { en: english, zh: chinese };

/** Mean of the known values; a dash if there are none. */
function meanText(values: readonly (number | null)[]): string {
  const knownValues = values.filter(value => value !== null);
  return knownValues.length === 0 ? "–" : mean(knownValues).toFixed(2);
}

const measuresRow = (name: string, measures: readonly Measures[], words: WorthWords) => [
  name,
  measures.length,
  meanText(measures.map(({ proposed }) => proposed)),
  meanText(measures.map(({ read }) => read)),
  meanText(measures.map(({ alone }) => alone)),
  meanText(measures.map(({ right }) => right)),
  meanText(measures.map(({ passages }) => passages)),
  shareText(
    shareOf(
      measures.map(({ lexicalRank }) => lexicalRank),
      rank => rank === 1,
    ),
  ),
  shareText(
    shareOf(
      measures.map(({ known }) => known),
      isKnown => isKnown,
    ),
  ),
  meanText(measures.map(({ weight }) => weight)),
  sortByFrequency(countOf(measures.map(({ proof }) => words.proofs[proof])))
    .map(([proof, count]) => `${proof} ${count}`)
    .join(words.separator),
];

/** How many lists of fine keywords occur in only one passage of the corpus, of those that were counted. */
function keywordsLine(items: RunData["items"], words: WorthWords): Html {
  const passages = items.flatMap(({ keywords }) => keywords?.passages ?? []);
  if (passages.length === 0) return html``;
  const onceCount = passages.filter(count => count === 1).length;
  return html`<p>${words.keywords(passages.length, onceCount, percent(onceCount, passages.length))}</p>`;
}

export function worthSection({ items }: RunData, language: PageLanguage): Html {
  const measuredItems = items.flatMap(({ type, measures }) =>
    measures ? [{ type, measures }] : [],
  );
  if (measuredItems.length === 0) return html``;
  const words = worthWords[language];
  const types = ItemType.options.filter(type => measuredItems.some(item => item.type === type));
  return section(
    "worth",
    html`<p class="soft">${words.lead}</p>
${table(
  words.headings,
  types.map(type =>
    measuresRow(
      typeName(type, language),
      measuredItems.filter(item => item.type === type).map(({ measures }) => measures),
      words,
    ),
  ),
  measuresRow(
    words.all,
    measuredItems.map(({ measures }) => measures),
    words,
  ),
)}
${keywordsLine(items, words)}`,
  );
}
