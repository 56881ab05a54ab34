// The sentences of the report's first screen, in both languages.

import type { Standing } from "../../../schemas/evaluation/leaderboard.ts";
import type { Step } from "../../../schemas/evaluation/metrics.ts";
import type { PageLanguage } from "../evaluation/page-language.ts";
import { headOf, rangeText, valueText } from "../evaluation/metric-names.ts";
import { count, percent } from "../tables.ts";
import type { Hardness, Judged, Lost, Share } from "./facts.ts";

/** p below which a system is significantly behind. */
const level = 0.05;

interface Contents {
  readonly items: number;
  readonly types: number;
  readonly documents: number;
  readonly domains: readonly string[];
  readonly languages: readonly ("zh" | "en")[];
  /** Null if code alone made them. */
  readonly model: string | null;
}

const share = ({ part, of }: Share): string => percent(part, of);
const known = (parts: readonly (readonly [Share, string])[]): string[] =>
  parts.flatMap(([{ of }, sentence]) => (of > 0 ? [sentence] : []));

/** Number of other systems that are not significantly behind the best. */
const alike = ({ others }: Standing): number =>
  others.filter(({ p }) => p === null || p >= level).length;

const english = {
  questions: {
    what: "What it is",
    hard: "How hard it is",
    judged: "Who judged the items",
    not: "Not to be concluded",
    ahead: "Which system is ahead",
    lost: "Where evidence is lost",
  },
  languages: { zh: "Chinese", en: "English" },
  what: ({ items, types, documents, domains, languages, model }: Contents): string =>
    `${count(items)} items of ${count(types)} types in ${languages.map(one => english.languages[one]).join(" and ")}, on ${count(documents)} documents (${domains.join(", ")}), made by ${model ?? "code alone (rules)"}.`,
  hard: ({ foundAtOnce, severalPassages, known: without, ...solved }: Hardness): string[] =>
    known([
      [
        foundAtOnce,
        `A search with the question’s own words finds the evidence of ${share(foundAtOnce)} at once.`,
      ],
      [severalPassages, `${share(severalPassages)} need two passages or more.`],
      [
        without,
        `${share(without)} could be answered without the documents, by a reader’s estimate.`,
      ],
      [
        solved.solvedByNone,
        `On ${share(solved.solvedByNone)} no system has the full score, on ${share(solved.solvedByAll)} every one has (of ${count(solved.solvedByAll.of)}).`,
      ],
    ]),
  judged: ({ byCode, byModel, unread, models, people }: Judged): string[] => [
    ...(byCode > 0 ? [`Code: ${count(byCode)}, true by construction.`] : []),
    ...(byModel > 0 ? [`A model, ${models.join(", ")}, read ${count(byModel)} blind.`] : []),
    ...(unread > 0 ? [`Nobody read ${count(unread)}.`] : []),
    people.of > 0
      ? `People reviewed ${count(people.of)} and accepted ${count(people.part)}.`
      : "People: none.",
  ],
  more: (rest: number): string => `and ${count(rest)} more, with the reasons`,
  ahead: (standing: Standing, value: string): string => {
    const [next] = standing.others;
    const metric = headOf(standing.metric);
    if (!next) return `On ${metric}, ${standing.best} scores ${value}.`;
    const equals = alike(standing);
    const by = `${next.system} by ${valueText(next.difference)} (${rangeText(next)})`;
    return equals === 0
      ? `By ${metric}, ${standing.best} (${value}) is ahead of ${by}, and significantly of all others.`
      : `By ${metric}, ${standing.best} has the highest value (${value}), ahead of ${by}, but ${count(equals)} of ${count(standing.others.length)} others are not significantly behind.`;
  },
  none: "No system was evaluated here: ragwright baseline RUN, or ragwright evaluate FILE --against RUN.",
  one: "There are no two systems to compare.",
  steps: {
    parsing: "parsing",
    chunking: "chunking",
    retrieval: "retrieval",
    reranking: "reranking",
    generation: "generation",
  } satisfies Record<Step, string>,
  lost: ({ system, items, steps, untold }: Lost): string => {
    const lost = steps.filter(step => step.items > 0);
    const all = lost.reduce((sum, step) => sum + step.items, 0);
    const told = lost.map(step => `${count(step.items)} in ${english.steps[step.step]}`);
    const silent = untold.map(step => english.steps[step]).join(", ");
    return `Of ${count(items)} items, ${system} lost evidence of ${count(all)}${all > 0 ? `, first ${told.join(", ")}` : ""}.${silent === "" ? "" : ` Not reported: ${silent}.`}`;
  },
  untold: "No system reported its passages.",
};

