// The main sentences of a decision, one per question: which system is better, on what basis, what it costs, what is missing.

import { isOfRetrieval } from "../../../schemas/evaluation/metrics.ts";
import { labelInSentence } from "../evaluation/metric-names.ts";
import { leadFiguresOf, percentChange, formatDollars, formatPoints } from "./decision-figures.ts";
import { listSeparators, rangeSeparators, type DecisionSentence } from "./bilingual-text.ts";

/** Which system is better and by how much. */
export const headline: DecisionSentence = (decision, language) => {
  const { metric, lead, verdict, margin } = decision;
  const { leader, follower, points, range } = leadFiguresOf(decision, lead);
  const metricName = labelInSentence(metric, language);
  const interval = range(rangeSeparators[language]);
  const intervalNote = {
    zh: `（95% 区间 ${interval ?? "未知"}；${lead.n} 道题）`,
    en: ` (95% interval ${interval ?? "unknown"}; ${lead.n} items)`,
  }[language];
  if (points === null)
    return {
      zh: "没有一道题两个系统都有分数，无从比较。",
      en: "No item has a value for both systems: there is nothing to compare.",
    }[language];
  if (verdict === "alike")
    return {
      zh: `两者相当：${metricName}相差不到 ${formatPoints(margin ?? 0)} 分${intervalNote}。`,
      en: `The two are equivalent: they differ by less than ${formatPoints(margin ?? 0)} points in ${metricName}${intervalNote}.`,
    }[language];
  if (verdict === "undecided")
    return {
      zh: `尚未分出高下：${leader} 的${metricName}高出 ${points} 分${intervalNote}。`,
      en: `It is undecided which is better: ${leader} is ahead by ${points} points in ${metricName}${intervalNote}.`,
    }[language];
  const minDistance = Math.min(Math.abs(lead.low ?? 0), Math.abs(lead.high ?? 0));
  const smallLeadNote =
    margin !== null && minDistance < margin
      ? {
          zh: `，但差距可能小于有实际意义的 ${formatPoints(margin)} 分`,
          en: `, but perhaps by less than the ${formatPoints(margin)} points that matter`,
        }[language]
      : "";
  return {
    zh: `${leader} 优于 ${follower}：${metricName}领先 ${points} 分${intervalNote}${smallLeadNote}。`,
    en: `${leader} is better than ${follower} by ${points} points in ${metricName}${intervalNote}${smallLeadNote}.`,
  }[language];
};

/** What the decision is based on, and how certain it is. */
export const basisSentence: DecisionSentence = (decision, language) => {
  const { basis, judge, people, metric } = decision;
  const metricName = labelInSentence(metric, language);
  if (basis === "code") {
    const scope = isOfRetrieval(metric)
      ? {
          zh: "它只比较检索到的内容，不比较回答。",
          en: " It compares what was retrieved, not the answers.",
        }
      : { zh: "", en: "" };
    return {
      zh: `判定只看${metricName}：这项指标由程序直接算出，不靠评判模型。${scope.zh}这样的判定 100 次中至多错 5 次。`,
      en: `Decided by ${metricName}, which code computes, without a judge model.${scope.en} At most 5 in 100 such decisions are wrong.`,
    }[language];
  }
  if (basis === "people" && people) {
    const { leader, points } = leadFiguresOf(decision, people.judge);
    return {
      zh: `由 ${judge} 评判，并用 ${people.items} 条人工判断校正；若只看该模型的评判，则是 ${leader} 高 ${points ?? "–"} 分。即使评判偏向一方，这样的判定 100 次中也至多错 5 次。`,
      en: `Judged by ${judge} and corrected by people on ${people.items} items; according to that judge alone, ${leader} would be ahead by ${points ?? "–"} points. At most 5 in 100 such decisions are wrong, even if the judge favors one side.`,
    }[language];
  }
  return {
    zh: `只凭评判模型 ${judge}，未经人工核对：它若偏向一方，结论就是错的。`,
    en: `Judged by ${judge} alone, which no person has checked: if it favors one side, this decision is wrong.`,
  }[language];
};

/** The additional opinion of a judge that no person has checked; "" if there is none. */
export const uncheckedJudgeSentence: DecisionSentence = (decision, language) => {
  const { unproved, people } = decision;
  if (unproved === null) return "";
  const { leader, points, range } = leadFiguresOf(decision, unproved.lead);
  const metricName = labelInSentence(unproved.metric, language);
  const interval = range(rangeSeparators[language]);
  const checkedCount = people?.items ?? 0;
  return {
    zh: `评判模型 ${unproved.judge} 认为 ${leader} 的${metricName}高 ${points ?? "–"} 分（${interval ?? "–"}），但人工只核对了 ${checkedCount} 道题，故不计入。`,
    en: `The judge ${unproved.judge} sees ${leader} ahead by ${points ?? "–"} points in ${metricName} (${interval ?? "–"}); people have checked ${checkedCount} of its items, too few to count.`,
  }[language];
};

