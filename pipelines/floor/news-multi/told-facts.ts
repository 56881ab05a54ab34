// A number in a short Chinese clause about a name, or in what a named person says: the words stay in their order, the number gives way.

import { findValues, type Value } from "../../text/values.ts";
import type { FactualQuestion } from "../news/factual-question.ts";
import { findNames } from "../news/news-names.ts";
import { hanPersonBefore } from "./han-persons.ts";
import { unitWritten } from "./counted-units.ts";

const TOLD = /^([^，。；“”]{2,40}?)(?:介绍说?|表示|说|称|透露|指出|告诉记者|坦言)[，：:,]\s?“?([^“”]{10,120})/u;
/** What points at something told before, or gives no fact. */
const LEANS = /该|此|这|那|[他她它我你您咱]|其(?!中|他|余)|本[次届]|记者|如果|希望|将会|可能|预计|争取|[？?…：]/;
const HEDGE_BEFORE = /(?:大约|至少|最多|不到|将近|接近|超过|突破|[约近超逾])$/;
const IN_RANGE = { before: /[至到~～—–\-、和或从第每前][ ]?$/, after: /^ ?[至到~～—–\-、和或]/ };

/** "贺明远介绍，馆内展出文物360件。" → "据贺明远介绍，馆内展出文物多少件？" */
export function toldFacts(sentence: string): FactualQuestion[] {
  const [, speaker = "", told = ""] = TOLD.exec(sentence) ?? [];
  const name = hanPersonBefore(speaker);
  if (name === undefined) return [];
  return (told.split(/[；。！]/)[0] ?? "").split("，").flatMap(clause => onClause(clause.trim(), `据${name}介绍，`));
}

/** "该项目由三家单位承建，青石浦港去年吞吐量为86万吨。" → "青石浦港去年吞吐量为多少吨？"; only of clauses that open with a name. */
export function namedFacts(sentence: string): FactualQuestion[] {
  return sentence.split(/[，；。！？]/).flatMap(clause => {
    const first = findNames(clause.trim(), "zh")[0];
    return first?.start === 0 && first.text.length > 2 && !OPEN_END.test(clause) ? onClause(clause.trim(), "") : [];
  });
}

const OPEN_END = /(?:的|时|后|前|中|下|来|等|和|与|者|之际|同时|以来|介绍|表示|称|说)$/;

function onClause(clause: string, lead: string): FactualQuestion[] {
  if (clause.length < 9 || clause.length > 45 || LEANS.test(clause) || !/^\p{Script=Han}/u.test(clause)) return [];
  const values = findValues(clause, "zh").filter(({ kind }) => kind !== "ordinal");
  const [value] = values;
  if (value === undefined || values.length > 1 || value.start < 4) return [];
  const asked = askedAs(clause, value);
  if (asked === undefined) return [];
  const question = `${lead}${clause.slice(0, asked.start)}${asked.word}${clause.slice(asked.end)}？`;
  return [{ about: asked.about, question, keyInfo: clause.slice(asked.start, asked.end), statement: `${lead}${clause}。` }];
}

function askedAs(clause: string, { kind, start, end, text }: Value): { start: number; end: number; word: string; about: FactualQuestion["about"] } | undefined {
  if (!/\d/.test(text) || IN_RANGE.before.test(clause.slice(0, start)) || IN_RANGE.after.test(clause.slice(end))) return undefined;
  const from = start - (HEDGE_BEFORE.exec(clause.slice(0, start))?.[0].length ?? 0);
  if (kind === "percent") return { start: from, end, word: text.endsWith("个百分点") ? "多少个百分点" : "百分之多少", about: "share" };
  if (kind === "money") return { start: from, end, word: `多少${/(?:美元|欧元|英镑|日元|港元|元)$/.exec(text)?.[0] ?? "钱"}`, about: "amount" };
  const unit = kind === "number" ? unitWritten(clause, end, "zh") : undefined;
  return unit === undefined ? undefined : { start: from, end: end + unit.length, word: `多少${unit.replace(/^ ?[余多]? ?/, "")}`, about: "count" };
}
