// Opens a question over several articles with what they are about: names that all of them have, and the days they are of.

import { dayInWords } from "../news/calendar-days.ts";
import { findNames, type FoundName, taggedWords } from "../news/news-names.ts";
import type { Language, ReadArticle } from "./asked-facts.ts";

/** Names so common that facts of them belong to no one event. */
const COMMON =
  /^(?:中国|全国|美国|国际|世界|全球|亚洲|欧洲|记者|政府|公司|集团|市场|北京|上海|广东|中央|国家|国内|中新网|新华社|央视|人民网|新华网)$|^(?:China|Britain|London|Europe|United States|US|UK|Chinese|British|American|English|Western|Dr|Mr|Council|Home)$/;

/** One or two names that all articles share and speak of most; undefined where they share none that tells an event apart. */
export function sharedNames(articles: readonly ReadArticle[], language: Language): string[] | undefined {
  const counts = articles.map(({ read }) =>
    countNames(
      read.map(({ text }) => text),
      language,
    ),
  );
  const [first, ...others] = counts;
  const shared = [...(first ?? new Map<string, number>()).keys()].filter(name => others.every(each => each.has(name)));
  const rated = shared
    .map(name => ({ name, weight: counts.reduce((sum, each) => sum + Math.min(4, each.get(name) ?? 0), 0) + name.length / (language === "zh" ? 1.5 : 6) }))
    .sort((a, b) => b.weight - a.weight || b.name.length - a.name.length || (a.name < b.name ? -1 : 1));
  const chosen = rated.reduce<string[]>((all, { name }) => (all.length === 2 || all.some(each => overlaps(each, name)) ? all : [...all, name]), []);
  return chosen.length > 1 || (chosen[0]?.length ?? 0) >= (language === "zh" ? 4 : 6) ? chosen : undefined;
}

/** One in the other, or two signs in common. */
const overlaps = (a: string, b: string): boolean => a.includes(b) || b.includes(a) || [...a].some((_, at) => a.slice(at, at + 2).length === 2 && b.includes(a.slice(at, at + 2)));

function countNames(texts: readonly string[], language: Language): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of texts.flatMap(text =>
    language === "zh"
      ? hanTopics(text)
      : findNames(text, "en")
          .filter(tellsApart)
          .map(({ text: name }) => name),
  )) {
    if (name.length <= 30 && !COMMON.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What any article may speak of. */
const GENERIC =
  /^(?:传感器|设计时速|每公斤|净利润|组委会|体育课|增加值|零售总额|社交媒体|大城市|过程评价|救护车|普通救护车|二期厂房|乡镇学校|城际铁路|公安机关|刑事案件|犯罪嫌疑人|人民法院|准确率|教育局|博物馆|研究员|负责人|董事长|总经理|财政补贴|市中心|地区生产总值)$/;

const NOUN = /^(?:n|x$|eng|j|vn|b$|l$)/;

/** "恐龙足迹", "鹿泽湖马拉松": runs of nouns, known to the dictionary or not. */
function hanTopics(text: string): string[] {
  const words = taggedWords(text);
  return words.flatMap((_, at) =>
    [1, 2, 3].flatMap(size => {
      const run = words.slice(at, at + size);
      const topic = run.map(word => word.text).join("");
      const isRun =
        run.length === size &&
        run.every(({ tag, text: word }) => NOUN.test(tag) && /^[\p{Script=Han}A-Za-z0-9·]+$/u.test(word)) &&
        /^(?:n(?!g)|x|eng|j)/.test(run.at(-1)?.tag ?? "");
      const isCut = run.length > 1 && /^[^市县区镇乡村河江湖山桥案赛展剧州省站]$/.test(run.at(-1)?.text ?? "");
      return isRun &&
        !isCut &&
        !GENERIC.test(topic) &&
        topic.length >= 3 &&
        topic.length <= 10 &&
        !/^\d|^(?:本报|日报|晚报|新闻网|负责人|工作人员)|^每|^笔者|(?:身份证|投资者|个人观点|被告人|日报|晚报|新闻|记者|人次|平方米|时间|情况|问题|方面|公司|部门|企业|项目|负责人)$/.test(
          topic,
        )
        ? [topic]
        : [];
    }),
  );
}

const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/;

const tellsApart = ({ text }: FoundName): boolean => text.length > 3 && !MONTH.test(text);

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