/** What each system costs, as far as the predictions record it. */
export const costComparison: DecisionSentence = ({ first, second }, language) => {
  const fieldChange = (field: "cost" | "seconds" | "tokens", format: (value: number) => string) => {
    const [firstValue, secondValue] = [first.spent[field], second.spent[field]];
    if (firstValue === null || secondValue === null) return [];
    const change = percentChange(firstValue, secondValue);
    const changeNote = change && { zh: `（${change}）`, en: ` (${change})` }[language];
    return [`${format(firstValue)} → ${format(secondValue)}${changeNote}`];
  };
  const units = {
    zh: { milliseconds: "毫秒", seconds: "秒", tokens: "词元" },
    en: { milliseconds: "ms", seconds: "s", tokens: "tokens" },
  }[language];
  const isFast = Math.max(first.spent.seconds ?? 0, second.spent.seconds ?? 0) < 1;
  const changes = [
    ...fieldChange("cost", formatDollars),
    ...fieldChange("seconds", value =>
      isFast
        ? `${Math.round(1000 * value)} ${units.milliseconds}`
        : `${value.toFixed(2)} ${units.seconds}`,
    ),
    ...fieldChange("tokens", value => `${Math.round(value)} ${units.tokens}`),
  ].join(listSeparators[language]);
  return changes === ""
    ? {
        zh: "至少有一份预测没有写明花费、耗时或词元数。",
        en: "Neither cost, latency nor usage is recorded in both prediction files.",
      }[language]
    : {
        zh: `每次回答，${first.name} → ${second.name}：${changes}。`,
        en: `Per answer, ${first.name} → ${second.name}: ${changes}.`,
      }[language];
};

/** What these items can show, and how many more are needed for a decision; "" if it is decided. */
export const itemsNeededSentence: DecisionSentence = ({ verdict, needed }, language) => {
  if (verdict !== "undecided" || needed === null) return "";
  const { detectable, size, more, of } = needed;
  const unitNoun = {
    zh: of === "items" ? "道题" : "条人工判断",
    en: of === "items" ? "items" : "items judged by people",
  };
  return {
    zh: `凭现有数据，差距小于 ${formatPoints(detectable)} 分时分不出高下；再有 ${more} ${unitNoun.zh}，就能分辨 ${formatPoints(size)} 分的差距。`,
    en: `With what you have, differences below ${formatPoints(detectable)} points cannot be detected; with ${more} more ${unitNoun.en}, ${formatPoints(size)} points could be.`,
  }[language];
};

/** How many items the endpoints were given; "" if the predictions are in files. */
export const endpointItemsSentence: DecisionSentence = ({ asked: askedSystems }, language) => {
  if (askedSystems === null) return "";
  const { items, of } = askedSystems;
  return {
    zh:
      items < of
        ? `按随机顺序向两个系统提问，${of} 道题中只问了 ${items} 道就已分出高下。`
        : `全部 ${of} 道题都向两个系统问过。`,
    en:
      items < of
        ? `Both were given ${items} of ${of} items, in random order: that was enough to decide.`
        : `Both were given all ${of} items.`,
  }[language];
};

/** How many items the judge was given; "" if none. */
export const judgeItemsSentence: DecisionSentence = ({ sequence }, language) => {
  if (sequence === null || sequence.asked === null) return "";
  const { asked: askedCount, items, decidedAfter } = sequence;
  return decidedAfter === null
    ? {
        zh: `评判模型看了 ${askedCount} 道题；其余 ${items - askedCount} 道两者回答相同。`,
        en: `The judge was given ${askedCount} items; on the other ${items - askedCount} both systems gave the same answer.`,
      }[language]
    : {
        zh: `按随机顺序，${items} 道题看到第 ${decidedAfter} 道时已经判定，其中只有 ${askedCount} 道问过评判模型。`,
        en: `Decided after ${decidedAfter} of ${items} items in random order; the judge was given ${askedCount} of them.`,
      }[language];
};

/** How many items people should judge, and the command for it; "" if none are needed. */
export const peopleRequestSentence: DecisionSentence = (
  { forPeople: request, against, basis },
  language,
) => {
  if (request === null) return "";
  const { items, files } = request;
  const [first = "", second = ""] = files;
  const command = `ragwright annotate batch ${against} --protocol judge --share 1 --predictions ${first}`;
  const isCorrected = basis === "people";
  return {
    zh: `再请人判断随机抽出的 ${items} 道题，${isCorrected ? "把握会更大" : "就能校正评判模型"}：${command}（再对 ${second} 做一次）`,
    en: `${items} randomly drawn items judged by people would ${isCorrected ? "make the decision more certain" : "correct the judge"}: ${command} (and again with ${second})`,
  }[language];
};
