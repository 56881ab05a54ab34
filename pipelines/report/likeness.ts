// Table: length, layout and vocabulary of the generated documents, compared with the seeds.

import type { PageLanguage } from "./page-language.ts";
import { type Html, html } from "./html.ts";
import type { Likeness } from "./likeness-data.ts";
import { numberCell, percent, table } from "./tables.ts";

const english = {
  lead: "Generated documents compared with their seeds: mean characters per text; share of lines that are list items, labeled lines or headings; distinct words per 1,000.",
  headings: [
    "Domain and language",
    "characters",
    "seeds",
    "formatted lines",
    "seeds",
    "distinct words per 1,000",
    "seeds",
  ],
};

type Words = typeof english;

const chinese: Words = {
  lead: "生成的文档与种子文档对照：每篇平均字符数；列表项、带标签的行和标题占全部行的比例；每 1,000 个词中不同的词数。",
  headings: [
    "领域与语言",
    "字符数",
    "种子文档",
    "带格式的行",
    "种子文档",
    "每 1,000 词中的不同词数",
    "种子文档",
  ],
};

const likenessWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

const rounded = (number: number | null) => (number === null ? "–" : Math.round(number));

/** Empty if the run has no seeds. */
export const likenessTable = (groups: readonly Likeness[], language: PageLanguage): Html =>
  groups.length === 0
    ? html``
    : html`<p class="soft">${likenessWords[language].lead}</p>
${table(
  likenessWords[language].headings,
  groups.map(({ group, seedStyle, documentStyle }) => [
    group,
    ...[documentStyle, seedStyle].map(({ characters }) => rounded(characters)),
    ...[documentStyle, seedStyle].map(({ layout }) => numberCell(percent(layout, 1))),
    ...[documentStyle, seedStyle].map(({ vocabulary }) => rounded(vocabulary)),
  ]),
)}`;
