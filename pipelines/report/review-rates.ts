// Section: how many examples of each type the review accepted, compared with the figures of the CoFE-RAG paper.

import type { CofeType } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Html, html, section } from "./html.ts";
import { typeName } from "./names.ts";
import type { ReviewCounts } from "./review-counts.ts";
import type { RunData } from "./run-data.ts";
import { numberCell, percent, table } from "./tables.ts";

/** Percentage of the raw Chinese examples that are in the final set (CoFE-RAG, statistics by query type); the paper gives none for English. */
const published: Readonly<Record<CofeType | "all", number>> = {
  factual: 75.0,
  analytical: 50.1,
  comparative: 55.1,
  tutorial: 47.2,
  all: 60.2,
};

const english = {
  lead: "Examples by type; those that code rejects count as reviewed and not accepted. The paper’s figures are shares of its Chinese examples that annotators kept. The paper drops an example for one rejected keyword; here only the keyword is dropped, and the example only if no keyword of that kind is left.",
  type: "Type",
  reviewed: "reviewed",
  accepted: "accepted",
  share: "share",
  paper: "in the paper",
  terms: "terms rejected",
  lists: "lists rejected",
  all: "All",
};

type Words = typeof english;

const chinese: Words = {
  lead: "按题型统计样例；代码拒绝的也计入复审数，但不算接受。“论文”一栏是论文的中文样例中标注者留下的比例。论文的做法是，只要有一个关键词被拒绝，样例就作废；这里只去掉该关键词，同类关键词一个不剩时才去掉样例。",
  type: "题型",
  reviewed: "复审",
  accepted: "接受",
  share: "接受率",
  paper: "论文",
  terms: "被拒的粗粒度关键词",
  lists: "被拒的细粒度关键词组",
  all: "全部",
};

const reviewedWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

type Counts = Omit<ReviewCounts, "type">;

const rowCells = (
  name: string,
  type: keyof typeof published,
  { reviewed, accepted, rejectedTerms, rejectedLists }: Counts,
) => [
  name,
  reviewed,
  accepted,
  numberCell(percent(accepted, reviewed)),
  numberCell(`${published[type].toFixed(1)}%`),
  rejectedTerms,
  rejectedLists,
];

function totalCounts(countsByType: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) =>
    countsByType.reduce((subtotal, counts) => subtotal + counts[key], 0);
  return {
    reviewed: sum("reviewed"),
    accepted: sum("accepted"),
    rejectedTerms: sum("rejectedTerms"),
    rejectedLists: sum("rejectedLists"),
  };
}

/** Empty for a run without the CoFE-RAG review. */
export function reviewRatesSection({ reviewCounts }: RunData, language: PageLanguage): Html {
  if (reviewCounts === null) return html``;
  const words = reviewedWords[language];
  return section(
    "reviewed",
    html`<p class="soft">${words.lead}</p>
${table(
  [
    words.type,
    words.reviewed,
    words.accepted,
    numberCell(words.share),
    numberCell(words.paper),
    words.terms,
    words.lists,
  ],
  reviewCounts.map(({ type, ...counts }) => rowCells(typeName(type, language), type, counts)),
  rowCells(words.all, "all", totalCounts(reviewCounts)),
)}`,
  );
}
