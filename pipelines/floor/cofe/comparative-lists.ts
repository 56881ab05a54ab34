// Comparisons of the entries of a list whose heading says that they are kinds of one thing.

import { asSentence } from "../questions/phrase.ts";
import type { Candidate } from "./candidate.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject } from "./named-subject.ts";

const KINDS = {
  en: /\b(?:types?|kinds?|options?|plans?|categor(?:y|ies)|class(?:es)?|levels?|modes?|variants?|models?|methods?|approaches|strategies|products?|services?|versions?|editions?|tiers?|segments?|divisions?|comparison|differences|differential diagnosis|phases?|stages?|roles?)\b/i,
  zh: /类型|种类|类别|分类|方案|模式|方式|级别|等级|版本|产品|业务|板块|部门|对比|比较|区别|鉴别诊断|型号|档次|角色|阶段/,
};
const least = { zh: 8, en: 25 };

/** An entry "name: what it is", told at some length. */
const isEntry = ({ kind, cells: [cell] }: FragmentLine, language: "zh" | "en"): boolean =>
  kind === "item" && cell !== undefined && cell.value.length >= least[language] && !points(cell.header, language) && !/^\d/.test(cell.header);

/** The first two entries of such a list, which are asked to be told apart. */
export function comparativeLists(lines: readonly FragmentLine[], { language }: Subject): Candidate[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    const [a, b] = [line.cells[0], next?.cells[0]];
    if (next === undefined || a === undefined || b === undefined || !isEntry(line, language) || !isEntry(next, language)) return [];
    if (line.section === null || line.section !== next.section || !KINDS[language].test(line.section) || a.header === b.header) return [];
    const question = language === "zh" ? `在“${line.section}”中，${a.header}与${b.header}有何不同？` : `How do ${a.header} and ${b.header} differ under “${line.section}”?`;
    return [
      {
        question,
        answer: [line, next].map(({ text }) => asSentence(text)).join(language === "zh" ? "" : " "),
        sentences: [line.number, next.number],
        secrets: [a.value, b.value],
        worth: 4,
      },
    ];
  });
}
