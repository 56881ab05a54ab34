// Writes one sentence for one fact or one record, from the schema's statements: with exact values and the subject's name.

import {
  fillPattern,
  leafAt,
  placeholdersOf,
  withoutElement,
  isElementOf,
} from "../../../schemas/rageval/paths.ts";
import { shuffle } from "../../text/random.ts";
import { withoutFullStop } from "../questions/askable-facts.ts";
import { lowerFirst, upperFirst, fillPhrase } from "../wording.ts";
import { escapeRegExp } from "../../text/escape-reg-exp.ts";
import type { z } from "zod";
import type { SectionFact } from "../../../schemas/rageval/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";

export type Fact = z.output<typeof SectionFact>;

export interface SectionFacts {
  readonly language: "zh" | "en";
  readonly draw: (n: number) => number;
  readonly subject: string;
  readonly schema: ScenarioSchema;
  readonly facts: readonly Fact[];
  /** The leaves the subject is made from, with their values. */
  readonly naming: ReadonlyMap<string, string>;
}

/** The values of the leaves that a subject is made from, by its pattern ("{hospital} {patient}"). Empty if the subject does not match. */
export function readSubject(pattern: string, subject: string): Map<string, string> {
  const literals = pattern.split(/\{[^{}]+\}/).map(escapeRegExp);
  const subjectPattern = new RegExp(`^${literals.join("(.{1,80}?)")}$`, "u");
  const [, ...values] = subjectPattern.exec(subject.trim()) ?? [];
  const names = placeholdersOf(pattern);
  return new Map(values.map((value, index) => [names[index] ?? "", value]));
}

/** The value a statement may name: one of the section's facts, or part of the subject. */
const valueAt = ({ facts, naming }: SectionFacts, path: string): string | undefined =>
  facts.find(fact => fact.path === path)?.value ?? naming.get(path);

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

const backReference =
  /^(?:It |This |That |These |Since then|Then |Thereafter|Later|In addition|Besides|Beside |Moreover|Also|There|He |She |They |其|该|此|上述|随后|另|同时|同日|次日)|(?:上述|此后)/;
// "Address: {value}." and "{court}，{value}。" are lines of a form, not sentences.
const labelledLine =
  /^(?:(?:\{subject\}的)?[^{}，。,.:：]{1,40}[:：]|\{[^{}]+\}[，,])\s?\{value\}[。.]?$/;

/** A statement of the fact with its value, as one sentence. */
export const writeFact = (
  fact: Fact,
  section: SectionFacts,
  position: SentencePosition,
): FactSentence =>
  fact.since === null
    ? writeStatement(statementsFor(fact, section), fact, section, position)
    : {
        text: fill(patternFromWording("fact-since", fact, section), fact, section),
        opensWithName: false,
      };

/** The statement of the fact that fits its place best; ties go to the first. */
function writeStatement(
  statements: readonly string[],
  fact: Fact,
  section: SectionFacts,
  position: SentencePosition,
): FactSentence {
  const rank = (template: string): number =>
    4 * Number(!position.isFirst || !backReference.test(template)) +
    2 * Number(namesSubject(insertName(template, fact, section), section)) +
    Number(!position.previous?.opensWithName || !opensWithName(template, section));
  const [template = "{value}"] = statements.toSorted((a, b) => rank(b) - rank(a));
  const namedTemplate = insertName(template, fact, section);
  const isNamed = namesSubject(namedTemplate, section) || section.naming.has(fact.path);
  const finalTemplate =
    isNamed || !position.isFirst ? namedTemplate : addLeadIn(namedTemplate, section);
  return {
    text: fill(finalTemplate, fact, section),
    opensWithName: opensWithName(finalTemplate, section),
  };
}

/** A statement from wording.yaml in place of the leaf's: a value that applies from a certain day is stated with that day. */
const patternFromWording = (
  phrase: string,
  { label, since }: Fact,
  { language }: SectionFacts,
): string =>
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
  const sentences = usableStatements.filter(template => !labelledLine.test(template));
  const fallback = [patternFromWording("fact", fact, section)];
  return shuffle(
    section.draw,
    [sentences, usableStatements, fallback].find(list => list.length > 0) ?? [],
  );
}

const namesSubject = (template: string, { naming }: SectionFacts) =>
  placeholdersOf(template).some(name => name === "subject" || naming.has(name));

const opensWithName = (template: string, { naming }: SectionFacts) =>
  template.startsWith("{subject}") ||
  [...naming.keys()].some(path => template.replace(/^被告人|^患者/, "").startsWith(`{${path}}`));

