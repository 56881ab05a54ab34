// Writes one sentence for one fact from the leaf's statements: with the exact value and the subject's name.

import {
  fillPattern,
  leafAt,
  placeholdersOf,
  withoutElement,
} from "../../../schemas/rageval/paths.ts";
import { shuffle } from "../../text/random.ts";
import { withoutFullStop } from "../questions/askable-facts.ts";
import { lowerFirst, upperFirst } from "../questions/phrase.ts";
import { fillPhrase } from "../wording.ts";
import { type Fact, type SectionFacts, valueAt } from "./section-facts.ts";

export interface FactSentence {
  readonly text: string;
  /** Whether it begins with the subject's name: two such sentences in a row are tedious. */
  readonly opensWithName: boolean;
}

export interface SentencePosition {
  /** Whether it is the first sentence of a paragraph: it names the subject and refers to nothing before it. */
  readonly isFirst: boolean;
  readonly previous: FactSentence | undefined;
}

const BACK_REFERENCE =
  /^(?:It |This |That |These |Since then|Then |Thereafter|Later|In addition|Besides|Beside |Moreover|Also|There|He |She |They |其|该|此|上述|随后|另|同时|同日|次日)|(?:上述|此后)/;
// "Address: {value}." and "{court}，{value}。" are lines of a form, not sentences.
const LABELLED_LINE =
  /^(?:(?:\{subject\}的)?[^{}，。,.:：]{1,40}[:：]|\{[^{}]+\}[，,])\s?\{value\}[。.]?$/;

/** A statement of the fact with its value, as one sentence. */
export const writeFact = (
  fact: Fact,
  section: SectionFacts,
  place: SentencePosition,
): FactSentence =>
  fact.since === null
    ? writeStatement(statementsFor(fact, section), fact, section, place)
    : { text: fill(ownPattern("fact-since", fact, section), fact, section), opensWithName: false };

/** The statement of the fact that fits its place best; ties go to the first. */
export function writeStatement(
  statements: readonly string[],
  fact: Fact,
  section: SectionFacts,
  place: SentencePosition,
): FactSentence {
  const rank = (template: string): number =>
    4 * Number(!place.isFirst || !BACK_REFERENCE.test(template)) +
    2 * Number(isNaming(nameStem(template, fact, section), section)) +
    Number(!place.previous?.opensWithName || !opensWithName(template, section));
  const [template = "{value}"] = statements.toSorted((a, b) => rank(b) - rank(a));
  const namedTemplate = nameStem(template, fact, section);
  const isNamed = isNaming(namedTemplate, section) || section.naming.has(fact.path);
  const finalTemplate = isNamed || !place.isFirst ? namedTemplate : leadIn(namedTemplate, section);
  return {
    text: fill(finalTemplate, fact, section),
    opensWithName: opensWithName(finalTemplate, section),
  };
}

/** A statement from wording.yaml in place of the leaf's: a value that holds from a day is stated with that day. */
const ownPattern = (phrase: string, { label, since }: Fact, { language }: SectionFacts): string =>
  fillPhrase(phrase, language, {
    label,
    since: since ?? "",
    subject: "{subject}",
    value: "{value}",
  });

// Statements whose placeholders all have a value, in random order; lines like "Address: {value}." only if there is nothing else.
function statementsFor(fact: Fact, section: SectionFacts): string[] {
  const isKnown = (name: string) =>
    name === "value" || name === "subject" || valueAt(section, name) !== undefined;
  const leafStatements = leafAt(section.schema, fact.path)?.statements ?? [];
  const usableStatements = leafStatements.filter(
    template => template.includes("{value}") && placeholdersOf(template).every(isKnown),
  );
  const sentences = usableStatements.filter(template => !LABELLED_LINE.test(template));
  const fallback = [ownPattern("fact", fact, section)];
  return shuffle(
    section.draw,
    [sentences, usableStatements, fallback].find(list => list.length > 0) ?? [],
  );
}

const isNaming = (template: string, { naming }: SectionFacts) =>
  placeholdersOf(template).some(name => name === "subject" || naming.has(name));

const opensWithName = (template: string, { naming }: SectionFacts) =>
  template.startsWith("{subject}") ||
  [...naming.keys()].some(path => template.replace(/^被告人|^患者/, "").startsWith(`{${path}}`));

/** "the defendant" becomes the defendant's name, and 被告人 is followed by it, if a leaf of the subject has that label. */
function nameStem(template: string, fact: Fact, section: SectionFacts): string {
  const { naming, language } = section;
  if (isNaming(template, section) || naming.has(withoutElement(fact.path))) return template;
  const namedTemplates = [...naming.keys()].map(path => {
    const leaf = leafAt(section.schema, path);
    const stem = leaf?.label.replace(/姓名|名称| name$|^name of the /g, "") ?? "";
    const isPerson = leaf?.type === "person";
    // "The court" of a case is left as it is; a person, or the only company, is named.
    if (stem === "" || !(isPerson || (language === "en" && naming.size === 1))) return template;
    if (language === "en")
      return template.replace(new RegExp(`\\b[Tt]he ${stem}\\b(?! \\{)`), `{${path}}`);
    // 被告人{value} is already named if the value is a name.
    const excludedPrefix = fact.type === "person" ? "\\{|" : "";
    return template.replace(
      new RegExp(`${stem}(?!${excludedPrefix}一方|本人)`),
      `${stem}{${path}}`,
    );
  });
  return namedTemplates.find(candidate => candidate !== template) ?? template;
}

const isCase = (subject: string) => /一案$|\bcase\b|\bproceedings\b/i.test(subject);

function leadIn(template: string, { language, subject }: SectionFacts): string {
  return fillPhrase(isCase(subject) ? "lead-in-case" : "claim-of", language, {
    subject: "{subject}",
    claim: template,
    low: template.startsWith("{") ? template : lowerFirst(template),
  });
}

// A value's final full stop is dropped in favour of the statement's; the letter after "a" decides whether it is "an".
function fill(template: string, fact: Fact, section: SectionFacts): string {
  const { subject, language } = section;
  const ending = /^(?:[aeio]|u(?!n[ei]|se|ti)|8|11(?!\d)|18(?!\d))/i.test(fact.value) ? "n" : "";
  const templateWithArticles = template.replace(/\b([Aa])n? \{value\}/g, `$1${ending} {value}`);
  const givenValues: Readonly<Record<string, string>> = {
    value: withoutFullStop(fact.value),
    subject,
  };
  const valueOf = (name: string) => givenValues[name] ?? valueAt(section, name) ?? "";
  return smooth(fillPattern(templateWithArticles, valueOf) ?? "", language);
}

const smooth = (text: string, language: "zh" | "en"): string =>
  language === "zh"
    ? text.replace(/。(?=[，；。])/g, "").replace(/(?<=\p{Script=Han})\s(?=\p{Script=Han})/gu, "")
    : upperFirst(text.replace(/\.\.(?=\s|$)/g, ".").replace(/\bthe the\b/gi, "the"));
