// Finds the proper names in a news sentence: people, places, organisations, products, titles.

import { tag } from "jieba-wasm";
import { isPersonName } from "./proper-names.ts";

type Language = "zh" | "en";

export interface FoundName {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: "person" | "place" | "organisation" | "title" | "other";
}

/** Words with their parts of speech (jieba's tags) and UTF-16 places. */
export interface TaggedWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly tag: string;
}

/** jieba's words of a Chinese sentence, in order. */
export function taggedWords(text: string): TaggedWord[] {
  let at = 0;
  return tag(text, true).map(({ word, tag: part }) => {
    const start = at;
    at += word.length;
    return { start, end: at, text: word, tag: part };
  });
}

const PROPER = /^(?:nr|ns|nt|nz|nrt|nrfg)/;
// What may stand in a name beside its proper word: 京东/集团, 国家外汇管理局, 天津市/水务局.
const JOINS = /^(?:n|ng|nr\w*|ns|nt|nz|eng|j|b|vn|zg|f)$/;
const ORGANISATION =
  /(?:公司|集团|银行|大学|学院|学校|中学|小学|医院|法院|检察院|公安局|管理局|委员会|研究院|研究所|协会|联盟|俱乐部|中心|政府|基金|证券|保险|部|局|厅|处|队|社|网|馆|站|厂|院|署|党)$/;
const PLACE = /(?:省|市|区|县|镇|乡|村|州|国|岛|港|湾|路|街|机场|车站|广场|公园|体育场|会展中心|体育馆)$/;

/** All names of a sentence in order, none overlapping. */
export const findNames = (text: string, language: Language): FoundName[] => (language === "zh" ? hanNames(text) : englishNames(text));

function hanNames(text: string): FoundName[] {
  const titles = [...text.matchAll(/《[^》]{1,30}》|“[^”，。]{2,20}”/g)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    text: found,
    kind: "title" as const,
  }));
  const runs = nameRuns(taggedWords(text)).filter(run => !titles.some(title => run.start < title.end && title.start < run.end));
  return joinLatin(
    text,
    [...titles, ...runs].sort((a, b) => a.start - b.start),
  );
}

/** "MagicBook 14", "Bastien Nocera": Latin words and numbers with one blank between them are one name. */
function joinLatin(text: string, names: readonly FoundName[]): FoundName[] {
  return names.reduce<FoundName[]>((all, name) => {
    const end = name.end + (/[A-Za-z]$/.test(name.text) ? (/^ \d{1,4}(?![\d.%]| ?[年月日万亿个名元])/.exec(text.slice(name.end))?.[0].length ?? 0) : 0);
    const whole = { ...name, end, text: text.slice(name.start, end) };
    const last = all.at(-1);
    if (last === undefined || !/^[ -]?$/.test(text.slice(last.end, name.start)) || !/[A-Za-z0-9]$/.test(last.text) || !/^[A-Za-z0-9]/.test(name.text)) return [...all, whole];
    return [...all.slice(0, -1), { ...last, end, text: text.slice(last.start, end) }];
  }, []);
}

function nameRuns(words: readonly TaggedWord[]): FoundName[] {
  const runs: TaggedWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    const joins = JOINS.test(word.tag) || isUnknownName(word);
    // A person's name ends a run: "副局长 王春英" is two things.
    const person = word.tag.startsWith("nr") || (last !== undefined && last.tag.startsWith("nr"));
    if (joins && last !== undefined && last.end === word.start && !person) runs.at(-1)?.push(word);
    else if (joins) runs.push([word]);
  }
  return runs.filter(run => run.some(isProper) || isUnknownPlaceOrFirm(run)).map(nameOf);
}

