// Candidate values of leaves from the finders of the schema, checked against what finders usually get wrong.

import { fold } from "../../text/fold.ts";
import type { Candidate, FactLeaf, FactSentence } from "./fact-candidates.ts";
import { isPersonName } from "./proper-names.ts";
import { isPlaceholder, readAs, trimValue } from "./value-types.ts";

type Language = "zh" | "en";

/** Finders and phrases meet some date; only a label says that it is the first or the last. */
const extreme = /首次|最早|第一次|最后|末次|\b(?:first|last|earliest|latest)\b/i;

const compile = (source: string): RegExp | undefined => {
  for (const flags of ["gu", "g"]) {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      // A finder a person mistyped finds nothing; the schema's own check reports it.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
};

/** Longer sentences are tables or lists run together: no finder is meant for them. */
const longestSentence = 1500;

/** A finder may stop in the middle of a name: "Project Green" of "Project Green Harvest". */
const wholeName = (leaf: FactLeaf, value: string, text: string): string => {
  if (leaf.type === "date" || leaf.type === "number" || leaf.type === "money" || !/(?:^|\s)[A-Z][\w'’-]*$/.test(value)) return value;
  const at = text.indexOf(value) + value.length;
  return value + (/^(?:\s[A-Z][\w'’-]*)*/.exec(text.slice(at))?.[0] ?? "");
};

const isOption = (leaf: FactLeaf, value: string): boolean => leaf.options.some(option => fold(option) === fold(value));

/** What a finder finds must fit the leaf: a date for a date, one of the options for a choice. */
const isValueOf = (leaf: FactLeaf, value: string, language: Language): boolean => {
  if (isPlaceholder(value)) return false;
  if (leaf.type === "choice" && leaf.options.length > 0) return isOption(leaf, value);
  return leaf.type === "date" || leaf.type === "number" || leaf.type === "money" ? readAs(leaf.type, value, language) !== undefined : value.length <= 300;
};

/** "从10000吨减少到8000吨", "from 40 to 60": the first of the two is what it was before. */
export const wasBefore = (text: string, at: number): boolean => /(?:从|由原来的|由此前的|\bfrom )(?:约|about )?$/i.test(text.slice(Math.max(0, at - 12), at));

const names: ReadonlySet<FactLeaf["type"]> = new Set(["organisation", "place", "person"]);

/** A Chinese finder may begin too early: "本案由烟波市金桥区人民检察院", "倪某某在担任雨城市橡树区人民法院". */
const trimHanName = (type: FactLeaf["type"], raw: string): string => {
  const bare = raw.replace(/^(?:了|的|所(?=\p{Script=Han}{2})|于)/u, "");
  if (!names.has(type)) return bare;
  const start = bare.replace(/^.*(?:担任|本案由|书由|(?<!缘|自|理)由(?=\p{Script=Han}{4}))/u, "");
  return type === "place" ? (start.split("的")[0] ?? "") : start;
};

const hanOverrun = /[了将使，在]|^[的是]|某+(?:办公室|家)/;

/** "三年零六个月", "three (3) years": a length of time is taken to its end. */
const withDuration = (value: string, text: string): string => {
  if (!/[\p{L}\d)]$/u.test(value)) return value;
  const rest = text.slice(text.indexOf(value) + value.length);
  const more = /^(?:\s*\(\d+\))?\s(?:years?|months?|days?)\b(?:\s(?:and\s)?\w+(?:\s\(\d+\))?\s(?:months?|days?)\b)?|^零?[一二三四五六七八九十\d]{1,3}个月/.exec(rest);
  return value + (more?.[0] ?? "");
};

/** "营业收入和1200万元的净利润": what follows "and" belongs to what comes after it. */
const isCoordinated = (leaf: FactLeaf, text: string, at: number): boolean => (leaf.type === "money" || leaf.type === "number") && /[和与及、]$/.test(text.slice(0, at));

/** "提起公诉，本院于2023年5月10日开庭": a date at the match's end with words after it belongs to those. */
const belongsAfter = (leaf: FactLeaf, match: RegExpMatchArray, text: string, at: number): boolean => {
  const end = at + (match.groups?.["value"] ?? "").length;
  const isLast = end === (match.index ?? 0) + match[0].length;
  return leaf.type === "date" && isLast && /，[^，]*[于在]$/.test(text.slice(match.index, at)) && !/^[的，。、；）)\s]|^$/.test(text.slice(end, end + 1));
};

/** "Age:" is not met in "Marriage age: 25": a finder that meets a label meets all of it. */
const splitsLabel = (match: RegExpMatchArray, text: string): boolean => {
  const colon = text.search(/[:：]/);
  const start = match.index ?? 0;
  return start < colon && start + match[0].length > colon && colon <= 40 && /[\p{L}]/u.test(text.slice(0, start)) && !/[。；，;]/.test(text.slice(0, colon));
};

/** A total is stated as one: the amount of one of several acts is not it. One event has one amount. */
export const lacksTotal = (leaf: FactLeaf, text: string): boolean =>
  leaf.type === "money" && !leaf.path.startsWith("event/") && /总|合计|\btotal\b/i.test(leaf.label) && !/总|共|合计|累计|\b(?:total|altogether|aggregate|combined|sum)/i.test(text);

/** "In November a further incident occurred": one of several, of which the leaf asks for none in particular. */
const isFurther = (leaf: FactLeaf, text: string): boolean =>
  leaf.type === "date" && /\b(?:further|another|second|third|additional)\s+(?:\w+\s)?(?:incident|offen[sc]e|occasion|event|act)\b|(?:再次|另一起|又一次|第[二三四]起)/i.test(text);

/** The found stretch as a value; undefined where the finder ran over its end or met something else. */
const readFound = (leaf: FactLeaf, match: RegExpMatchArray, text: string, language: Language): string | undefined => {
  const raw = match.groups?.["value"] ?? "";
  const at = text.indexOf(raw, match.index);
  if (raw === "" || /^[，。、；,;:：]/.test(raw) || wasBefore(text, at) || isCoordinated(leaf, text, at)) return undefined;
  if (splitsLabel(match, text) || isFurther(leaf, text) || belongsAfter(leaf, match, text, at) || lacksTotal(leaf, text)) return undefined;
  const value = language === "zh" ? trimValue(trimHanName(leaf.type, trimValue(raw))) : wholeName(leaf, trimValue(raw), text);
  if (language === "zh" && names.has(leaf.type) && hanOverrun.test(value)) return undefined;
  if (leaf.type === "person" && !isPersonName(value, language)) return undefined;
  return isValueOf(leaf, value, language) ? withDuration(value, text) : undefined;
};

/** Values the schema's finders find in running text; `value` is the named group. */
export const foundCandidates = (leaf: FactLeaf, sentences: readonly FactSentence[], language: Language): Candidate[] => {
  if (leaf.type === "date" && [leaf.label, ...leaf.aliases].some(name => extreme.test(name))) return [];
  const finders = leaf.finders.map(compile).filter(finder => finder !== undefined);
  const candidates: Candidate[] = [];
  for (const sentence of finders.length === 0 ? [] : sentences) {
    if (sentence.text.length > longestSentence) continue;
    for (const match of finders.flatMap(finder => [...sentence.text.matchAll(finder)])) {
      const value = readFound(leaf, match, sentence.text, language);
      if (value !== undefined) candidates.push({ path: leaf.path, value, sentences: [sentence.number], source: "finder", reach: match[0].length });
    }
  }
  return candidates;
};
