// Sentences on how robust a decision is, what would overturn it, and what each system is better for.

import type { Check, Decision, GroupLead } from "../../../schemas/evaluation/decision.ts";
import { ItemType, itemLabels } from "../../../schemas/items/item-types.ts";
import { formatPoints } from "./decision-figures.ts";
import type { PageLanguage } from "../page-language.ts";
import { listSeparators, joinSentences, type DecisionSentence } from "./bilingual-text.ts";

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

/** What each system is better for, according to the groups in which one is significantly ahead. */
export const strengthsSentence: DecisionSentence = (decision, language) => {
  const { groups, first, second } = decision;
  const sentenceFor = (verdict: "first" | "second", { name }: Decision["first"]): string => {
    const wonGroups = groups
      .filter(group => group.verdict === verdict)
      .map(group => {
        const lead = `+${formatPoints(Math.abs(group.difference ?? 0))}`;
        return groupName(group, language) + { zh: `（${lead}）`, en: ` (${lead})` }[language];
      })
      .join(listSeparators[language]);
    return (
      wonGroups &&
      { zh: `${name} 更擅长：${wonGroups}。`, en: `${name} is better for ${wonGroups}.` }[language]
    );
  };
  const sentences = joinSentences(
    [sentenceFor("first", first), sentenceFor("second", second)],
    language,
  );
  if (sentences !== "" || groups.length === 0) return sentences;
  return {
    zh: "单看任何一种题型、语言、领域或文件格式，都分不出高下。",
    en: "Neither system is significantly better for any single type, language, domain or format.",
  }[language];
};

export function checkName({ kind, name, grouping }: Check, language: PageLanguage): string {
  const group = grouping === null ? "" : groupName({ grouping, group: name }, language);
  const words: Record<Check["kind"], Record<PageLanguage, string>> = {
    "second-judge": { zh: `由 ${name} 评判`, en: `judged by ${name}` },
    "without-doubted": { zh: `去掉存疑的 ${name} 道题`, en: `without the ${name} doubtful items` },
    "without-group": { zh: `去掉${group}`, en: `without ${group}` },
    "coverage-weights": {
      zh: "按每题所代表的文档数加权",
      en: "each item weighted by the number of documents it represents",
    },
  };
  return words[kind][language];
}

/** What a check would do to the decision; checks that confirm it are not named. */
const consequences: Record<
  PageLanguage,
  Readonly<Record<Exclude<Check["outcome"], "stands">, string>>
> = {
  zh: { overturned: "会推翻结论：", weaker: "会使结论无法判定：", decided: "反而能分出高下：" },
  en: {
    overturned: "Would overturn it: ",
    weaker: "Would leave it undecided: ",
    decided: "Would decide it: ",
  },
};

/** How robust the decision is, and what would overturn it. */
export const robustnessSentence: DecisionSentence = (decision, language) => {
  const { checks } = decision;
  if (checks.length === 0)
    return {
      zh: "没有可供复核的第二个评判模型、存疑题目或分组。",
      en: "There is no second judge, doubtful item or group to repeat the decision with.",
    }[language];
  const findings = (["overturned", "weaker", "decided"] as const).map(outcome => {
    const names = checks
      .filter(check => check.outcome === outcome)
      .map(check => checkName(check, language))
      .join(listSeparators[language]);
    return names && `${consequences[language][outcome]}${names}${{ zh: "。", en: "." }[language]}`;
  });
  if (findings.some(sentence => sentence !== "")) return joinSentences(findings, language);
  return {
    zh: `结论站得住：换了 ${checks.length} 种条件复核，结果都一样。`,
    en: `The result is robust: repeated in ${checks.length} ways, the decision comes out the same.`,
  }[language];
};
