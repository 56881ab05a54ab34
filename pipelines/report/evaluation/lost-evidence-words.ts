// Texts of the section on where evidence was lost, in both languages.

import type { Step } from "../../../schemas/evaluation/metrics.ts";
import { overviewWords } from "../overview/overview-words.ts";
import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

interface ItemFates {
  readonly system: string;
  readonly items: number;
  readonly lost: readonly { readonly step: Step; readonly items: number }[];
  readonly kept: number;
}

const english = {
  language: "en" as PageLanguage,
  steps: overviewWords.en.steps,
  lead: (systems: number) =>
    `Each reference of an item is followed through the steps of a system; an item is counted in the first reported step that lost any of its references or left a keypoint unsaid. Chart and table count the same items. ${formatCount(systems)} ${systems === 1 ? "system" : "systems"}.`,
  fate: ({ system, items, lost, kept }: ItemFates) =>
    `${system}: of ${items} items, ${[...lost.map(step => `${step.items} lost in ${english.steps[step.step]}`), `${kept} came through`].join(", ")}`,
  plotted: (fates: readonly string[]) => `Where items first lost evidence. ${fates.join("; ")}`,
  system: "System",
  systems: "systems",
  counted: { items: "items", references: "references" },
  kept: { items: "came through", references: "read" },
  share: "share",
  notTold: "not reported",
  untold: (steps: readonly Step[]) =>
    `Not reported by every system: ${steps.map(step => english.steps[step]).join(", ")}. Losses in such a step are counted in the next reported one, or not at all.`,
  byReferences: "By reference: how many were read, regardless of the answer",
};

export type LostEvidenceWords = typeof english;

const chinese: LostEvidenceWords = {
  language: "zh",
  steps: overviewWords.zh.steps,
  lead: systems =>
    `沿系统的各个步骤追踪题目的每条引用；最先丢失任何一条引用或漏掉要点的是哪一步，题目就计在哪一步（只限系统说明了的步骤）。图和表统计的是同样的题目。共 ${formatCount(systems)} 个系统。`,
  fate: ({ system, items, lost, kept }) =>
    `${system}：${items} 道题中，${[...lost.map(step => `${chinese.steps[step.step]}丢失 ${step.items} 道`), `未丢失证据的 ${kept} 道`].join("，")}`,
  plotted: fates => `题目最先在哪一步出了问题。${fates.join("；")}`,
  system: "系统",
  systems: "个系统",
  counted: { items: "题数", references: "引用数" },
  kept: { items: "没有丢失", references: "读到" },
  share: "比例",
  notTold: "未说明",
  untold: steps =>
    `并非每个系统都说明了这些步骤：${steps.map(step => chinese.steps[step]).join("、")}。未说明的步骤若有丢失，计入其后第一个有说明的步骤，或者根本不计。`,
  byReferences: "按单条引用统计：只看是否读到，不论回答怎样使用",
};

export const lostEvidenceWords: Record<PageLanguage, LostEvidenceWords> = {
  en: english,
  zh: chinese,
};
