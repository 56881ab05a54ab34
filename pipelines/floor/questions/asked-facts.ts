// The facts of a material that can be asked for by a prepared schema, and the clauses that name and state them.

import type { z } from "zod";
import type { initPrompt, KnownFact } from "../../../schemas/questions/prompts.ts";
import { leafAt, recordOf } from "../../../schemas/rageval/paths.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { fold } from "../../text/fold.ts";
import { statesValue } from "../../text/stated-value.ts";
import { asSentence, givesAway, lowerFirst } from "./phrase.ts";
import { say } from "../wording.ts";

type Language = "zh" | "en";
type Variables = z.output<typeof initPrompt.variables>;

export interface AskedFact {
  readonly fact: KnownFact;
  readonly leaf: Leaf;
  readonly label: string;
  /** "the annual report on Foo". */
  readonly source: string;
  /** The fact with its document: "the revenue in the annual report on Foo". */
  readonly item: string;
  readonly value: string;
  /** The one that states it; null where no document does. */
  readonly sentence: number | null;
  /** The schema's questions for it that name its document and not its value. */
  readonly questions: readonly string[];
}

/** What can be asked of a material. */
export interface Askable {
  readonly language: Language;
  readonly schema: ScenarioSchema;
  readonly stated: readonly AskedFact[];
  /** What it states of the records in lists. */
  readonly records: readonly AskedFact[];
  /** What no sentence says. */
  readonly silent: readonly AskedFact[];
}

interface MaterialFacts {
  readonly schema: ScenarioSchema;
  readonly language: Language;
  /** All that is known of the material. */
  readonly facts: readonly KnownFact[];
  /** The sentences by their numbers. */
  readonly texts: ReadonlyMap<number, string>;
  /** The paths that bear a label, and those that have a value, by `keyOf`. */
  readonly labelled: ReadonlyMap<string, ReadonlySet<string>>;
  readonly valued: ReadonlyMap<string, ReadonlySet<string>>;
  /** Each document with the subject it is about, folded. */
  readonly subjects: readonly Pick<KnownFact, "document" | "subject">[];
}

const keyOf = (document: string, text: string): string => `${document} ${fold(text)}`;

function pathsBy(facts: readonly KnownFact[], field: "label" | "value"): Map<string, Set<string>> {
  const groups = groupBy(facts, fact => keyOf(fact.document, fact[field]));
  return new Map([...groups].map(([key, all]) => [key, new Set(all.map(({ path }) => path))]));
}

function subjectsOf(facts: readonly KnownFact[]): MaterialFacts["subjects"] {
  const named = groupBy(facts, ({ document, subject }) => `${document} ${subject}`);
  return [...named.values()].flatMap(([first]) =>
    first ? { document: first.document, subject: fold(first.subject) } : [],
  );
}

export function readFacts(
  { documents, facts }: Variables,
  schema: ScenarioSchema,
  language: Language,
): Askable {
  const texts = new Map(
    documents.flatMap(({ sentences }) => sentences.map(({ number, text }) => [number, text])),
  );
  const reading: MaterialFacts = {
    schema,
    language,
    facts,
    texts,
    labelled: pathsBy(facts, "label"),
    valued: pathsBy(facts, "value"),
    subjects: subjectsOf(facts),
  };
  const told = facts
    .filter(fact => isClause(fact.value, fact.subject) && isClear(fact, reading))
    .flatMap(fact => {
      const sentence = sentenceOf(fact, reading);
      return sentence === undefined ? [] : nameFact(fact, sentence, reading);
    });
  const isOfRecord = ({ fact }: AskedFact) => recordOf(fact.path) !== undefined;
  const silent = facts
    .filter(fact => isSilent(fact, reading))
    .flatMap(fact => nameFact(fact, null, reading));
  return {
    language,
    schema,
    stated: told.filter(ask => !isOfRecord(ask)),
    records: told.filter(isOfRecord),
    silent: silent.filter(ask => !isOfRecord(ask)),
  };
}

/** Nothing where no leaf of the schema asks for it: for an element of a list its label alone does not say which. */
function nameFact(
  fact: KnownFact,
  sentence: number | null,
  { schema, language }: MaterialFacts,
): AskedFact[] {
  const leaf = leafAt(schema, fact.path);
  // Of two options one is right by chance.
  if (!leaf || leaf.many || leaf.options?.length === 2) return [];
  const { subject } = fact;
  const label = plainLabel(leaf.label, language);
  const kind = documentKind(schema.scenario, language);
  const source = say("source", language, { subject, kind });
  const of = label.includes("的") ? "" : "的";
  const item = say("item", language, { subject, label, source, of });
  const isFair = (question: string) =>
    question.includes(subject) &&
    !/[{}]/.test(question) &&
    (fact.value === "" || !givesAway(question, fact.value, language));
  const questions = (leaf.questions ?? [])
    .map(question => question.replaceAll("{subject}", subject))
    .filter(isFair);
  return [{ fact, leaf, label, source, item, value: tidy(fact.value), sentence, questions }];
}