export type OverviewWords = typeof english;

const chinese: OverviewWords = {
  questions: {
    what: "这是什么",
    hard: "有多难",
    judged: "谁评判了题目",
    not: "不能得出的结论",
    ahead: "哪个系统领先",
    lost: "证据丢在哪里",
  },
  languages: { zh: "中文", en: "英文" },
  what: ({ items, types, documents, domains, languages, model }) =>
    `${count(items)} 道题，${count(types)} 种题型，${languages.map(one => chinese.languages[one]).join("和")}，依据 ${count(documents)} 篇文档（${domains.join("、")}），由 ${model ?? "代码（rules）"} 制作。`,
  hard: ({ foundAtOnce, severalPassages, known: without, ...solved }) =>
    known([
      [foundAtOnce, `${share(foundAtOnce)} 的题用问句本身的词一搜就能找到证据。`],
      [severalPassages, `${share(severalPassages)} 需要用到两个或更多段落。`],
      [without, `${share(without)} 在读者看来不看文档也能回答。`],
      [
        solved.solvedByNone,
        `${share(solved.solvedByNone)} 的题没有一个系统拿到满分，${share(solved.solvedByAll)} 的题所有系统都拿到满分（共 ${count(solved.solvedByAll.of)} 道）。`,
      ],
    ]),
  judged: ({ byCode, byModel, unread, models, people }) => [
    ...(byCode > 0 ? [`代码：${count(byCode)} 道，生成方式本身保证其正确。`] : []),
    ...(byModel > 0 ? [`模型 ${models.join("、")} 盲读了 ${count(byModel)} 道。`] : []),
    ...(unread > 0 ? [`${count(unread)} 道无人读过。`] : []),
    people.of > 0
      ? `人工判断了 ${count(people.of)} 道，接受 ${count(people.part)} 道。`
      : "人：无人看过。",
  ],
  more: rest => `另有 ${count(rest)} 条，附理由`,
  ahead: (standing, value) => {
    const [next] = standing.others;
    const metric = headOf(standing.metric, "zh");
    if (!next) return `${metric}最好的是 ${standing.best}：${value}。`;
    const equals = alike(standing);
    const by = `${next.system} ${valueText(next.difference)}（${rangeText(next).replace(" to ", " 至 ")}）`;
    return equals === 0
      ? `按${metric}排名，${standing.best}（${value}）居首，领先 ${by}；可以确定它优于其余所有系统。`
      : `按${metric}，${standing.best} 数值最高（${value}），高出 ${by}，但其余 ${count(standing.others.length)} 个中有 ${count(equals)} 个与它分不出高下。`;
  },
  none: "尚未评测任何系统：ragwright baseline RUN，或 ragwright evaluate FILE --against RUN。",
  one: "可以比较的系统不足两个。",
  steps: {
    parsing: "解析",
    chunking: "切分",
    retrieval: "检索",
    reranking: "重排",
    generation: "生成",
  },
  lost: ({ system, items, steps, untold }) => {
    const lost = steps.filter(step => step.items > 0);
    const all = lost.reduce((sum, step) => sum + step.items, 0);
    const told = lost.map(step => `${chinese.steps[step.step]} ${count(step.items)}`);
    const silent = untold.map(step => chinese.steps[step]).join("、");
    return `${count(items)} 道题中，${system} 有 ${count(all)} 道丢失了证据或要点${all > 0 ? `，最先丢在：${told.join("，")}` : ""}。${silent === "" ? "" : `情况不明的步骤：${silent}。`}`;
  },
  untold: "没有系统说明它读了哪些段落。",
};

export const overviewWords: Record<PageLanguage, OverviewWords> = { en: english, zh: chinese };
