// Sentences on how robust a decision is, what would overturn it, and what each system is better for.

import type { Check, GroupLead } from "../../../schemas/evaluation/decision.ts";
import { ItemType, itemLabels } from "../../../schemas/items/item-types.ts";
import { formatPoints } from "./figures.ts";
import type { PageLanguage } from "../evaluation/page-language.ts";
import {
  type BilingualText,
  listSeparators,
  joinSentences,
  type DecisionSentence,
  textIn,
} from "./bilingual.ts";

const itemsInLanguage: Record<PageLanguage, Readonly<Record<string, string>>> = {
  zh: { zh: "中文题目", en: "英文题目" },
  en: { zh: "items in Chinese", en: "items in English" },
};

export const groupName = (
  { grouping, group }: Pick<GroupLead, "grouping" | "group">,
  language: PageLanguage,
) => {
  if (grouping === "language") return itemsInLanguage[language][group] ?? group;
  const type = ItemType.safeParse(grouping === "type" && language === "zh" ? group : undefined);
  if (type.success) return `题型“${itemLabels[type.data].zh}”`;
  const words = {
    zh: { type: "题型", domain: "领域", format: "文件格式" },
    en: { type: "type", domain: "domain", format: "format" },
  } as const;
  return `${words[language][grouping]} ${group}`;
};

/** What each system is better for, according to the groups whose intervals decide. */
export const strengths: DecisionSentence = (decision, language) => {
  const { groups, first, second } = decision;
  const groupsWonBy = (verdict: "first" | "second") =>
    groups
      .filter(group => group.verdict === verdict)
      .map(group => {
        const lead = `+${formatPoints(Math.abs(group.difference ?? 0))}`;
        return (
          groupName(group, language) +
          textIn(language, { zh: () => `（${lead}）`, en: () => ` (${lead})` })
        );
      })
      .join(listSeparators[language]);
  const lines = (
    [
      ["first", first.name],
      ["second", second.name],
    ] as const
  ).flatMap(([verdict, name]) => {
    const wonGroups = groupsWonBy(verdict);
    return wonGroups === ""
      ? []
      : [
          textIn(language, {
            zh: () => `${name} 更擅长：${wonGroups}。`,
            en: () => `${name} is better for ${wonGroups}.`,
          }),
        ];
  });
  if (lines.length > 0) return joinSentences(lines, language);
  return groups.length === 0
    ? ""
    : textIn(language, {
        zh: () => "单看任何一种题型、语言、领域或文件格式，都分不出高下。",
        en: () => "No single type, language, domain or format decides the result.",
      });
};

export function checkName({ kind, name, grouping }: Check, language: PageLanguage): string {
  const group = grouping === null ? "" : groupName({ grouping, group: name }, language);
  const words: Record<Check["kind"], BilingualText> = {
    "second-judge": { zh: () => `由 ${name} 评判`, en: () => `judged by ${name}` },
    "without-doubted": {
      zh: () => `去掉存疑的 ${name} 道题`,
      en: () => `without the ${name} doubtful items`,
    },
    "without-group": { zh: () => `去掉${group}`, en: () => `without ${group}` },
    "coverage-weights": {
      zh: () => "按每题所代表的文档数加权",
      en: () => "each item weighted by the number of documents it represents",
    },
  };
  return textIn(language, words[kind]);
}

/** How robust the decision is, and what would overturn it. */
export const robustness: DecisionSentence = (decision, language) => {
  const { checks } = decision;
  if (checks.length === 0)
    return textIn(language, {
      zh: () => "没有可供复核的第二个评判模型、存疑题目或分组。",
      en: () => "There is no second judge, doubtful item or group to repeat the decision with.",
    });
  const checksWith = (outcome: Check["outcome"]) =>
    checks
      .filter(check => check.outcome === outcome)
      .map(check => checkName(check, language))
      .join(listSeparators[language]);
  const [overturning, weakening, deciding] = [
    checksWith("overturned"),
    checksWith("weaker"),
    checksWith("decided"),
  ];
  const findings = [
    overturning &&
      textIn(language, {
        zh: () => `会推翻结论：${overturning}。`,
        en: () => `Would overturn it: ${overturning}.`,
      }),
    weakening &&
      textIn(language, {
        zh: () => `会使结论无法判定：${weakening}。`,
        en: () => `Would leave it undecided: ${weakening}.`,
      }),
    deciding &&
      textIn(language, {
        zh: () => `反而能分出高下：${deciding}。`,
        en: () => `Would decide it: ${deciding}.`,
      }),
  ].filter(part => part !== "");
  if (findings.length > 0) return joinSentences(findings, language);
  return textIn(language, {
    zh: () => `结论站得住：换了 ${checks.length} 种条件复核，结果都一样。`,
    en: () =>
      `The result is robust: repeated in ${checks.length} ways, the decision comes out the same.`,
  });
};
