// Section: which traps each system fell into, by kind; and for a counterfactual twin, what the grounded share leaves out.

import { trapMetrics } from "../../../schemas/evaluation/metrics.ts";
import type { OriginalRun } from "../../../schemas/evaluation/result.ts";
import { truncate, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { metricsOf } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { resultHeading, metricsTable } from "./results.ts";
import type { NamedResult } from "./evaluations-data.ts";
import { formatCount } from "../tables.ts";

const english = {
  lead: html`Some items list the answers of a system that falls into a trap: a copied value that no longer holds (stale), one that another replaced (superseded), one that holds only after the day asked about (later), a near-twin's value, part of a list. Each share covers the items that have a wrong answer of that kind (n): an answer falls into the trap if it says everything that only the wrong answer says, and nothing that only the right one says; in the reverse case it is right. Other answers are neither. The grounded share covers counterfactual twins whose answer changed: it counts those answered correctly along with the original, which a system that did not read cannot do. Code decides, by values and words; no judge model is called.`,
  grounded: (changed: number, path: string): Html =>
    html`The grounded share covers the ${formatCount(changed)} items whose answer differs from <code>${path}</code>.`,
  unchanged: (n: number, ids: string) =>
    ` ${formatCount(n)} left out because their answer did not change: ${ids}.`,
  unpaired: (n: number, ids: string) =>
    ` ${formatCount(n)} left out because they match no item there: ${ids}.`,
  separator: ", ",
};

type TrapsWords = typeof english;

const chinese: TrapsWords = {
  lead: html`有些题目，我们预先就知道落入陷阱的系统会怎么答：照抄已经失效的数值（旧答案），用了已被取代的数值，用了所问日期之后才成立的数值，答成极易混淆的另一个对象，或只答出清单的一部分。每个比例只统计预先知道有这类错误答案的题目（n）：只有错误答案才有的内容全说了，只有正确答案才有的内容一点没说，算落入陷阱；反过来算答对；其余回答两者都不算。“依据文档的比例”只取答案有变的反事实孪生题，看孪生题与原题都答对的占多少：不读文档的系统做不到。判定由代码按数值和词语作出，不经评判模型。`,
  grounded: (changed, path) =>
    html`“依据文档的比例”只取答案与 <code>${path}</code> 不同的 ${formatCount(changed)} 道题。`,
  unchanged: (n, ids) => `答案没有变的 ${formatCount(n)} 道未计入：${ids}。`,
  unpaired: (n, ids) => `有 ${formatCount(n)} 道在另一批中没有对应题目，未计入：${ids}。`,
  separator: "、",
};

const trapsWords: Record<PageLanguage, TrapsWords> = { en: english, zh: chinese };

const tableMetrics = ["grounded-share", "right-answer-rate", ...trapMetrics] as const;

/** The items that the grounded share leaves out, if any. */
function originalLine(
  { against, changed, unchanged, unpaired }: OriginalRun,
  words: TrapsWords,
): Html {
  const leftOutText = (ids: readonly string[], sentenceOf: TrapsWords["unchanged"]): string =>
    ids.length === 0 ? "" : sentenceOf(ids.length, truncate(ids.join(words.separator), 300));
  return html`<p class="small soft">${words.grounded(changed, against.path)}${leftOutText(unchanged, words.unchanged)}${leftOutText(unpaired, words.unpaired)}</p>`;
}

/** Empty if no item of any evaluation has wrong answers or is the twin of another. */
export function trapsSection(data: RunData, language: PageLanguage): Html {
  const words = trapsWords[language];
  const resultParts = (namedResult: NamedResult): Html[] => {
    const { systems, original } = namedResult.result;
    const presentMetrics = metricsOf(systems);
    const metrics = tableMetrics.filter(metric => presentMetrics.includes(metric));
    if (metrics.length === 0) return [];
    return [
      html`${resultHeading(namedResult, data)}${original ? originalLine(original, words) : ""}${metricsTable(systems, metrics, language)}`,
    ];
  };
  const results = data.evaluations.results.flatMap(resultParts);
  if (results.length === 0) return html``;
  return section(
    "traps",
    html`<p class="soft">${words.lead}</p>
${results}`,
  );
}
