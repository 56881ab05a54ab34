// The facts in a source that a prepared schema has questions for, and the clauses that name and state them.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { z } from "zod";
import type { initPrompt, KnownFact } from "../../../schemas/questions/prompts.ts";
import { leafAt, recordOf } from "../../../schemas/rageval/paths.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { fold } from "../../text/fold.ts";
import { statesValue } from "../../text/stated-value.ts";
import { givesAway, lowerFirst, fillPhrase, clausesAsSentence } from "../wording.ts";

type Variables = z.output<typeof initPrompt.variables>;

export interface AskableFact {
  readonly fact: KnownFact;
  readonly leaf: Leaf;
  readonly label: string;
  /** "the annual report on Foo". */
  readonly source: string;
  /** The fact with its document: "the revenue in the annual report on Foo". */
  readonly factInDocument: string;
  readonly value: string;
  /** The sentence that states it; null if no document does. */
  readonly sentence: number | null;
  /** The schema's questions for it that name its document but not its value. */
  readonly questions: readonly string[];
}

/** What can be asked about a material. */
export interface AskableMaterial {
  readonly language: Language;
  readonly schema: ScenarioSchema;
  readonly statedFacts: readonly AskableFact[];
  /** Its facts in records of lists. */
  readonly records: readonly AskableFact[];
  /** Facts that no sentence states. */
  readonly unstatedFacts: readonly AskableFact[];
}

interface MaterialFacts {
  readonly schema: ScenarioSchema;
  /** All known facts of the material. */
  readonly facts: readonly KnownFact[];
  /** The sentences by their numbers. */
  readonly sentenceTexts: ReadonlyMap<number, string>;
}

export function findAskableFacts(
  { documents, facts }: Variables,
  schema: ScenarioSchema,
): AskableMaterial {
  const sentenceTexts = new Map(
    documents.flatMap(({ sentences }) => sentences.map(({ number, text }) => [number, text])),
  );
  const material: MaterialFacts = { schema, facts, sentenceTexts };
  const factsInSentences = facts
    .filter(fact => isClause(fact.value, fact.subject) && isClear(fact, facts))
    .flatMap(fact => {
      const sentence = sentenceOf(fact, material);
      return sentence === undefined ? [] : toAskableFacts(fact, sentence, material);
    });
  const isOfRecord = ({ fact }: AskableFact) => recordOf(fact.path) !== undefined;
  const unstatedFacts = facts
    .filter(fact => isOmitted(fact, material))
    .flatMap(fact => toAskableFacts(fact, null, material));
  return {
    language: schema.language,
    schema,
    statedFacts: factsInSentences.filter(askedFact => !isOfRecord(askedFact)),
    records: factsInSentences.filter(isOfRecord),
    unstatedFacts: unstatedFacts.filter(askedFact => !isOfRecord(askedFact)),
  };
}

/** The fact with its names and questions; empty if no leaf of the schema asks for it: the label of a list's element does not say which element. */
function toAskableFacts(
  fact: KnownFact,
  sentence: number | null,
  { schema }: MaterialFacts,
): AskableFact[] {
  const { language } = schema;
  const leaf = leafAt(schema, fact.path);
  // With two options, a guess is right half the time.
  if (!leaf || leaf.many || leaf.options?.length === 2) return [];
  const { subject } = fact;
  const label = plainLabel(leaf.label, language);
  const kind = documentKind(schema.scenario, language);
  const source = fillPhrase("source", language, { subject, kind });
  const particle = label.includes("的") ? "" : "的";
  const factInDocument = fillPhrase("item", language, { subject, label, source, of: particle });
  const isFair = (question: string) =>
    question.includes(subject) &&
    !/[{}]/.test(question) &&
    (fact.value === "" || !givesAway(question, fact.value, language));
  const questions = (leaf.questions ?? [])
    .map(question => question.replaceAll("{subject}", subject))
    .filter(isFair);
  return [
    {
      fact,
      leaf,
      label,
      source,
      factInDocument,
      value: withoutFullStop(fact.value),
      sentence,
      questions,
    },
  ];
}