// jieba takes many a pair of words for a person ("努力提高"); foreign names have a tag of their own.
const isPerson = ({ tag: part, text }: TaggedWord): boolean => part === "nrt" || part === "nrfg" || /[·・]/.test(text) || isPersonName(text, "zh");
const isUnknownName = ({ tag: part, text }: TaggedWord): boolean => part === "x" && /^[\p{Script=Han}·・]{2,}$/u.test(text);
const isProper = (word: TaggedWord): boolean =>
  (PROPER.test(word.tag) && word.text.length > 1 && (!word.tag.startsWith("nr") || isPerson(word))) ||
  (word.tag === "eng" && /^[A-Z].|^[a-z]+[A-Z]/.test(word.text)) ||
  (isUnknownName(word) && (ORGANISATION.test(word.text) || PLACE.test(word.text)));

/** A word that jieba does not know, before what ends the name of a firm or place: 云麓/公交/集团. */
function isUnknownPlaceOrFirm(run: readonly TaggedWord[]): boolean {
  const text = run.map(word => word.text).join("");
  return run.length > 1 && run.slice(0, -1).some(isUnknownName) && (ORGANISATION.test(text) || PLACE.test(text));
}

function nameOf(run: readonly TaggedWord[]): FoundName {
  const text = run.map(word => word.text).join("");
  return { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0, text, kind: hanKind(text, run.at(-1)?.tag ?? "") };
}

// The last word says what a name is the name of: 中国/市场 is no place.
function hanKind(text: string, last: string): FoundName["kind"] {
  if (last.startsWith("nr")) return "person";
  if (last === "nt" || ORGANISATION.test(text)) return "organisation";
  return last === "ns" || PLACE.test(text) ? "place" : "other";
}

const CAPITAL = /(?:[A-Z]\.\s?)*\b[A-Z][\p{L}\p{N}’'&.-]*[\p{L}\p{N}](?:\s(?:(?:of|the|and|for|de|van|von|al|&)\s)?[A-Z0-9][\p{L}\p{N}’'&-]*[\p{L}\p{N}]?)*/gu;
const NOT_NAMES =
  /^(?:The|A|An|This|That|These|Those|It|Its|He|She|They|We|I|You|His|Her|Their|Our|In|On|At|As|For|From|By|After|Before|During|When|While|If|However|Although|But|And|So|Then|Since|With|To|No|Not|All|Both|Each|Some|More|Most|Many|About|Around|Nearly|Over|Under|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Last|Next|How|What|Who|Whose|Where|When|Which|Why|Mr|Mrs|Ms|Dr|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)(?: \d{1,4})?$/;
const ENGLISH_ORGANISATION =
  /\b(?:Ltd|Limited|Inc|Corp|Corporation|Company|Co|plc|Group|Holdings|Bank|Court|Hospital|University|College|School|Institute|Agency|Authority|Department|Ministry|Council|Association|Foundation|Society|Airlines?|Airways|Works|Railways?|Rail|Press|Union|Club|United|Museum|Trust|Energy|Motors|Systems|Partners|Shipping|Mills|Stores|Foods|Farms|Lines?|Industries|Laborator(?:y|ies)|Services?|Networks?|Media|Times|Studios|Labs)\b/;
const ENGLISH_PLACE = /\b(?:Street|Road|Avenue|Square|Airport|Station|County|Province|City|Island|Islands|Bay|Harbour|Harbor|Park|Valley|River|Lake|Hall|Stadium)$/;

function englishNames(text: string): FoundName[] {
  return [...text.matchAll(CAPITAL)].flatMap(({ 0: found, index }) => {
    const article = /^(?:The|A|An|In|On|At|From|For|By|After|Mr|Mrs|Ms|Dr)\s/.exec(found)?.[0] ?? "";
    const name = found.slice(article.length).replace(/['’]s$/, "");
    if (NOT_NAMES.test(name) || name.length < 2 || /^\d/.test(name)) return [];
    const start = index + article.length;
    return [{ start, end: start + name.length, text: name, kind: englishKind(name) }];
  });
}

function englishKind(name: string): FoundName["kind"] {
  if (ENGLISH_ORGANISATION.test(name)) return "organisation";
  if (ENGLISH_PLACE.test(name)) return "place";
  return /^[A-Z]\p{Ll}+(?: [A-Z]\.)?(?: [A-Z]\p{Ll}+){1,2}$/u.test(name) ? "person" : "other";
}
