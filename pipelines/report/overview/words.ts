// The sentences of the report's first screen, in both languages.

import type { Standing } from "../../../schemas/evaluation/leaderboard.ts";
import type { Step } from "../../../schemas/evaluation/metrics.ts";
import type { PageLanguage } from "../evaluation/page-language.ts";
import { headOf, rangeText, valueText } from "../evaluation/metric-names.ts";
import { count, percent } from "../tables.ts";
import type { Hardness, Judged, Lost, Share } from "./facts.ts";

/** p below which a system is significantly behind. */
const significanceLevel = 0.05;

interface Contents {
  readonly items: number;
  readonly types: number;
  readonly documents: number;
  readonly domains: readonly string[];
  readonly languages: readonly ("zh" | "en")[];
  /** Null if code made the items without a model. */
  readonly model: string | null;
}

const shareText = ({ part, of }: Share): string => percent(part, of);
const sentencesWithData = (parts: readonly (readonly [Share, string])[]): string[] =>
  parts.flatMap(([{ of }, sentence]) => (of > 0 ? [sentence] : []));

/** Number of other systems that are not significantly behind the best. */
const countTied = ({ others }: Standing): number =>
  others.filter(({ p }) => p === null || p >= significanceLevel).length;

const english = {
  questions: {
    what: "What it is",
    hard: "How hard it is",
    judged: "Who judged the items",
    not: "What may not be concluded",
    ahead: "Which system is ahead",
    lost: "Where evidence is lost",
  },
  languages: { zh: "Chinese", en: "English" },
  what: ({ items, types, documents, domains, languages, model }: Contents): string =>
    `${count(items)} items of ${count(types)} types in ${languages.map(itemLanguage => english.languages[itemLanguage]).join(" and ")}, about ${count(documents)} documents (${domains.join(", ")}), made by ${model ?? "code alone (rules)"}.`,
  hard: ({ foundAtOnce, severalPassages, known, ...solved }: Hardness): string[] =>
    sentencesWithData([
      [
        foundAtOnce,
        `A search with the question’s own words finds the evidence of ${shareText(foundAtOnce)} at once.`,
      ],
      [severalPassages, `${shareText(severalPassages)} need two passages or more.`],
      [
        known,
        `${shareText(known)} could, in a reader’s estimate, be answered without the documents.`,
      ],
      [
        solved.solvedByNone,
        `On ${shareText(solved.solvedByNone)} no system has the full score, on ${shareText(solved.solvedByAll)} every one has (of ${count(solved.solvedByAll.of)}).`,
      ],
    ]),
  judged: ({ byCode, byModel, unread, models, people }: Judged): string[] => [
    ...(byCode > 0 ? [`Code: ${count(byCode)}, true by construction.`] : []),
    ...(byModel > 0 ? [`A model, ${models.join(", ")}, read ${count(byModel)} blind.`] : []),
    ...(unread > 0 ? [`Unread: ${count(unread)}.`] : []),
    people.of > 0
      ? `People reviewed ${count(people.of)} and accepted ${count(people.part)}.`
      : "No person reviewed any.",
  ],
  /** Separates sentences. */
  gap: " ",
  more: (moreCount: number): string => `and ${count(moreCount)} more, with the reasons`,
  ahead: (standing: Standing, value: string): string => {
    const [runnerUp] = standing.others;
    const metric = headOf(standing.metric);
    if (!runnerUp) return `On ${metric}, ${standing.best} scores ${value}.`;
    const tiedCount = countTied(standing);
    const leadText = `${runnerUp.system} by ${valueText(runnerUp.difference)} (${rangeText(runnerUp)})`;
    return tiedCount === 0
      ? `By ${metric}, ${standing.best} (${value}) is ahead of ${leadText}, and significantly of all others.`
      : `By ${metric}, ${standing.best} has the highest value (${value}), ahead of ${leadText}, but ${count(tiedCount)} of ${count(standing.others.length)} others are not significantly behind.`;
  },
  none: "No system has been evaluated yet: run ragwright baseline RUN, or ragwright evaluate FILE --against RUN.",
  one: "There are fewer than two systems to compare.",
  steps: {
    parsing: "parsing",
    chunking: "chunking",
    retrieval: "retrieval",
    reranking: "reranking",
    generation: "generation",
  } satisfies Record<Step, string>,
  lost: ({ system, items, steps, untold }: Lost): string => {
    const lossSteps = steps.filter(step => step.items > 0);
    const lostCount = lossSteps.reduce((sum, step) => sum + step.items, 0);
    const lossTexts = lossSteps.map(step => `${count(step.items)} in ${english.steps[step.step]}`);
    const unreportedSteps = untold.map(step => english.steps[step]).join(", ");
    return `Of ${count(items)} items, ${system} lost evidence of ${count(lostCount)}${lostCount > 0 ? `, first ${lossTexts.join(", ")}` : ""}.${unreportedSteps === "" ? "" : ` Not reported: ${unreportedSteps}.`}`;
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
    `${count(items)} 道题，${count(types)} 种题型，${languages.map(itemLanguage => chinese.languages[itemLanguage]).join("和")}，依据 ${count(documents)} 篇文档（${domains.join("、")}），由${model === null ? "代码（rules）" : ` ${model} `}制作。`,
  hard: ({ foundAtOnce, severalPassages, known, ...solved }) =>
    sentencesWithData([
      [foundAtOnce, `${shareText(foundAtOnce)} 的题用问句本身的词一搜就能找到证据。`],
      [severalPassages, `${shareText(severalPassages)} 需要用到两个或更多段落。`],
      [known, `${shareText(known)} 在读者看来不看文档也能回答。`],
      [
        solved.solvedByNone,
        `${shareText(solved.solvedByNone)} 的题没有一个系统拿到满分，${shareText(solved.solvedByAll)} 的题所有系统都拿到满分（共 ${count(solved.solvedByAll.of)} 道）。`,
      ],
    ]),
  judged: ({ byCode, byModel, unread, models, people }) => [
    ...(byCode > 0 ? [`代码：${count(byCode)} 道，生成方式本身保证其正确。`] : []),
    ...(byModel > 0 ? [`模型 ${models.join("、")} 盲读了 ${count(byModel)} 道。`] : []),
    ...(unread > 0 ? [`${count(unread)} 道未经盲读。`] : []),
    people.of > 0
      ? `人工判断了 ${count(people.of)} 道，接受 ${count(people.part)} 道。`
      : "均未经人工判断。",
  ],
  gap: "",
  more: moreCount => `另有 ${count(moreCount)} 条，附理由`,
  ahead: (standing, value) => {
    const [runnerUp] = standing.others;
    const metric = headOf(standing.metric, "zh");
    if (!runnerUp) return `${metric}最好的是 ${standing.best}：${value}。`;
    const tiedCount = countTied(standing);
    const leadText = `${runnerUp.system} ${valueText(runnerUp.difference)}（${rangeText(runnerUp).replace(" to ", " 至 ")}）`;
    return tiedCount === 0
      ? `按${metric}排名，${standing.best}（${value}）居首，领先 ${leadText}；可以确定它优于其余所有系统。`
      : `按${metric}，${standing.best} 数值最高（${value}），高出 ${leadText}，但其余 ${count(standing.others.length)} 个中有 ${count(tiedCount)} 个与它分不出高下。`;
  },
  none: "尚未评测任何系统，请运行 ragwright baseline RUN，或 ragwright evaluate FILE --against RUN。",
  one: "可以比较的系统不足两个。",
  steps: {
    parsing: "解析",
    chunking: "切分",
    retrieval: "检索",
    reranking: "重排",
    generation: "生成",
  },
  lost: ({ system, items, steps, untold }) => {
    const lossSteps = steps.filter(step => step.items > 0);
    const lostCount = lossSteps.reduce((sum, step) => sum + step.items, 0);
    const lossTexts = lossSteps.map(step => `${chinese.steps[step.step]} ${count(step.items)}`);
    const unreportedSteps = untold.map(step => chinese.steps[step]).join("、");
    return `${count(items)} 道题中，${system} 有 ${count(lostCount)} 道丢失了证据或要点${lostCount > 0 ? `，最先丢在：${lossTexts.join("，")}` : ""}。${unreportedSteps === "" ? "" : `情况不明的步骤：${unreportedSteps}。`}`;
  },
  untold: "没有系统说明它读了哪些段落。",
};

export const overviewWords: Record<PageLanguage, OverviewWords> = { en: english, zh: chinese };
