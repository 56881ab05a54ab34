// The day on which somebody said what a sentence tells: "…, the council decided on Monday", "研究站6日公布，…".

import { findValues, type Value } from "../../text/values.ts";
import type { NewsSentence } from "../news/article-reading.ts";
import { isVagueInTime } from "../news/explicit-days.ts";
import { inside, isWholeClause, withoutAppositive } from "./latin-clause.ts";

export interface Announced {
  /** Who said what, without the day. */
  readonly told: string;
  readonly day: Value;
}

const SAID =
  /^(?<content>.{30,}?), (?<who>[^,]{4,70}?) (?<said>said|announced|reported|decided|confirmed|ruled|found)(?<where> (?:at|in) [^,]{3,40}?)? on (?<day>\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})(?: (?:morning|afternoon|evening|night))?\.?$/u;
const LATIN_LEANS =
  /\b(?:he|she|it|they|him|them|his|her|its|their|this|these|those|such|there|here|we|us|our|I|my|you|your|others?|another|both|latter|former|the (?:company|firm|man|woman|others|rest))\b|["“”()?]/i;

export function announcedEn({ text }: NewsSentence): Announced[] {
  const { content = "", who = "", said = "", day = "" } = SAID.exec(text)?.groups ?? {};
  const [value] = findValues(day, "en");
  const clause = withoutAppositive(content).split(/,\s|;\s|\s[–—-]\s/)[0] ?? "";
  if (value === undefined || clause.length < 24 || clause.length > 130 || who.split(" ").length > 9 || !isWholeClause(clause)) return [];
  const told = `${inside(who)} ${said} that ${inside(clause)}`;
  return LATIN_LEANS.test(told.replace(/ that /, " ")) || isVagueInTime(told, "en") ? [] : [{ told, day: value }];
}

const HAN_SAID =
  /^(?<who>[^，。；：“”]{3,24}?)(?<day>\d{4}年\d{1,2}月\d{1,2}日)(?:上午|下午|晚间?)?(?<said>公布|宣布|通报|发布|披露|表示|透露)，(?<content>[^，。；：“”？]{8,40})(?=，|。|$)/u;
const HAN_LEANS = /该|此|这|那|[他她它我你您咱]|其|本[次届场报案]|记者|如果|若|上述|前者|后者|双方|[（）()…]/;

export function announcedZh({ text }: NewsSentence): Announced[] {
  const { who = "", day = "", said = "", content = "" } = HAN_SAID.exec(text)?.groups ?? {};
  const [value] = findValues(day, "zh");
  if (
    value === undefined ||
    HAN_LEANS.test(who + content) ||
    isVagueInTime(who + content, "zh") ||
    /^(?:由于|虽然|为了?|在|从|对|经|据|并|将|联合|自|截至)|[的在和与从对将]$/.test(content) ||
    findValues(content, "zh").some(({ kind }) => kind === "date")
  )
    return [];
  return [{ told: `${who}${said}“${content}”`, day: value }];
}