/** "annual report of a listed company" → "annual report"; "公司年度报告" → "年度报告". */
export function documentKind(scenario: string, language: "zh" | "en"): string {
  if (language === "zh") {
    const kind = scenario
      .trim()
      .replace(/^(?:一份|一篇|上市公司|公司|企业|医院|患者|法院|人民法院)+的?/, "");
    return /^\p{Script=Han}{2,14}$/u.test(kind) ? kind : "文件";
  }
  const withoutArticle = scenario.trim().replace(/^(?:an?|the)\s+/i, "");
  const [head = ""] = withoutArticle.split(
    /\s+(?:of|for|from|about|by|on|in|at|with|concerning|issued|to)\s/i,
  );
  return /^[\p{L}' -]{3,40}$/u.test(head) ? lowerFirst(head) : "document";
}

/** The label without its article, with a lower-case first letter. */
export const plainLabel = (label: string, language: Language): string =>
  language === "zh" ? label.trim() : lowerFirst(label.trim().replace(/^(?:an?|the)\s+/i, ""));

const emptyValue = /^(?:无|没有|不详|未知|未提及|n\/?a|none|nil|unknown|not (?:stated|known))$/i;
// A longer value would ask for a paragraph, which is what the summary type is for.
const maxValueLength = 120;

/** Whether a value is one clause that says something the subject's name does not. */
export function isClause(fullValue: string, subject: string): boolean {
  const value = withoutFullStop(fullValue);
  return (
    value.length <= maxValueLength &&
    /[\p{L}\p{N}]/u.test(value) &&
    !emptyValue.test(value) &&
    !/[“”]|[。！？!?；;].|\.\s(?=\p{Lu})/u.test(value) &&
    !fold(subject).includes(fold(value)) &&
    !fold(value).includes(fold(subject))
  );
}

/** Whether another fact of its document has the same label or value. */
const isShared = (fact: KnownFact, field: "label" | "value", facts: readonly KnownFact[]) =>
  facts.some(
    ({ document, path, [field]: text }) =>
      document === fact.document && path !== fact.path && fold(text) === fold(fact[field]),
  );

/** Whether its label is unique in its document, and no other subject of the material contains its subject's name. */
const isClear = (fact: KnownFact, facts: readonly KnownFact[]) =>
  !isShared(fact, "label", facts) &&
  facts.every(
    ({ document, subject }) =>
      document === fact.document || !fold(subject).includes(fold(fact.subject)),
  );

/** Of several sentences with a value, the one that says the least beyond it; none if the value may belong to another fact. */
function sentenceOf(
  fact: KnownFact,
  { facts, sentenceTexts, schema }: MaterialFacts,
): number | undefined {
  const statingSentences = fact.sentences.filter(number =>
    statesValue(sentenceTexts.get(number) ?? "", withoutFullStop(fact.value), schema.language),
  );
  if (statingSentences.length < 2) return statingSentences[0];
  if (isShared(fact, "value", facts)) return undefined;
  const factCount = (number: number) =>
    facts.filter(({ sentences }) => sentences.includes(number)).length;
  return statingSentences.toSorted((a, b) => factCount(a) - factCount(b))[0];
}

/** Whether a document was written without this fact although its condition holds. A value without a sentence is stated elsewhere. */
function isOmitted(fact: KnownFact, { facts, schema }: MaterialFacts): boolean {
  const condition = schema.leaves.find(({ path }) => path === fact.path)?.onlyIf;
  const isMet = ({ document, path, value }: KnownFact) =>
    document === fact.document && path === condition?.path && condition.equals.includes(value);
  return (
    fact.value === "" && isClear(fact, facts) && (condition === undefined || facts.some(isMet))
  );
}

/** The value without the full stop of a sentence (but with that of "Ltd."). */
export const withoutFullStop = (value: string): string =>
  value
    .trim()
    .replace(/[。；;，,]+$/u, "")
    .replace(/(?<!\b(?:Ltd|Inc|Co|Corp|plc|Jr|Sr|[A-Z]))\.$/, "");

/** The fact as a clause, named with its document or by its label alone. Lines of a form are quoted. */
export function factClause(
  { fact: { type }, label, factInDocument, value }: AskableFact,
  language: Language,
  withDocument = true,
): string {
  const name = withDocument ? factInDocument : withArticle(label, language);
  const phrase = type === "text" || type === "choice" ? "clause-quoted" : "clause";
  return fillPhrase(phrase, language, { name, value, was: isPluralEn(label) ? "were" : "was" });
}

/** The label with its article, if the language has one. */
export const withArticle = (label: string, language: Language): string =>
  fillPhrase("the", language, { label });

/** The facts in one sentence, and the conclusions from them in another. */
export function stateFacts(
  askedFacts: readonly AskableFact[],
  language: Language,
  conclusions: readonly string[] = [],
): string {
  return [askedFacts.map(askedFact => factClause(askedFact, language)), conclusions]
    .filter(clauses => clauses.length > 0)
    .map(clauses => clausesAsSentence(clauses, language))
    .join(language === "zh" ? "" : " ");
}

const singularS = /(?:ss|us|is|news|series|diabetes|rabies|herpes|measles|means|access)$/i;
const preposition =
  /\s(?:of|in|for|by|at|on|from|to|with|during|against|per|under|after|before|among|between|as|upon)\s/i;

/** The words before the first preposition: "cost" of "cost of the stay". */
export const headWordsEn = (label: string): string => label.split(preposition)[0]?.trim() ?? label;

export function isPluralEn(label: string): boolean {
  const head = headWordsEn(label).split(/\s+/).at(-1) ?? "";
  return /[a-z]s$/i.test(head) && !/['’]s$/.test(head) && !singularS.test(head);
}
