// Sentences on whether a decision stands, what overturns it, and what each system is better for.

import type { Check, GroupLead } from "../../../schemas/evaluation/decision.ts";
import { points } from "./figures.ts";
import type { PageLanguage } from "../evaluation/page-language.ts";
import { type Both, commas, joined, type Say, say } from "./bilingual.ts";

export const groupName = (
  { grouping, group }: Pick<GroupLead, "grouping" | "group">,
  language: PageLanguage,
) => {
  const words = {
    zh: { type: "题型", language: "语言", domain: "领域", format: "文件格式" },
    en: { type: "type", language: "language", domain: "domain", format: "format" },
  } as const;
  return `${words[language][grouping]} ${group}`;
};

/** What each system is better for, according to the groups whose intervals decide. */
export const forWhat: Say = (decision, language) => {
  const { groups, first, second } = decision;
  const won = (verdict: "first" | "second") =>
    groups
      .filter(group => group.verdict === verdict)
      .map(group => `${groupName(group, language)} (+${points(Math.abs(group.difference ?? 0))})`)
      .join(commas[language]);
  const lines = (
    [
      ["first", first.name],
      ["second", second.name],
    ] as const
  ).flatMap(([verdict, name]) => {
    const what = won(verdict);
    return what === ""
      ? []
      : [
          say(language, {
            zh: () => `${name} 更擅长：${what}。`,
            en: () => `${name} is better for ${what}.`,
          }),
        ];
  });
  if (lines.length > 0) return joined(lines, language);
  return groups.length === 0
    ? ""
    : say(language, {
        zh: () => "单看任何一种题型、语言、领域或文件格式，都分不出高下。",
        en: () => "No single type, language, domain or format decides the result.",
      });
};

export function checkName({ kind, name, grouping }: Check, language: PageLanguage): string {
  const group = grouping === null ? "" : groupName({ grouping, group: name }, language);
  const words: Record<Check["kind"], Both> = {
    "second-judge": { zh: () => `由 ${name} 评判`, en: () => `judged by ${name}` },
    "without-doubted": {
      zh: () => `去掉存疑的 ${name} 条`,
      en: () => `without the ${name} doubtful items`,
    },
    "without-group": { zh: () => `去掉${group}`, en: () => `without ${group}` },
    "coverage-weights": {
      zh: () => "按文档使用量加权",
      en: () => "weighted by the documents that the items represent",
    },
  };
  return say(language, words[kind]);
}

/** Whether it stands, and what overturns it. */
export const robustness: Say = (decision, language) => {
  const { checks } = decision;
  if (checks.length === 0)
    return say(language, {
      zh: () => "没有可供复核的另一评判、存疑题目或分组。",
      en: () => "There is no second judge, doubtful item or group to repeat it with.",
    });
  const named = (outcome: Check["outcome"]) =>
    checks
      .filter(check => check.outcome === outcome)
      .map(check => checkName(check, language))
      .join(commas[language]);
  const [over, weak, decided] = [named("overturned"), named("weaker"), named("decided")];
  const found = [
    over && say(language, { zh: () => `推翻它的：${over}。`, en: () => `Overturned: ${over}.` }),
    weak &&
      say(language, { zh: () => `已无法判定：${weak}。`, en: () => `No longer decided: ${weak}.` }),
    decided &&
      say(language, {
        zh: () => `反而能判定：${decided}。`,
        en: () => `Decided instead: ${decided}.`,
      }),
  ].filter(part => part !== "");
  if (found.length > 0) return joined(found, language);
  return say(language, {
    zh: () => `站得住：换了 ${checks.length} 种条件复核，结果都一样。`,
    en: () => `It stands: repeated in ${checks.length} ways, it comes out the same.`,
  });
};
