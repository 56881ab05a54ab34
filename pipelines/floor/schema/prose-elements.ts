// The elements that running sentences share: dated events, money and measured quantities, by the noun phrase that names them.

import type { LeafType } from "../../../schemas/rageval/schema.ts";
import type { Value } from "../../text/values.ts";
import type { Element } from "./labelled-elements.ts";
import { labelKey } from "../facts/line-labels.ts";
import { asNoun, mostCommon, type RunningSentence, type SeedReading, supportNeeded } from "./seed-reading.ts";
import { valueFits } from "../facts/value-types.ts";

type Language = "zh" | "en";

interface NamedValue {
  readonly label: string;
  /** The words as they stand before the value, to find it again in other documents. */
  readonly wording: string;
  readonly type: LeafType;
  readonly value: string;
  readonly note: string;
}

const verbs = /\b(?:was|were|is|are|had|has|have|been|did|does|said|would|could|which|that|who|it|he|she|they)\b/i;
const determiner = /^(?:the|an?|its|his|her|their|our|this|that|some)\s+/i;
const prepositions = /^(?:there|this|these|those|one|two|other|others|at|in|on|of|to|for|with|by|from|about|after|before|over|under|only)\b/i;

const vague = /^(?:value|total|amount|number|figure|sum|rest|one|both|each|result|rate|ratio|increase|decrease|total value|total amount)$/i;
const owner = /^.*['’]s\s+(?=\S)/;
const whenPhrase = /\s+(?:for|of|in|at|during)\s+(?:the\s+)?(?:end\s+of\s+)?(?:the\s+)?(?:year|period|quarter|accounting period|reporting period|\d{4})\b.*$/i;

/** "The company's net profit for the year" → "net profit"; undefined where the words are no noun phrase. */
const nounPhrase = (raw: string): string | undefined => {
  const phrase = asNoun(raw.trim().replace(whenPhrase, "").replace(owner, "").replace(determiner, "").replace(determiner, ""));
  const words = phrase.split(/\s+/);
  return phrase.length >= 4 && words.length <= 7 && !verbs.test(phrase) && !prepositions.test(phrase) && !/\d/.test(phrase) && !vague.test(phrase) ? phrase : undefined;
};

/** "The cost of the repair was $4", "a landing weight of 4 t": the phrase before a value that says what it measures. */
const measuredBefore = (before: string): string | undefined => {
  const clause = before.split(/[,;:()]|\.\s|\b(?:and|but|while|which|that)\b/).at(-1) ?? "";
  const stated = /^\s*(.+?)\s+(?:was|were|is|are|amounted to|came to|totall?ed|reached|stood at|rose to|fell to)\s+(?:about|around|nearly|approximately|only|over)?\s*$/i.exec(
    clause,
  );
  if (stated?.[1] !== undefined) return nounPhrase(stated[1]);
  const attached = /(?:\b(?:an?|the|with|its|their)|^)\s+((?:[a-z'’-]+\s){0,3}?[a-z'’-]+)\s+of\s+(?:about|around|nearly|approximately|only|over)?\s*$/i.exec(clause);
  return attached?.[1] === undefined ? undefined : nounPhrase(attached[1]);
};

const eventBefore = (before: string): { label: string; wording: string } | undefined => {
  const clause = before.split(/[,;:()]|\.\s|\b(?:and|but|while)\b/).at(-1) ?? "";
  const event = /^\s*(.+?)\s+(was|were)\s+(?:last\s+|first\s+|formally\s+|finally\s+)?([a-z]+)\s+(?:on|in|at)\s+(?:the\s+)?$/i.exec(clause);
  const phrase = event?.[1] === undefined ? undefined : nounPhrase(event[1]);
  if (phrase === undefined || event?.[2] === undefined || event[3] === undefined) return undefined;
  return { label: `date the ${phrase} ${event[2]} ${event[3]}`, wording: `${phrase} ${event[2]} ${event[3]}` };
};

/** What happens at a date, by its noun: "debt restructuring", "shareholders' meeting". */
const eventNoun = /\b((?:[a-z'’-]+\s)?[a-z-]{3,}(?:ing|tion|sion|ment|posal|ance))\b/;
const vagueEvents =
  /\b(?:during|governance|insurance|finance|following|including|according|environment|information|position|operation|condition|situation|performance|management|development|being|having|improvement|evening|morning|section|increasing|resulting|commitment|attention|reputation|station|question|something|nothing|everything)$/;

/** "In May 2017, the company underwent debt restructuring", "the debt restructuring in May 2017". */
const eventAround = (before: string, after: string): { label: string; wording: string } | undefined => {
  const opens = /(?:^|[,;]\s*)(?:\w+,\s*)?(?:in|on)\s+(?:the\s+)?$/i.test(before) && after.startsWith(",");
  const clause = opens ? after.slice(1, 90).split(/[,;.]/)[0] : /(?:^|[,;.]\s*)([^,;.]{0,80})\s(?:in|on)\s+(?:the\s+)?$/i.exec(before)?.[1];
  const noun = (opens ? eventNoun.exec(clause ?? "") : new RegExp(`${eventNoun.source}$`).exec(clause ?? ""))?.[1]?.replace(determiner, "");
  if (noun === undefined || vagueEvents.test(noun) || verbs.test(noun) || prepositions.test(noun) || !noun.includes(" ")) return undefined;
  return { label: `date of the ${noun}`, wording: noun };
};

const leadIn = /^(?:其中|目前|本次|该|共|全年|截至|期末|报告期内|此外|经|当日|当时|其(?![余他它间次实])|由此|因此|另外|总共|一共|累计|首先|其次|使得|公司|年度|度|在|也|的)+/;

const hanMeasured = (before: string, after: string): string | undefined => {
  const clause = before.split(/[，。；：、（）]/).at(-1) ?? "";
  const phrase = /^(.{2,20}?)(?:也)?(?:为|是|达到?|约为|共计|合计|增至|降至)(?:了|约|近)*$/u.exec(clause)?.[1]?.split("的").at(-1)?.replace(leadIn, "").trim();
  if (phrase !== undefined && /^\p{Script=Han}{2,10}$/u.test(phrase) && !/^(?:金额|总额|数额|总价值|价值|数量|比例)$/.test(phrase)) return phrase;
  // "募集了10亿元资金": the verb before and the noun after name it together.
  const verb = /(\p{Script=Han}{2})了?$/u.exec(clause)?.[1];
  const noun = /^的?(\p{Script=Han}{2})(?=[，。；、]|$)/u.exec(after)?.[1];
  return verb !== undefined && noun !== undefined && !/[了的为是达在]/.test(verb) ? verb + noun : undefined;
};

const hanHappened = /(?:进行|完成|实施|启动|召开|开展|发生|面临)了?(?:一次|一项|一系列|一起)?(?:[^，。；]{0,20}的)?(\p{Script=Han}{2,6})(?=[，。；]|$)/u;

const hanEvent = (before: string, after: string): { label: string; wording: string } | undefined => {
  const subject = /(\p{Script=Han}{2,8})(?:已|又|即)?于$/u.exec(before.split(/[，。；：]/).at(-1) ?? "")?.[1];
  const verb = /^(?:起|正式|全部|被|由|经|起正式)?(\p{Script=Han}{2})(?=[，。；、]|$)/u.exec(after)?.[1];
  if (subject !== undefined && verb !== undefined) return { label: `${subject}${verb}日期`, wording: `${subject}于` };
  const noun = hanHappened.exec(after.slice(0, 50))?.[1];
  return noun === undefined || noun.length < 3 ? undefined : { label: `${noun}日期`, wording: noun };
};

const unitAfter = (after: string, language: Language): string => {
  if (language === "zh") return /^(?:%|℃|\p{Script=Han}{1,4}?(?=[，。；、（]|$))/u.exec(after)?.[0] ?? "";
  return /^\s?(?:%|°\s?C|[a-z]{1,12}(?:\s(?:an|per)\s[a-z]+)?)(?=[\s,.;)]|$)/i.exec(after)?.[0]?.trim() ?? "";
};

const types: readonly LeafType[] = ["date", "money", "number"];

const nameValue = (sentence: RunningSentence, value: Value, language: Language): NamedValue | undefined => {
  // What names a value stands near it; a bound keeps the patterns quick on any input.
  const [before, after] = [sentence.text.slice(Math.max(0, value.start - 200), value.start), sentence.text.slice(value.end, value.end + 100)];
  const type = types.find(candidate => valueFits(value, candidate));
  if (type === undefined) return undefined;
  if (type === "date") {
    const event = language === "zh" ? hanEvent(before, after) : (eventBefore(before) ?? eventAround(before, after));
    return event && { ...event, type, value: value.text, note: "" };
  }
  const phrase = language === "zh" ? hanMeasured(before, after) : measuredBefore(before);
  return phrase === undefined
    ? undefined
    : { label: phrase, wording: phrase, type, value: value.text, note: type === "number" ? (/[万亿%]+$/.exec(value.text)?.[0] ?? "") + unitAfter(after, language) : "" };
};

interface Sighting extends NamedValue {
  readonly seed: number;
  readonly under: readonly string[];
  readonly place: number;
}

const toElement = (sightings: readonly Sighting[]): Element | undefined => {
  const [first] = sightings;
  const label = mostCommon(sightings.map(sighting => sighting.label));
  if (first === undefined || label === undefined) return undefined;
  const wordings = sightings.map(sighting => sighting.wording).filter(wording => wording !== label);
  return {
    key: labelKey(label),
    label,
    aliases: [...new Set(wordings)],
    type: mostCommon(sightings.map(sighting => sighting.type)) ?? "text",
    values: [...new Set(sightings.map(sighting => sighting.value))],
    notes: sightings.map(sighting => sighting.note),
    many: false,
    seeds: new Set(sightings.map(sighting => sighting.seed)),
    under: first.under,
    place: first.place,
  };
};

/** Elements that stand in running sentences of enough seeds. */
export const findProseElements = (readings: readonly SeedReading[], language: Language): Element[] => {
  const byKey = new Map<string, Sighting[]>();
  readings.forEach((reading, seed) => {
    for (const sentence of reading.sentences) {
      for (const value of sentence.values) {
        const named = nameValue(sentence, value, language);
        if (named === undefined) continue;
        const key = `${named.type} ${labelKey(named.label)}`;
        byKey.set(key, [...(byKey.get(key) ?? []), { ...named, seed, under: sentence.under, place: sentence.place }]);
      }
    }
  });
  const elements = [...byKey.values()].map(toElement).filter(element => element !== undefined);
  return elements.filter(element => element.seeds.size >= supportNeeded(readings.length));
};
