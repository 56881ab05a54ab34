// Section: systems on an older split and on this one, on one scale — how much of a change is due to the system, and how much to the news.

import type { LinkedMetric, SplitLink } from "../../../schemas/evaluation/split-link.ts";
import { Language } from "../../../schemas/items/item-types.ts";
import { type Html, html, section, withLanguage } from "../html.ts";
import { languageName, typeNameOrId } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, table } from "../tables.ts";
import { labelWithDirection, rangeText, valueText } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { resultHeading } from "./results.ts";

/** Numbers of items of one type and language in both splits. */
interface Cell {
  readonly type: string;
  readonly languageName: string;
  readonly older: number;
  readonly newer: number;
}

const english = {
  language: "en" as PageLanguage,
  none: html`No evaluation here is linked with one of the older split, so a change in a system cannot be distinguished from a change in the news. Evaluate a system on both under the same name, and run <code>ragwright baseline</code> on both.`,
  lead: html`A split of different news may be harder or easier. Systems that did not change, scored on both, show by how much (in logits, within each task and language, with equal weights in both splits). The rest of a system's change is its own: its newer score on the older scale, minus its older score. The two parts add up to the change; intervals are 95%, by bootstrap over the items of both splits, and wider if the frozen systems disagree by more than chance. A system with a full or zero score in a split has no interval.`,
  comparedWith: (path: string): Html => html`Compared with <code>${path}</code>.`,
  headings: {
    metric: "Metric",
    change: "older → newer",
    equated: "newer, on the older scale",
    system: "due to the system",
    news: "due to the news",
    frozen: "frozen systems",
  },
  spread: (logits: string) => `spread ${logits}`,
  leftOut: (metric: string, cells: readonly Cell[]) =>
    `${metric}: without ${cells.map(({ type, languageName: language, older, newer }) => `${type}, ${language} (${formatCount(older)} → ${formatCount(newer)})`).join("; ")}: one split has too few items.`,
  unlinked: (metrics: readonly string[]) =>
    `Not linked, since no frozen system has a value for them, other than full or zero, in the same group of both splits: ${metrics.join(", ")}.`,
  /** The reason, as given in the result. */
  refusal: (reason: string): Html => html`${reason}`,
  notFrozen: (system: string, reason: string): Html =>
    html`Not counted as frozen: <code>${system}</code> (${reason}).`,
};

type LinkedWords = typeof english;

const chinese: LinkedWords = {
  language: "zh",
  none: html`这里没有任何评测能与较早一批题的评测对上，所以分不清变的是系统还是新闻。请以同一个名称在两批题上评测同一个系统，并对两批题都运行 <code>ragwright baseline</code>。`,
  lead: html`换了一批新闻，题目可能变难，也可能变易。变了多少，由未经改动、在两批题上都有得分的系统来说明（以 logit 计，在同一任务、同一语言内比较，各组在两批中权重相同）。剩下的才是系统自身的变化：把它在新一批题上的得分换算到旧一批的尺度，再减去它在旧一批题上的得分。两部分相加就是全部变化。区间均为 95%，用自助法对两批题目重抽样得出；未经改动的系统之间的差异大到不能用偶然解释时，区间会更宽。在某一批题上得满分或零分的系统没有区间。`,
  comparedWith: path => html`与 <code>${path}</code> 对照。`,
  headings: {
    metric: "指标",
    change: "较早 → 较新",
    equated: "新一批的得分（换算到旧一批的尺度）",
    system: "由系统带来的部分",
    news: "由新闻带来的部分",
    frozen: "冻结系统",
  },
  spread: logits => `标准差 ${logits}`,
  leftOut: (metric, cells) =>
    `${metric}：未计入${cells.map(({ type, languageName: language, older, newer }) => `${type}（${language}，${formatCount(older)} → ${formatCount(newer)}）`).join("、")}，因为有一批的题太少。`,
  unlinked: metrics =>
    `无法换算的指标：${metrics.join("、")}。没有一个未经改动的系统在两批题目的同一组中都有这些值（满分和零分不算）。`,
  refusal: reason =>
    html`分不清得分的变化有多少来自系统、多少来自新闻。评测给出的原因：${withLanguage(reason)}`,
  notFrozen: (system, reason) =>
    html`<code>${system}</code> 不算冻结系统：${withLanguage(reason)}。`,
};