/** Inserts a name: "the defendant" becomes the defendant's name, and 被告人 is followed by it, if a leaf of the subject has that label. */
function insertName(template: string, fact: Fact, section: SectionFacts): string {
  const { naming, language } = section;
  if (namesSubject(template, section) || naming.has(withoutElement(fact.path))) return template;
  const namedTemplates = [...naming.keys()].map(path => {
    const leaf = leafAt(section.schema, path);
    const stem = leaf?.label.replace(/姓名|名称| name$|^name of the /g, "") ?? "";
    const isPerson = leaf?.type === "person";
    // "The court" of a case is left as it is; a person, or the only company, is named.
    if (stem === "" || !(isPerson || (language === "en" && naming.size === 1))) return template;
    if (language === "en")
      return template.replace(new RegExp(`\\b[Tt]he ${stem}\\b(?! \\{)`), `{${path}}`);
    // 被告人{value} is already named if the value is a name.
    const excluded = fact.type === "person" ? "\\{|一方|本人" : "一方|本人";
    return template.replace(new RegExp(`${stem}(?!${excluded})`), `${stem}{${path}}`);
  });
  return namedTemplates.find(candidate => candidate !== template) ?? template;
}

function addLeadIn(template: string, { language, subject }: SectionFacts): string {
  const isCase = /一案$|\bcase\b|\bproceedings\b/i.test(subject);
  return fillPhrase(isCase ? "lead-in-case" : "claim-of", language, {
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
  const value = withoutFullStop(fact.value);
  const valueOf = (name: string) =>
    name === "value" ? value : name === "subject" ? subject : (valueAt(section, name) ?? "");
  return smooth(fillPattern(templateWithArticles, valueOf) ?? "", language);
}

const smooth = (text: string, language: "zh" | "en"): string =>
  language === "zh"
    ? text.replace(/。(?=[，；。])/g, "").replace(/(?<=\p{Script=Han})\s(?=\p{Script=Han})/gu, "")
    : upperFirst(text.replace(/\.\.(?=\s|$)/g, ".").replace(/\bthe the\b/gi, "the"));

function readRecord(facts: readonly Fact[], { schema }: SectionFacts) {
  const [, number = "1"] = /\/(\d+)\/[^/]+$/.exec(facts[0]?.path ?? "") ?? [];
  const list = schema.leaves.find(leaf => isElementOf(leaf.path, facts[0]?.path ?? ""));
  const nameOf = ({ path }: Fact) => path.split("/").at(-1) ?? "";
  const values = facts.map(fact => [nameOf(fact), withoutFullStop(fact.value)] as const);
  return { list, number, values: new Map(values) };
}

/** "Count 2: date 3 May 2021; amount US$300". */
export function recordLine(facts: readonly Fact[], section: SectionFacts): string {
  const { list, number, values } = readRecord(facts, section);
  const labelOf = (name: string) => list?.fields?.find(({ path }) => path === name)?.label ?? name;
  const entries = [...values].map(
    ([name, value]) => `${labelOf(name)}${section.language === "zh" ? "" : " "}${value}`,
  );
  return fillPhrase("record", section.language, {
    number,
    label: list?.label ?? "",
    Label: upperFirst(list?.label ?? ""),
    list: entries.join(section.language === "zh" ? "，" : "; "),
  });
}

/** A statement of the list with all fields of the record; a labelled line if no statement has all of them. */
export function writeRecord(
  facts: readonly Fact[],
  section: SectionFacts,
  position: SentencePosition,
): FactSentence {
  const { list, number, values } = readRecord(facts, section);
  const fullStatements = (list?.statements ?? []).filter(statement =>
    [...values.keys()].every(name => placeholdersOf(statement).includes(name)),
  );
  const line = `${recordLine(facts, section)}${section.language === "zh" ? "。" : "."}`;
  const [fact] = facts;
  if (fact === undefined || fullStatements.length === 0)
    return { text: line, opensWithName: false };
  // Placeholders outside the record (the subject, another leaf) are filled as in any statement.
  const recordFacts = [...values, ["n", number] as const].map(([path, value]) => ({
    ...fact,
    path,
    value,
  }));
  return writeStatement(
    shuffle(section.draw, fullStatements),
    { ...fact, type: "text", value: "" },
    { ...section, facts: [...recordFacts, ...section.facts] },
    position,
  );
}
