// Keys that identify an event: the names, titles and numbers in a text, used to find articles on the same event.

import { tag } from "jieba-wasm";
import { isEnglishStopWord } from "./content-words.ts";
import { fold, narrow } from "./fold.ts";
import { unitAfter } from "./units.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

export interface EventKey {
  /** Used to compare texts: the folded name, or the value with its unit. */
  readonly key: string;
  /** As written in the text. */
  readonly text: string;
  readonly kind: "name" | "title" | "number";
  /** 1, or 0.5 for keys that other texts may share by chance: two-character names, a single short word, two-digit numbers. */
  readonly strength: 0.5 | 1;
}

/** Maximum length of a piece for jieba, which slows down on very long input. */
const maxPieceLength = 2000;
/** Shorter titles would match by chance; anything longer is a quotation. */
const titlePattern =
  /[《〈]([^《》〈〉\n]{2,30})[》〉]|“([^“”，。！？；：,;:\n]{2,24})”|"([A-Z][^",;:.!?\n]{3,60})"/g;
/** People, places, organizations and other proper names; `x` marks words not in the dictionary, mostly names. */
const nameTagPattern = /^(?:nr|ns|nt|nz|x)/;
const knownNameTag = /^(?:nr|ns|nt)/;
const hanName = /^\p{Script=Han}{2,12}$/u;
/** Also not in the dictionary: a function word joined to its neighbour. */
const notAName =
  /^[由对每将被不在从为与和是有这那其并已让把使向就也都还更最可很又再才只仍约近超达前后再据称说见吹配满该各某第一二三四五六七八九十两几]|[的了着过是在时后前中上下内外]$/;
/** A model or maker in Latin letters within Chinese text, with its number. */
const latinInHan = /[A-Za-z][A-Za-z0-9.+-]*[A-Za-z0-9+](?: ?[A-Z0-9][A-Za-z0-9.+-]*){0,3}/g;
const capital = "\\p{Lu}[\\p{L}\\p{N}’'&-]*";
const latinName = new RegExp(
  `${capital}(?:\\s(?:(?:of|de|van|der|von|del|la|el|bin|al)\\s(?:the\\s)?)?${capital}|\\s\\d{1,4}\\b)*`,
  "gu",
);
const calendarOrRole =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|yesterday|tomorrow|mr|mrs|ms|dr|prof|sir|reuters|staff|reporter)$/;
/** Minimum number of digits in a key number; shorter numbers match by chance in any text. */
const minDigits = 2;

/** Bylines are not about the event: "（记者 …）", "东方网记者…7月24日报道". */
const byline =
  /[（(【[](?=[^）)】\]\n]{0,60}(?:记者|通讯员|实习生|摄影|编辑|责编))[^）)】\]\n]{0,60}[）)】\]]|(?:记者|通讯员|实习生|编辑|作者|摄影)[ \u3000:：]{0,2}\p{Script=Han}{2,3}(?=[\d \u3000，、])/gu;

/** The keys of a text, each once, in the order of their first occurrence. */
export function eventKeys(text: string, language: Language): EventKey[] {
  const body = language === "zh" ? text.replace(byline, " ") : text;
  const keys = [
    ...titlesOf(body),
    ...(language === "zh" ? hanNamesOf(body) : latinNamesOf(body)),
    ...amountsOf(body, language),
  ];
  const byKey = new Map<string, EventKey>();
  for (const eventKey of keys)
    if (eventKey.key.length > 1 && !byKey.has(eventKey.key)) byKey.set(eventKey.key, eventKey);
  return [...byKey.values()];
}

function makeKey(text: string, kind: EventKey["kind"]): EventKey {
  const key = fold(text);
  return {
    key,
    text,
    kind,
    strength: kind === "name" && key.length < (/\p{Script=Han}/u.test(key) ? 3 : 5) ? 0.5 : 1,
  };
}

