// Numbers, sums and shares of an English sentence, each named by a noun phrase that goes without it: "the number of stops that the line has".

import { findValues, type Value } from "../../text/values.ts";
import type { NewsSentence } from "../news/article-reading.ts";
import { isVagueInTime } from "../news/explicit-days.ts";
import { plainVerb } from "../news/verbs-en.ts";
import { AUXILIARY, inside, isVerb, isWholeClause, verbGroups, withoutAppositive } from "./latin-clause.ts";
import type { Measure } from "./measures.ts";

/** Where a clause ends: at a comma that stands in no number and no date, at what opens a clause of its own. */
const CLAUSE_END =
  /(?<!\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}),\s|;\s|:\s|\s[–—-]\s|\s(?=who |which )|\s(?:while|because|although|though|after|before|whose|where|when|if|since|until|unless|than|as)\s|\sand (?=the |\p{Lu})/u;
const LEANS =
  /\b(?:he|she|it|they|him|them|his|her|hers|its|their|theirs|this|these|those|that|such|there|here|we|us|our|I|my|you|your|others?|another|both|each other|latter|former|same|remaining|more|fewer|further|again|also|too|so|then|now|still|already|yet|first|one|ones|the (?:company|firm|project|group|team|event|man|woman|two|three|four|rest|number|figure|total|remainder|owner|plan|sum|place))\b|["“”()?]/i;
const HEDGED =
  /\b(?:about|around|some|nearly|almost|over|more than|less than|fewer than|up to|at least|at most|roughly|approximately|as many as|as much as|or so|perhaps|maybe|another|every|within|under|below|above|between|from|nearly|only|just|further|additional|than|age|aged|number)$/i;
const STOPS =
  /^(?:in|on|at|for|to|from|by|with|during|after|before|since|and|or|per|over|under|through|between|as|than|a|an|the|that|who|which|each|every|of|within|along|across|near|around|into|out|up|down|when|while|where|but|instead|compared|more|less|fewer|ahead|against|until|off|away|above|below)$/;
const COINS = /^(?:crowns|florins|kroner|kronor|marks|guilders|shillings|pounds|dollars|euros|francs|pesos)$/;

/** The measures of a sentence whose clause stands by itself. */
export function measuresEn(sentence: NewsSentence, before?: NewsSentence): Measure[] {
  if (sentence.boilerplate || sentence.quoted) return [];
  const clauses = wholeClauses(withoutAppositive(withPerson(sentence.text, before).replace(/\.$/, "").trim()));
  return clauses.flatMap(clause => inClause(clause).map(found => ({ ...found, sentence: sentence.number })));
}

/** "He" and "she" are the one person whom the sentence before names. */
function withPerson(text: string, before: NewsSentence | undefined): string {
  const people = (before?.names ?? []).filter(({ kind, text: name }) => kind === "person" && name.split(" ").length > 1);
  const [only] = people;
  return only !== undefined && people.length === 1 && /^(?:He|She) /.test(text) ? text.replace(/^(?:He|She)/, only.text) : text;
}

const ATTRIBUTED = /^(?:[^,]{3,60}? )?(?:said|says|found|showed|estimates|estimated|calculated|reckons|believes) (?:that )?(?=(?:the|a|an|\d|\p{Lu}))/u;

/** The clauses of a sentence, each with its subject: what goes on with "and cost" or "which serves" takes that of the clause before it. */
function wholeClauses(body: string): string[] {
  let subject = "";
  return body.split(CLAUSE_END).flatMap((part, at) => {
    const clause = part.replace(/^(?:and|but|or|so|then|who|which) /, "").trim();
    const words = clause.split(" ");
    const verb = words.findIndex((word, place) => place > 0 && isVerb(word));
    const goesOn = isVerb(words[0] ?? "") && subject !== "";
    if (!goesOn && verb > 0) subject = words.slice(0, verb).join(" ");
    else if (!goesOn) subject = at === 0 ? clause : "";
    const whole = goesOn ? `${subject} ${clause}` : clause;
    const own = at === 0 || goesOn || /^(?:the|a|an|\p{Lu}|\d)/u.test(whole) ? [whole] : [];
    return [...own, ...own.flatMap(each => secondVerb(each)), ...own.flatMap(each => (ATTRIBUTED.test(each) ? [each.replace(ATTRIBUTED, "")] : []))];
  });
}

/** "The site lost 60 tents and refunded 7,200 pounds" is two clauses. */
function secondVerb(clause: string): string[] {
  const parts = clause.split(/ (?:and|but) /);
  const words = (parts[0] ?? "").split(" ");
  const verb = words.findIndex((word, place) => place > 0 && isVerb(word));
  const [first = "", second = ""] = parts;
  if (parts.length !== 2 || verb < 1 || !isVerb(second.split(" ")[0] ?? "")) return [];
  return [first, `${words.slice(0, verb).join(" ")} ${second}`];
}

const ADVERBS = / (?:also|still|now|already|once|then|again|meanwhile|even|only|just|however|therefore)(?= )/g;

function inClause(told: string): Omit<Measure, "sentence">[] {
  const clause = told.replace(ADVERBS, "").replace(/^(?:Only|Also|Meanwhile) /, "");
  if (clause.length < 20 || clause.length > 170) return [];
  const values = findValues(clause, "en");
  return values.flatMap(value => {
    if (value.kind === "ordinal" || value.kind === "date" || value.kind === "duration" || HEDGED.test(clause.slice(0, value.start).trim())) return [];
    const parts = around(clause, value);
    const label = parts === undefined ? undefined : labelOf(parts, value);
    return parts === undefined || label === undefined || !isClear(label, parts) ? [] : [measured(label, parts, value)];
  });
}

interface Around {
  readonly before: string;
  readonly value: string;
  /** What is counted; empty behind a sum of money. */
  readonly noun: string;
  readonly after: string;
}

function around(clause: string, value: Value): Around | undefined {
  const before = clause.slice(0, value.start).trim();
  const words = clause.slice(value.end).trim().split(" ");
  const isGlued = /^[\w-]/.test(clause.slice(value.end)) || /[-–$£€]$/.test(before);
  const stop = words.findIndex((word, at) => STOPS.test(word) || isVerb(word) || (at > 0 && /(?:ed|ing|ly)$/.test(word)));
  const count = stop === -1 ? words.length : stop;
  const noun = value.kind === "number" ? words.slice(0, count).join(" ") : "";
  const after = firstOf((value.kind === "number" ? words.slice(count) : words).join(" "));
  const whole = /^of [a-z]+$/.test(after) ? { noun: `${noun} ${after}`, after: "" } : { noun, after };
  if (isGlued || (value.kind === "number" && (!/^[a-z-]{3,}(?: [a-z-]{2,}){0,3}$/.test(noun) || !/(?:s|people|men|women|children|sheep|deer)$/.test(noun)))) return undefined;
  if (value.kind !== "number" && after !== "" && !STOPS.test(words[0] ?? "") && !isVerb(words[0] ?? "")) return undefined;
  if (/^(?:and|or|to [£$€]?\d|than|more|less|of (?:the|them|those|these|whom|which)|times)\b/.test(after)) return undefined;
  return { before, value: value.text, ...whole };
}

/** What another "and" adds belongs to another number. */
const firstOf = (after: string): string => (/^(?:and|or)\b|\bbetween\b/.test(after) || !/ and .*\d/.test(after) ? after : (after.split(/ and /)[0] ?? ""));

/** "The line has | 14 stops |" and "| 80 people | stood in line". */
function labelOf({ before, noun, after }: Around, value: Value): string | undefined {
  const what = value.kind === "money" ? "the amount" : COINS.test(noun) ? `the amount in ${noun}` : value.kind === "percent" ? undefined : `the number of ${noun}`;
  if (before === "") return ofSubject(what, value, after);
  const sized = value.kind === "money" || noun !== "" ? namedSize(before, after) : undefined;
  if (sized !== undefined)
    return noun === "" || COINS.test(noun) || /^(?:metres|kilometres|hectares|tonnes|kilograms|litres|megawatts|square metres)$/.test(noun) ? sized : undefined;
  if (what === undefined) return changed(before, value, after);
  const preposition = /\s(by|with|at|for|on|in)$/.exec(before)?.[1] ?? "";
  const told = preposition === "" ? before : before.slice(0, -preposition.length - 1);
  if (!isWholeClause(told) || STOPS.test(told.split(" ").at(-1) ?? "") || /\b(?:puts?|set|priced|values?)$/.test(told)) return undefined;
  const link = preposition === "" ? "that" : `${preposition} which`;
  const named = preposition === "" && (!what.startsWith("the number") || UNITS.test(noun)) ? /^(.*\S) (?:is|was|are|were|will be|would be)$/.exec(told)?.[1] : undefined;
  if (named !== undefined && (after === "" || STOPS.test(after.split(" ")[0] ?? ""))) return `${inside(named)}${after === "" ? "" : ` ${after}`}`;
  if (/\b(?:is|was|are|were|be|been|become|became)$/.test(told)) return undefined;
  return `${what} ${link} ${inside(told)}${after === "" ? "" : ` ${after}`}`;
}

const UNITS = /^(?:metres|kilometres|hectares|tonnes|kilograms|litres|megawatts|square metres|millimetres|centimetres|grams)$/;
const SIZED = /^(?<told>.*?)(?: (?<preposition>with|at|for|on|by|to|from|in))? (?:a|an|the|its) (?<thing>(?:[a-z-]+ ){0,3}[a-z-]+) of$/;

/** "offered a bonus of | 1,000 dollars |" → "the bonus that … offered". */
function namedSize(before: string, after: string): string | undefined {
  const { told = "", preposition, thing = "" } = SIZED.exec(before)?.groups ?? {};
  if (!isWholeClause(told) || thing.split(" ").some(word => isVerb(word) || STOPS.test(word)) || /^(?:total|number|average|maximum|sum)$/.test(thing)) return undefined;
  return `the ${thing} ${preposition === undefined ? "that" : `${preposition} which`} ${inside(told)}${after === "" ? "" : ` ${after}`}`;
}

function ofSubject(what: string | undefined, value: Value, after: string): string | undefined {
  if (value.kind === "percent") return ofWhole(after);
  const [first = "", second = ""] = after.split(" ");
  if (verbGroups(after.split(" ")) > 1) return undefined;
  return what === undefined || !(AUXILIARY.test(first) || plainVerb(first) !== undefined) || second === "" || value.kind === "money" ? undefined : `${what} that ${after}`;
}

/** "46 percent of pupils qualify for free lunches". */
function ofWhole(after: string): string | undefined {
  const words = after.split(" ");
  const verb = words.findIndex(isVerb);
  if (words[0] !== "of" || verb < 2 || verb > 6 || words.length < verb + 3 || verbGroups(words) > 1 || /^(?:them|those|these|what|whom|which)$/.test(words[1] ?? ""))
    return undefined;
  return `the percentage ${words.slice(0, verb).join(" ")} that ${words.slice(verb).join(" ")}`;
}

/** "rose 5 percent"; "pays 41 percent of the budget". */
function changed(before: string, value: Value, after: string): string | undefined {
  if (value.kind !== "percent" || /^(?:more|less|fewer|higher|lower|below|above)\b/.test(after)) return undefined;
  const part = /^of (?:the |its )?[^,]+?(?= (?:in|on|at|for|to|from|by|with|during|after|before|since)\b|$)/.exec(after)?.[0] ?? "";
  const verb = before.split(" ").at(-1) ?? "";
  if (isVerb(verb) && !/^(?:is|was|are|were|be|rose|fell|grew|dropped|increased|decreased|declined|gained|lost|climbed)$/.test(verb) && isWholeClause(before)) {
    const rest = after.slice(part.length).trim();
    return `the percentage ${part === "" ? "" : `${part} `}that ${inside(before)}${rest === "" ? "" : ` ${rest}`}`;
  }
  const told = /^(.*\b(?:rose|fell|grew|dropped|increased|decreased|declined|gained|lost|climbed))(?: by)?$/.exec(before)?.[1];
  return value.kind === "percent" && told !== undefined && isWholeClause(told) && !/^of\b/.test(after)
    ? `the percentage by which ${inside(told)}${after === "" ? "" : ` ${after}`}`
    : undefined;
}

const isClear = (label: string, { before, noun, after }: Around): boolean =>
  !LEANS.test(`${before} ${noun} ${after}`) &&
  label.length <= 130 &&
  label.split(" ").length >= 5 &&
  !isVagueInTime(label, "en") &&
  findValues(label, "en").length <= 2 &&
  !/ (?:each|for each|it|to close)$/.test(label);

/** "95 dollars a head" is set against nothing that is told in all. */
const PER = /^(?:a|an|each|every|per) [a-z]+\b/;

function measured(label: string, { noun, after }: Around, value: Value): Omit<Measure, "sentence"> {
  const whole = noun === "" ? value.text : `${value.text} ${noun}`;
  const head = noun.split(" ").at(-1) ?? "";
  const [number = "", unit = ""] = value.canonical.split(" ");
  const per = PER.exec(after)?.[0] ?? "";
  const matter =
    value.kind === "number"
      ? PEOPLE.test(head)
        ? "people"
        : head
      : `${value.kind} ${unit} ${value.kind === "percent" ? (label.startsWith("the percentage by") ? "change" : "share") : ""}`;
  const counted = matter === "people" && !/^(?:passengers|pupils|patients|children|runners|visitors|students|workers|employees|teachers)$/.test(noun) ? "people" : head;
  return {
    label,
    whole,
    told: `${label} is ${whole}`,
    matter: `${matter} ${per}`.trim(),
    amount: {
      kind: value.kind,
      text: value.text,
      canonical: value.canonical,
      order: Number(number),
      unit: value.kind === "number" ? `number ${counted}` : `${value.kind} ${unit}`,
      whole: value.text,
    },
  };
}

const PEOPLE =
  /^(?:people|passengers|pupils|patients|children|runners|visitors|students|workers|employees|teachers|residents|men|women|staff|volunteers|riders|drivers|members|nurses|doctors|guests|spectators|firefighters|customers|tenants|households|parents|farmers|users)$/;