const linkedWords: Record<PageLanguage, LinkedWords> = { en: english, zh: chinese };

function partCell({ points }: LinkedMetric["news"], language: PageLanguage): Html {
  const range = rangeText(points, language);
  return numberCell(
    html`<b>${valueText(points.value)}</b>${range ? html`<span class="under">${range}</span>` : ""}`,
  );
}

const anchorsCell = ({ anchors, spread }: LinkedMetric, words: LinkedWords): Html =>
  numberCell(
    html`${formatCount(anchors.length)}${spread === null ? "" : html`<span class="under">${words.spread(valueText(spread))}</span>`}`,
  );

/** The names of the type and the language; one that this version does not know is shown as in the result. */
function cellNames(
  { type, language: itemLanguage }: LinkedMetric["leftOut"][number],
  language: PageLanguage,
): { type: string; languageName: string } {
  const knownLanguage = Language.safeParse(itemLanguage).data;
  return {
    type: typeNameOrId(type, language),
    languageName: knownLanguage ? languageName(knownLanguage, language) : itemLanguage,
  };
}

/** Types and languages that were left out, with their items in both splits. */
function leftOutLine({ metric, leftOut }: LinkedMetric, words: LinkedWords): Html {
  const { language } = words;
  const cells = leftOut.map(cell => ({
    ...cellNames(cell, language),
    older: cell.older,
    newer: cell.newer,
  }));
  return cells.length === 0
    ? html``
    : html`<li>${words.leftOut(labelWithDirection(metric, language), cells)}</li>`;
}

function linkedTable({ metrics }: SplitLink, words: LinkedWords): Html {
  const { language, headings } = words;
  const rows = metrics.map(linked => [
    labelWithDirection(linked.metric, language),
    numberCell(
      html`<span class="soft">${valueText(linked.older)}</span> → <b>${valueText(linked.newer)}</b><span class="under">n ${formatCount(linked.items.older)} → ${formatCount(linked.items.newer)}</span>`,
    ),
    numberCell(valueText(linked.equated)),
    partCell(linked.system, language),
    partCell(linked.news, language),
    anchorsCell(linked, words),
  ]);
  return html`${table([headings.metric, ...[headings.change, headings.equated, headings.system, headings.news, headings.frozen].map(name => numberCell(name))], rows)}
<ul class="small">${metrics.map(linked => leftOutLine(linked, words))}</ul>`;
}

function linkPart(link: SplitLink, words: LinkedWords): Html {
  const { older, notFrozen, unlinked, refusal } = link;
  const names = unlinked.map(metric => labelWithDirection(metric, words.language));
  return html`<p class="small">${words.comparedWith(older.path)}</p>
${refusal === null ? linkedTable(link, words) : html`<p>${words.refusal(refusal)}</p>`}
${names.length > 0 && refusal === null ? html`<p class="small">${words.unlinked(names)}</p>` : ""}
${notFrozen.length > 0 ? html`<ul class="small">${notFrozen.map(({ system, because: reason }) => html`<li>${words.notFrozen(system, reason)}</li>`)}</ul>` : ""}`;
}

/** Shown for any run that refreshes another; for other runs, empty unless something is linked. */
export function splitLinkSection(data: RunData, language: PageLanguage): Html {
  const words = linkedWords[language];
  const { results } = data.evaluations;
  const linkedResults = results.flatMap(namedResult =>
    namedResult.result.link ? [{ named: namedResult, link: namedResult.result.link }] : [],
  );
  if (linkedResults.length === 0 && (data.olderSplit === null || results.length === 0))
    return html``;
  const body =
    linkedResults.length === 0
      ? html`<p>${words.none}</p>`
      : html`<p class="soft">${words.lead}</p>
${linkedResults.map(({ named, link }) => html`${resultHeading(named, data)}${linkPart(link, words)}`)}`;
  return section("linked", body);
}