/** Only names, as written: in a Chinese text, those that the dictionary lists as names, and words in Latin letters. */
export const properNames = (text: string, language: Language): string[] => [
  ...new Set(
    (language === "zh" ? hanNamesOf(text, knownNameTag) : latinNamesOf(text)).map(
      ({ text: name }) => name,
    ),
  ),
];

const titlesOf = (text: string): EventKey[] =>
  [...text.matchAll(titlePattern)]
    .map(match => makeKey((match[1] ?? match[2] ?? match[3] ?? "").trim(), "title"))
    .filter(({ key }) => !/^\d*$/.test(key));

function hanNamesOf(text: string, nameTag = nameTagPattern): EventKey[] {
  const words = (text.match(new RegExp(`[^\\n。！？；]{1,${maxPieceLength}}`, "gu")) ?? []).flatMap(
    piece => tag(piece, true),
  );
  const names = words
    .filter(
      ({ word, tag: kind }) =>
        nameTag.test(kind) && hanName.test(word) && !(kind === "x" && notAName.test(word)),
    )
    .map(({ word }) => makeKey(word, "name"));
  return [
    ...names,
    ...[...narrow(text).matchAll(latinInHan)].map(match => makeKey(match[0], "name")),
  ];
}

/** Full names and each of their words: a second mention of a person is often only the surname. */
function latinNamesOf(text: string): EventKey[] {
  const lowerCaseWords = new Set(text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}’'-]+/gu) ?? []);
  return [...text.matchAll(latinName)].flatMap(match => {
    const words = match[0].split(/\s+/).map(word => word.replace(/['’]s?$/, ""));
    // Any word at the start of a sentence has a capital; one that is lower-case elsewhere in the text is not a name.
    while (words[0] !== undefined && isCommonWord(words[0], lowerCaseWords)) words.shift();
    // "Ada Lorne of Denholm Civil" is two names, "Bank of Selby" is one: both readings are kept.
    const fullName = words.join(" ");
    const parts = fullName.split(/\s(?:of|de|van|der|von|del|la|el|bin|al)(?:\sthe)?\s/);
    const nameWords = words.filter(
      word => word.length > 2 && !isCommonWord(word, lowerCaseWords) && !/^\d+$/.test(word),
    );
    return [...(words.length > 1 ? [fullName, ...parts] : []), ...nameWords].map(name =>
      makeKey(name, "name"),
    );
  });
}

const isCommonWord = (word: string, lowerCaseWords: ReadonlySet<string>): boolean =>
  isEnglishStopWord(word) ||
  calendarOrRole.test(word.toLowerCase()) ||
  lowerCaseWords.has(word.toLowerCase());

/** Amounts with their units. Dates and bare years are left out: publication dates cover them. */
function amountsOf(text: string, language: Language): EventKey[] {
  return findValues(text).flatMap(({ kind, canonical, text: written, end }) => {
    if (kind === "date" || kind === "ordinal" || kind === "duration") return [];
    const digits = canonical.replace(/\.?0+(?= |$)|\D/g, "");
    const unit = kind === "number" ? unitAfter(text, end) : "";
    if (digits.length < minDigits || (kind === "number" && unit === "")) return [];
    const strength = digits.length > minDigits ? 1 : 0.5;
    return [
      {
        key: `${kind} ${canonical} ${unit.slice(0, language === "zh" ? 1 : 12)}`.trim(),
        text: (written + unitText(text, end, kind, unit)).trim(),
        kind: "number" as const,
        strength,
      },
    ];
  });
}

// Only the first character of a Chinese unit is certain: what follows may be any word.
const unitText = (text: string, end: number, kind: string, unit: string): string =>
  kind !== "number"
    ? ""
    : /\p{Script=Han}/u.test(unit)
      ? unit.slice(0, 1)
      : text.slice(end, end + unit.length + (/^\s/.test(text.slice(end)) ? 1 : 0));
