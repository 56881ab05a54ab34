// Opens a question over several articles with what they are about: names that all of them have, and the days they are of.

import { dayInWords } from "../news/calendar-days.ts";
import { findNames, type FoundName } from "../news/news-names.ts";
import type { Language, ReadArticle } from "./asked-facts.ts";

/** Names so common that facts of them belong to no one event. */
const COMMON = /^(?:中国|全国|美国|国际|世界|全球|亚洲|欧洲|记者|政府|公司|集团|市场|北京|上海|广东|中央|国家|国内|中新网|新华社|央视|人民网|新华网)$|^(?:China|Britain|London|Europe|United States|US|UK|Chinese|British|American|English|Western|Dr|Mr|Council|Home)$/;

/** The two names that all articles share and speak of most; undefined where they share too few to be one event. */
export function sharedNames(articles: readonly ReadArticle[], language: Language): string[] | undefined {
  const counts = articles.map(({ read }) => countNames(read.flatMap(({ text }) => [text]), language));
  const [first, ...others] = counts;
  const shared = [...(first ?? [])].filter(([name]) => others.every(each => each.has(name)));
  const rated = shared
    .map(([name]) => ({ name, weight: counts.reduce((sum, each) => sum + Math.min(4, each.get(name) ?? 0), 0) + name.length / (language === "zh" ? 2 : 6) }))
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  const chosen = rated.reduce<string[]>((all, { name }) => (all.length === 2 || all.some(each => each.includes(name) || name.includes(each)) ? all : [...all, name]), []);
  return chosen.length === 2 ? chosen : undefined;
}

function countNames(texts: readonly string[], language: Language): Map<string, number> {
  const counts = new Map<string, number>();
  for (const found of texts.flatMap(each => findNames(each, language))) {
    const name = found.text.trim();
    if (name.length > 30 || COMMON.test(name) || !tellsApart(found, language)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/;

/** Names an event goes by; two Chinese signs may be half a name, and what is no person, place or body, any word. */
function tellsApart({ text, kind }: FoundName, language: Language): boolean {
  if (language === "en") return text.length > 3 && !MONTH.test(text);
  if (/[“”]/.test(text)) return false;
  return kind === "place" ? text.length >= 2 && (text.length > 2 || /[市县区镇乡村州省湖港]$/.test(text)) : kind === "other" ? /[A-Za-z]/.test(text) && text.length > 2 : text.length > 2;
}

/** "In the news of April 2025 on Port Ellery and Harbour Line, ": the month, since the day may be what is asked for. */
export function framed(articles: readonly ReadArticle[], names: readonly string[], language: Language): string {
  const months = [...new Set(articles.flatMap(({ article }) => article.published?.slice(0, 7) ?? []))].sort().map(month => monthInWords(month, language));
  if (language === "zh") return `据${months.join("、")}${months.length > 0 ? "间" : ""}有关${names.join("、")}的报道，`;
  return `In the news ${months.length > 0 ? `of ${listed(months)} ` : ""}on ${listed(names)}, `;
}

/** 2025年4月, April 2025. */
const monthInWords = (month: string, language: Language): string => dayInWords(`${month}-01`, language).replace(language === "zh" ? /1日$/ : /^1 /, "");

/** "a", "a and b", "a, b and c". */
export const listed = (parts: readonly string[], last = "and"): string => (parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1) ?? ""}`);
