// Sections: the variety and length of the items, and the calls and tokens that they took.

import type { ItemRow } from "../../schemas/items/records.ts";
import { Language, ItemType } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import { mean } from "./mean.ts";
import { languageName, typeName } from "./names.ts";
import { bar } from "./inline-plots.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, percent, table } from "./tables.ts";
import { countWordings } from "./wordings.ts";

const english = {
  masked: "Number of wordings left when names (◇), numbers and dates (#) are masked.",
  wordingsHeadings: ["Questions", "all", "distinct wordings", "share", "", "used more than once"],
  distinct: "distinct wordings",
  noneTwice: "none",
  shapesHeadings: ["Type", "items", "characters per answer", "", "references", "keypoints"],
  meanCharacters: "mean characters per answer",
  shapesOf: (language: string) => `${language}: mean (min–max) per item`,
  batch: (model: string) => `${model} batch`,
  tokensIn: "input tokens",
  tokensOut: "output tokens",
  replies: "All replies in calls.jsonl.",
  rules:
    " With rules, nothing was sent or paid for; the tokens are those that a model would have read and written.",
  callsHeadings: [
    "Stage",
    "model",
    "calls",
    "input tokens",
    "of which cached",
    "output tokens",
    "",
  ],
  all: "All",
};

type Words = typeof english;

const chinese: Words = {
  masked: "遮去名称（◇）、数字和日期（#）之后，还有多少种不同的措辞。",
  wordingsHeadings: ["问题", "总数", "不同措辞", "占比", "", "用过不止一次的"],
  distinct: "不同措辞",
  noneTwice: "无",
  shapesHeadings: ["题型", "题数", "答案字符数", "", "引用数", "要点数"],
  meanCharacters: "答案平均字符数",
  shapesOf: language => `${language}题目：每道题的平均值（最小–最大）`,
  batch: model => `${model} 批量`,
  tokensIn: "输入词元",
  tokensOut: "输出词元",
  replies: "calls.jsonl 中的全部回复。",
  rules: "用 rules 时没有发出请求，也没有费用；所列词元数是换用模型时会读入和写出的量。",
  callsHeadings: ["阶段", "模型", "调用", "输入词元", "其中缓存", "输出词元", ""],
  all: "合计",
};

const measuresWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

/** The mean, with the minimum and the maximum. */
const meanWithRange = (values: readonly number[], digits: number): Html =>
  html`<span class="brief">${mean(values).toFixed(digits)} <span class="soft small">(${formatCount(Math.min(...values))}–${formatCount(Math.max(...values))})</span></span>`;

function wordingsTable({ items, names }: RunData, pageLanguage: PageLanguage): Html {
  const words = measuresWords[pageLanguage];
  const rows = Language.options.flatMap(language => {
    const inLanguage = items.filter(item => item.language === language);
    const { questions, distinct, mostFrequent: mostRepeated } = countWordings(inLanguage, names);
    if (questions === 0) return [];
    const repeatedWordings = mostRepeated
      .filter(([, times]) => times > 1)
      .map(
        ([wording, times]) =>
          html`<div class="said small">${times} × ${withLanguage(truncate(wording, 150))}</div>`,
      );
    return [
      [
        languageName(language, pageLanguage),
        questions,
        distinct,
        percent(distinct, questions),
        bar([{ kind: "good", label: words.distinct, value: distinct }], questions),
        repeatedWordings.length > 0 ? repeatedWordings : words.noneTwice,
      ],
    ];
  });
  if (rows.length === 0) return html``;
  return html`<p class="soft">${words.masked}</p>
${table(words.wordingsHeadings, rows)}`;
}

interface ShapeOptions {
  readonly longest: number;
  readonly pageLanguage: PageLanguage;
}

function shapeRow(
  type: ItemType,
  rows: readonly ItemRow[],
  { longest, pageLanguage }: ShapeOptions,
) {
  const lengths = rows.map(({ answer }) => answer.length);
  const lengthBar = bar(
    [
      {
        kind: "plain",
        label: measuresWords[pageLanguage].meanCharacters,
        value: Math.round(mean(lengths)),
      },
    ],
    longest,
  );
  return [
    typeName(type, pageLanguage),
    rows.length,
    meanWithRange(lengths, 0),
    lengthBar,
    meanWithRange(
      rows.map(({ evidence }) => evidence.length),
      1,
    ),
    meanWithRange(
      rows.map(({ keypoints }) => keypoints.length),
      1,
    ),
  ];
}

function shapesTable(rows: readonly ItemRow[], pageLanguage: PageLanguage): Html {
  const groups = ItemType.options
    .map(type => ({ type, groupItems: rows.filter(row => row.type === type) }))
    .filter(({ groupItems }) => groupItems.length > 0);
  const longest = Math.max(
    ...groups.map(({ groupItems }) => mean(groupItems.map(({ answer }) => answer.length))),
  );
  return table(
    measuresWords[pageLanguage].shapesHeadings,
    groups.map(({ type, groupItems }) => shapeRow(type, groupItems, { longest, pageLanguage })),
  );
}

export function measuresSection(data: RunData, pageLanguage: PageLanguage): Html {
  if (data.items.length === 0) return html``;
  const shapes = Language.options
    .map(language => ({
      language,
      groupItems: data.items.filter(item => item.language === language),
    }))
    .filter(({ groupItems }) => groupItems.length > 0);
  return section(
    "measures",
    html`${wordingsTable(data, pageLanguage)}
${shapes.map(({ language, groupItems }) => html`<h3>${measuresWords[pageLanguage].shapesOf(languageName(language, pageLanguage))}</h3>${shapesTable(groupItems, pageLanguage)}`)}`,
  );
}

export function callsSection({ status, runFacts }: RunData, language: PageLanguage): Html {
  const words = measuresWords[language];
  const { calls } = status;
  const sums = (["calls", "inputTokens", "cachedTokens", "outputTokens"] as const).map(field =>
    calls.reduce((sum, call) => sum + call[field], 0),
  );
  const maxTokens = Math.max(
    ...calls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    1,
  );
  const rows = calls.map(call => {
    const { stage, model, batch, calls: callCount, inputTokens, cachedTokens, outputTokens } = call;
    const name = batch ? words.batch(model) : model;
    const tokensBar = bar(
      [
        { kind: "plain", label: words.tokensIn, value: inputTokens },
        { kind: "kept", label: words.tokensOut, value: outputTokens },
      ],
      maxTokens,
    );
    return [stage, name, callCount, inputTokens, cachedTokens, outputTokens, tokensBar];
  });
  return section(
    "calls",
    html`<p class="soft">${words.replies}${runFacts.isRulesOnly ? words.rules : ""}</p>
${table(words.callsHeadings, rows, [words.all, "", ...sums, ""])}`,
  );
}
