// Whether a text speaks of a leaf at all: what nobody read out of it may stand there all the same.

import type { Leaf } from "../../schemas/rageval/schema.ts";
import { contentWords } from "../text/content-words.ts";

type Language = "zh" | "en";
type Named = Pick<Leaf, "label" | "aliases">;

// Words that say what kind of value a label has, not what it is about.
const kindOfValue = {
  zh: /日期|时间|金额|总额|数额|数量|人数|名称|姓名|内容|情况|完成|对象|地点|地址|记录|方式|类型|结果|意见|年末|最大一笔|主要|重大/g,
  en: /\b(?:dates?|days?|times?|amounts?|totals?|sums?|numbers?|names?|types?|kinds?|contents?|details?|records?|results?|periods?|places?|main|major|first|last|largest|decisive|of|the)\b/gi,
};

/** True where the text has half of what tells a label, or one of its other names, from others. */
export function mentionsOf(text: string, language: Language): (leaf: Named) => boolean {
  const units = new Set(language === "en" ? contentWords(text, "en") : []);
  const has = (word: string) => (language === "en" ? units.has(word) : text.includes(word));
  const told = (name: string): boolean => {
    const telling = [...new Set(contentWords(name.replace(kindOfValue[language], " "), language))];
    // A label of nothing but such words is looked for as it is.
    return telling.length === 0
      ? text.toLowerCase().includes(name.toLowerCase())
      : telling.filter(has).length >= telling.length / 2;
  };
  return ({ label, aliases = [] }) => [label, ...aliases].some(told);
}
