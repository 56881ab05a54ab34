// What tells one event from others: the names, titles and numbers of a text, by which articles on one event are found.

import { tag } from "jieba-wasm";
import { isFunctionWord } from "./content-words.ts";
import { fold, narrow } from "./fold.ts";
import { unitAfter } from "./units.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

export interface EventKey {
  /** What two texts are compared by: the folded name, or the value with its unit. */
  readonly key: string;
  /** As it stands in the text. */
  readonly text: string;
  readonly kind: "name" | "title" | "number";
  /** 1, or a half for what other texts may have by chance: names of two characters, one short word, numbers of two digits. */
  readonly strength: 0.5 | 1;
}

/** jieba slows down on very long input. */
const LONGEST_LINE = 2000;
/** Two characters are met by chance; a title longer than this is a quotation. */
const TITLE =
  /[《〈]([^《》〈〉\n]{2,30})[》〉]|“([^“”，。！？；：,;:\n]{2,24})”|"([A-Z][^",;:.!?\n]{3,60})"/g;
/** Persons, places, organisations, other proper names; `x` are words that the dictionary lacks: names, mostly. */
const NAME_TAG = /^(?:nr|ns|nt|nz|x)/;
const KNOWN_NAME_TAG = /^(?:nr|ns|nt)/;
const HAN_NAME = /^\p{Script=Han}{2,12}$/u;
/** The dictionary lacks these too: a word of grammar that was joined to its neighbour. */
const NOT_A_NAME =
  /^[由对每将被不在从为与和是有这那其并已让把使向就也都还更最可很又再才只仍约近超达前后再据称说见吹配满该各某第一二三四五六七八九十两几]|[的了着过是在时后前中上下内外]$/;
/** A model or maker in Latin letters within Chinese text, with the number it goes by. */
const LATIN_IN_HAN = /[A-Za-z][A-Za-z0-9.+-]*[A-Za-z0-9+](?: ?[A-Z0-9][A-Za-z0-9.+-]*){0,3}/g;
const CAPITAL = "\\p{Lu}[\\p{L}\\p{N}’'&-]*";
const LATIN_NAME = new RegExp(
  `${CAPITAL}(?:\\s(?:(?:of|de|van|der|von|del|la|el|bin|al)\\s(?:the\\s)?)?${CAPITAL}|\\s\\d{1,4}\\b)*`,
  "gu",
);
const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|yesterday|tomorrow|mr|mrs|ms|dr|prof|sir|reuters|staff|reporter)$/;
/** Digits that are met by chance in any text: less than these tell nothing. */
const MIN_DIGITS = 2;

/** Who wrote it tells nothing of the event: "（记者 …）", "东方网记者…7月24日报道". */
const BYLINE =
  /[（(【[](?=[^）)】\]\n]{0,60}(?:记者|通讯员|实习生|摄影|编辑|责编))[^）)】\]\n]{0,60}[）)】\]]|(?:记者|通讯员|实习生|编辑|作者|摄影)[ \u3000:：]{0,2}\p{Script=Han}{2,3}(?=[\d \u3000，、])/gu;

/** The keys of a text, each once, in the order in which they first stand there. */
export function eventKeys(text: string, language: Language): EventKey[] {
  const told = language === "zh" ? text.replace(BYLINE, " ") : text;
  const found = [
    ...titles(told),
    ...(language === "zh" ? hanNames(told) : latinNames(told)),
    ...numbers(told, language),
  ];
  const byKey = new Map<string, EventKey>();
  for (const each of found)
    if (each.key.length > 1 && !byKey.has(each.key)) byKey.set(each.key, each);
  return [...byKey.values()];
}

function asKey(text: string, kind: EventKey["kind"]): EventKey {
  const key = fold(text);
  return {
    key,
    text,
    kind,
    strength: kind === "name" && key.length < (/\p{Script=Han}/u.test(key) ? 3 : 5) ? 0.5 : 1,
  };
}

/** Names alone, as written: of a Chinese text those that its dictionary knows as such, and words in Latin letters. */
export const properNames = (text: string, language: Language): string[] => [
  ...new Set(
    (language === "zh" ? hanNames(text, KNOWN_NAME_TAG) : latinNames(text)).map(
      ({ text: name }) => name,
    ),
  ),
];

const titles = (text: string): EventKey[] =>
  [...text.matchAll(TITLE)]
    .map(match => asKey((match[1] ?? match[2] ?? match[3] ?? "").trim(), "title"))
    .filter(({ key }) => !/^\d*$/.test(key));

function hanNames(text: string, named = NAME_TAG): EventKey[] {
  const words = (text.match(new RegExp(`[^\\n。！？；]{1,${LONGEST_LINE}}`, "gu")) ?? []).flatMap(
    piece => tag(piece, true),
  );
  const names = words
    .filter(
      ({ word, tag: kind }) =>
        named.test(kind) && HAN_NAME.test(word) && !(kind === "x" && NOT_A_NAME.test(word)),
    )
    .map(({ word }) => asKey(word, "name"));
  return [
    ...names,
    ...[...narrow(text).matchAll(LATIN_IN_HAN)].map(match => asKey(match[0], "name")),
  ];
}

/** Whole names and each word of them: the second mention of a person is the surname alone. */
function latinNames(text: string): EventKey[] {
  const lower = new Set(text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}’'-]+/gu) ?? []);
  return [...text.matchAll(LATIN_NAME)].flatMap(match => {
    const words = match[0].split(/\s+/).map(word => word.replace(/['’]s?$/, ""));
    // Any word may open a sentence with a capital; one that the text writes small elsewhere is not a name.
    while (words[0] !== undefined && isCommon(words[0], lower)) words.shift();
    // "Ada Lorne of Denholm Civil" is two names, "Bank of Selby" is one: both readings are kept.
    const whole = words.join(" ");
    const parts = whole.split(/\s(?:of|de|van|der|von|del|la|el|bin|al)(?:\sthe)?\s/);
    const named = words.filter(
      word => word.length > 2 && !isCommon(word, lower) && !/^\d+$/.test(word),
    );
    return [...(words.length > 1 ? [whole, ...parts] : []), ...named].map(name =>
      asKey(name, "name"),
    );
  });
}

const isCommon = (word: string, lower: ReadonlySet<string>): boolean =>
  isFunctionWord(word) || CALENDAR.test(word.toLowerCase()) || lower.has(word.toLowerCase());

/** Amounts with their units. Dates and bare years are left to the days of publication. */
function numbers(text: string, language: Language): EventKey[] {
  return findValues(text, language).flatMap(({ kind, canonical, text: written, end }) => {
    if (kind === "date" || kind === "ordinal" || kind === "duration") return [];
    const digits = canonical.replace(/\.?0+(?= |$)|\D/g, "");
    const unit = kind === "number" ? unitAfter(text, end) : "";
    if (digits.length < MIN_DIGITS || (kind === "number" && unit === "")) return [];
    const strength = digits.length > MIN_DIGITS ? 1 : 0.5;
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

// One character of a Chinese unit is surely of it: what follows may be any word.
const unitText = (text: string, end: number, kind: string, unit: string): string =>
  kind !== "number"
    ? ""
    : /\p{Script=Han}/u.test(unit)
      ? unit.slice(0, 1)
      : text.slice(end, end + unit.length + (/^\s/.test(text.slice(end)) ? 1 : 0));
