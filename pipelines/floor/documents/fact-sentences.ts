// Writes one sentence for one fact from the leaf's statements: with the exact value and the subject's name.

import {
  fillPattern,
  leafAt,
  placeholdersOf,
  withoutElement,
} from "../../../schemas/rageval/paths.ts";
import { shuffle } from "../../text/random.ts";
import { tidy } from "../questions/askable-facts.ts";
import { lowerFirst, upperFirst } from "../questions/phrase.ts";
import { say } from "../wording.ts";
import { type Fact, type SectionFacts, valueAt } from "./section-facts.ts";

export interface FactSentence {
  readonly text: string;
  /** Whether it begins with the subject's name: two in a row are tedious. */
  readonly opensWithName: boolean;
}

export interface Place {
  /** Whether it is the first sentence of a paragraph: it names the subject and refers to nothing before. */
  readonly first: boolean;
  readonly before: FactSentence | undefined;
}

const POINTS_BACK =
  /^(?:It |This |That |These |Since then|Then |Thereafter|Later|In addition|Besides|Beside |Moreover|Also|There|He |She |They |其|该|此|上述|随后|另|同时|同日|次日)|(?:上述|此后)/;
// "Address: {value}." and "{court}，{value}。" are lines of a form, not sentences.
const LABELLED =
  /^(?:(?:\{subject\}的)?[^{}，。,.:：]{1,40}[:：]|\{[^{}]+\}[，,])\s?\{value\}[。.]?$/;

/** A statement of the fact with its value, as one sentence. */
export const writeFact = (fact: Fact, section: SectionFacts, place: Place): FactSentence =>
  fact.since === null
    ? writeWith(statementsFor(fact, section), fact, section, place)
    : { text: fill(ownPattern("fact-since", fact, section), fact, section), opensWithName: false };

/** The statement of the fact that fits its place best; the first among equals. */
export function writeWith(
  usable: readonly string[],
  fact: Fact,
  section: SectionFacts,
  place: Place,
): FactSentence {
  const rank = (template: string): number =>
    4 * Number(!place.first || !POINTS_BACK.test(template)) +
    2 * Number(isNaming(nameStem(template, fact, section), section)) +
    Number(!place.before?.opensWithName || !opensWithName(template, section));
  const [template = "{value}"] = usable.toSorted((a, b) => rank(b) - rank(a));
  const naming = nameStem(template, fact, section);
  const isNamed = isNaming(naming, section) || section.naming.has(fact.path);
  const led = isNamed || !place.first ? naming : leadIn(naming, section);
  return { text: fill(led, fact, section), opensWithName: opensWithName(led, section) };
}

/** Our own statement, regardless of the leaf's: a value that holds from a day is stated with that day. */
const ownPattern = (phrase: string, { label, since }: Fact, { language }: SectionFacts): string =>
  say(phrase, language, { label, since: since ?? "", subject: "{subject}", value: "{value}" });

// Statements whose placeholders all have a value, in a drawn order; lines like "Address: {value}." only if there is nothing else.
function statementsFor(fact: Fact, section: SectionFacts): string[] {
  const known = (name: string) =>
    name === "value" || name === "subject" || valueAt(section, name) !== undefined;
  const own = leafAt(section.schema, fact.path)?.statements ?? [];
  const usable = own.filter(
    template => template.includes("{value}") && placeholdersOf(template).every(known),
  );
  const running = usable.filter(template => !LABELLED.test(template));
  const plain = [ownPattern("fact", fact, section)];
  return shuffle(section.draw, [running, usable, plain].find(list => list.length > 0) ?? []);
}

const isNaming = (template: string, { naming }: SectionFacts) =>
  placeholdersOf(template).some(name => name === "subject" || naming.has(name));

const opensWithName = (template: string, { naming }: SectionFacts) =>
  template.startsWith("{subject}") ||
  [...naming.keys()].some(path => template.replace(/^被告人|^患者/, "").startsWith(`{${path}}`));

/** "the defendant" becomes the defendant's name, 被告人 is followed by it: a leaf of the subject whose label says who that is. */
function nameStem(template: string, fact: Fact, section: SectionFacts): string {
  const { naming, language } = section;
  if (isNaming(template, section) || naming.has(withoutElement(fact.path))) return template;
  const named = [...naming.keys()].map(path => {
    const leaf = leafAt(section.schema, path);
    const stem = leaf?.label.replace(/姓名|名称| name$|^name of the /g, "") ?? "";
    const isPerson = leaf?.type === "person";
    // "The court" of a case is left as it is; a person, or the only company, is named.
    if (stem === "" || !(isPerson || (language === "en" && naming.size === 1))) return template;
    if (language === "en")
      return template.replace(new RegExp(`\\b[Tt]he ${stem}\\b(?! \\{)`), `{${path}}`);
    // 被告人{value} is already named if the value is a name.
    const after = fact.type === "person" ? "\\{|" : "";
    return template.replace(new RegExp(`${stem}(?!${after}一方|本人)`), `${stem}{${path}}`);
  });
  return named.find(one => one !== template) ?? template;
}

const isCase = (subject: string) => /一案$|\bcase\b|\bproceedings\b/i.test(subject);

function leadIn(template: string, { language, subject }: SectionFacts): string {
  return say(isCase(subject) ? "lead-in-case" : "claim-of", language, {
    subject: "{subject}",
    claim: template,
    low: template.startsWith("{") ? template : lowerFirst(template),
  });
}

// A value's final full stop is dropped for that of the statement; the letter after "a" decides whether it is "an".
function fill(template: string, fact: Fact, section: SectionFacts): string {
  const { subject, language } = section;
  const n = /^(?:[aeio]|u(?!n[ei]|se|ti)|8|11(?!\d)|18(?!\d))/i.test(fact.value) ? "n" : "";
  const articled = template.replace(/\b([Aa])n? \{value\}/g, `$1${n} {value}`);
  const own: Readonly<Record<string, string>> = { value: tidy(fact.value), subject };
  const valueOf = (name: string) => own[name] ?? valueAt(section, name) ?? "";
  return smoothed(fillPattern(articled, valueOf) ?? "", language);
}

const smoothed = (text: string, language: "zh" | "en"): string =>
  language === "zh"
    ? text.replace(/。(?=[，；。])/g, "").replace(/(?<=\p{Script=Han})\s(?=\p{Script=Han})/gu, "")
    : upperFirst(text.replace(/\.\.(?=\s|$)/g, ".").replace(/\bthe the\b/gi, "the"));