/** "annual report of a listed company" → "annual report"; "公司年度报告" → "年度报告". */
export function documentKind(scenario: string, language: "zh" | "en"): string {
  if (language === "zh") {
    const kind = scenario
      .trim()
      .replace(/^(?:一份|一篇|上市公司|公司|企业|医院|患者|法院|人民法院)+的?/, "");
    return /^\p{Script=Han}{2,14}$/u.test(kind) ? kind : "文件";
  }
  const bare = scenario.trim().replace(/^(?:an?|the)\s+/i, "");
  const [head = ""] = bare.split(
    /\s+(?:of|for|from|about|by|on|in|at|with|concerning|issued|to)\s/i,
  );
  return /^[\p{L}' -]{3,40}$/u.test(head) ? lowerFirst(head) : "document";
}

/** Without an article, its first letter small. */
export const plainLabel = (label: string, language: Language): string =>
  language === "zh" ? label.trim() : lowerFirst(label.trim().replace(/^(?:an?|the)\s+/i, ""));

const noContent = /^(?:无|没有|不详|未知|未提及|n\/?a|none|nil|unknown|not (?:stated|known))$/i;
// A longer value makes a question about a paragraph, which the summary type is for.
const maxValue = 120;

/** One clause that says something, and that the subject's name does not tell. */
export function isClause(written: string, subject: string): boolean {
  const value = tidy(written);
  return (
    value.length <= maxValue &&
    /[\p{L}\p{N}]/u.test(value) &&
    !noContent.test(value) &&
    !/[“”]|[。！？!?；;].|\.\s(?=\p{Lu})/u.test(value) &&
    !fold(subject).includes(fold(value)) &&
    !fold(value).includes(fold(subject))
  );
}

/** No other leaf of its document bears its label, and no other document of the material a name that holds its own. */
const isClear = ({ document, label, subject }: KnownFact, { labelled, subjects }: MaterialFacts) =>
  labelled.get(keyOf(document, label))?.size === 1 &&
  subjects.every(other => other.document === document || !other.subject.includes(fold(subject)));

/** Of several sentences that say a value the one that tells least besides; none where it may be another fact's. */
function sentenceOf(
  { document, path, value, sentences }: KnownFact,
  { facts, texts, language, valued }: MaterialFacts,
): number | undefined {
  const isShared = valued.get(keyOf(document, value))?.size !== 1;
  const saying = sentences.filter(number =>
    statesValue(texts.get(number) ?? "", tidy(value), language),
  );
  if (saying.length < 2) return saying[0];
  if (isShared) return undefined;
  const others = facts.filter(other => other.document === document && other.path !== path);
  const told = (number: number) => others.filter(other => other.sentences.includes(number)).length;
  return saying.toSorted((a, b) => told(a) - told(b))[0];
}

/** What a document was written without, unless nothing it says presupposes it. A value without a sentence stands elsewhere. */
function isSilent(fact: KnownFact, reading: MaterialFacts): boolean {
  const { facts, schema } = reading;
  const needs = schema.leaves.find(({ path }) => path === fact.path)?.onlyIf;
  const isMet = ({ document, path, value }: KnownFact) =>
    document === fact.document && path === needs?.path && needs.equals.includes(value);
  return fact.value === "" && isClear(fact, reading) && (needs === undefined || facts.some(isMet));
}

/** Without the full stop of the sentence it was (not that of "Ltd."). */
export const tidy = (value: string): string =>
  value
    .trim()
    .replace(/[。；;，,]+$/u, "")
    .replace(/(?<!\b(?:Ltd|Inc|Co|Corp|plc|Jr|Sr|[A-Z]))\.$/, "");

/** The fact as a clause, named with its document or by its label alone. What a form's line says is quoted. */
export function factClause(
  { fact: { type }, label, item, value }: AskedFact,
  language: Language,
  withDocument = true,
): string {
  const name = withDocument ? item : the(label, language);
  const phrase = type === "text" || type === "choice" ? "clause-quoted" : "clause";
  return say(phrase, language, { name, value, was: isPluralEn(label) ? "were" : "was" });
}

/** With its article, where the language has one. */
export const the = (label: string, language: Language): string => say("the", language, { label });

/** Facts in one sentence, and what follows from them in a further one. */
export function stateFacts(
  asks: readonly AskedFact[],
  language: Language,
  conclusions: readonly string[] = [],
): string {
  const [join, stop, gap] = language === "zh" ? ["；", "。", ""] : ["; ", ".", " "];
  return [asks.map(ask => factClause(ask, language)), conclusions]
    .filter(clauses => clauses.length > 0)
    .map(clauses => asSentence(clauses.join(join) + stop))
    .join(gap);
}

const singularS = /(?:ss|us|is|news|series|diabetes|rabies|herpes|measles|means|access)$/i;
const preposition =
  /\s(?:of|in|for|by|at|on|from|to|with|during|against|per|under|after|before|among|between|as|upon)\s/i;

/** The words before the first preposition: "cost" of "cost of the stay". */
export const headEn = (label: string): string => label.split(preposition)[0]?.trim() ?? label;

export function isPluralEn(label: string): boolean {
  const head = headEn(label).split(/\s+/).at(-1) ?? "";
  return /[a-z]s$/i.test(head) && !/['’]s$/.test(head) && !singularS.test(head);
}
