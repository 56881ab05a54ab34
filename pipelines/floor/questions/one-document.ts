// Questions about facts of one document: a single fact, an unanswerable one, a section's facts, and two that are combined.

import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import type { Leaf, ScenarioSchema, Agreement } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { type Draw, pick } from "../../text/random.ts";
import {
  type AskableMaterial,
  type AskableFact,
  factClause,
  headWordsEn,
  stateFacts,
  withArticle,
} from "./askable-facts.ts";
import { chunks, type Construction, countDerivation } from "./construction.ts";
import { distanceOf, type FactAmount, factAmountsOf, calculatedQuestion } from "./fact-amount.ts";
import { asSentence, givesAway, listOf, fillPhrase, countedList, joinClauses } from "../wording.ts";
import { isElementOf } from "../../../schemas/rageval/paths.ts";

/** Questions about single facts in the schema's own words. */
const askEach = (
  askedFacts: readonly AskableFact[],
  draw: Draw,
  answerOf: (askedFact: AskableFact) => string,
): Construction[] =>
  askedFacts
    .filter(({ questions }) => questions.length > 0)
    .map(askedFact => ({
      facts: [askedFact],
      question: pick(draw, askedFact.questions),
      answer: answerOf(askedFact),
    }));

export const factualQuestions = (
  { statedFacts, records, language }: AskableMaterial,
  draw: Draw,
): Construction[] =>
  askEach([...statedFacts, ...records], draw, askedFact => stateFacts([askedFact], language));

export const unanswerableQuestions = (
  { unstatedFacts, language }: AskableMaterial,
  draw: Draw,
): Construction[] => askEach(unstatedFacts, draw, () => unanswerableAnswer[language]);

const minInSummary = 3;
/** Maximum number of names in a readable question. */
const maxInSummary = 6;

/** Questions about what a document says in one section, as few as possible. */
export const summaryQuestions = ({ statedFacts, language }: AskableMaterial): Construction[] =>
  [...groupBy(statedFacts, ({ fact, leaf }) => `${fact.document}\n${leaf.section}`).values()]
    .flatMap(askedFacts => {
      // As few parts as the limit allows, as even as possible.
      const parts = Math.ceil(askedFacts.length / maxInSummary);
      return chunks(askedFacts, Math.ceil(askedFacts.length / parts));
    })
    .filter(askedFacts => askedFacts.length >= minInSummary)
    .map(askedFacts => summaryOf(askedFacts, language))
    .filter(
      ({ facts, question }) => !facts.some(({ value }) => givesAway(question, value, language)),
    );

function summaryOf(askedFacts: readonly AskableFact[], language: "zh" | "en"): Construction {
  const source = askedFacts[0]?.source ?? "";
  const labels = askedFacts.map(({ label }) => withArticle(label, language));
  const clauses = askedFacts.map(askedFact => factClause(askedFact, language, false));
  const list = joinClauses(clauses, language);
  return {
    facts: askedFacts,
    question: fillPhrase("summary?", language, { source, list: listOf(labels, language) }),
    answer: asSentence(fillPhrase("summary", language, { source, list })),
  };
}

/** Questions about the difference between two related dates or amounts. */
export const multiHopQuestions = (askable: AskableMaterial): Construction[] =>
  [
    ...groupBy(
      factAmountsOf(askable.statedFacts),
      ({ askedFact }) => askedFact.fact.document,
    ).values(),
  ].flatMap(rows =>
    rows.flatMap((first, index) =>
      rows.slice(index + 1).flatMap(second => distanceQuestion(first, second, askable)),
    ),
  );

function distanceQuestion(
  first: FactAmount,
  second: FactAmount,
  { schema, language }: AskableMaterial,
): Construction[] {
  // Percentages of different things (a margin, a growth rate) cannot be subtracted.
  if (first.kind === "percent" || !isRelated(first.askedFact.leaf, second.askedFact.leaf, schema))
    return [];
  const derivation = distanceOf(first, second, language);
  if (derivation === undefined) return [];
  const names = {
    one: first.askedFact.label,
    other: second.askedFact.label,
    source: first.askedFact.source,
  };
  const phrase = first.kind === "date" ? "time-between" : "difference";
  return [
    calculatedQuestion(
      [first.askedFact, second.askedFact],
      { ...names, phrase, derivation },
      language,
    ),
  ];
}

/** Whether two leaves are related: dates of one course of events; amounts of one sort, or of one sum. */
function isRelated(first: Leaf, second: Leaf, schema: ScenarioSchema): boolean {
  if (first.type !== second.type) return false;
  if (first.type === "date")
    return (
      stemOf(first, 1) === stemOf(second, 1) ||
      comesAfter(first, second, schema) ||
      comesAfter(second, first, schema)
    );
  // The difference from the previous document's figure is stated anyway, and no other difference is worth asking for.
  if (first.previous ?? second.previous) return false;
  const hasPrevious = (path: string) =>
    schema.leaves.some(leaf => leaf.path === path && leaf.previous !== undefined);
  return (
    schema.agreements.some(
      ({ operation, result, of }) =>
        operation === "sum" &&
        !of.some(hasPrevious) &&
        [first, second].every(({ path }) => [result, ...of].includes(path)),
    ) ||
    (stemOf(first, -1) === stemOf(second, -1) &&
      endingOf(first, schema.language) === endingOf(second, schema.language))
  );
}

const stemOf = ({ path }: Leaf, end: number): string => path.split("/").slice(0, end).join("/");

function comesAfter(
  laterLeaf: Leaf,
  earlierLeaf: Leaf,
  schema: ScenarioSchema,
  depth = 0,
): boolean {
  const previous = schema.leaves.find(({ path }) => path === laterLeaf.after?.path);
  return (
    previous !== undefined &&
    depth < schema.leaves.length &&
    (previous === earlierLeaf || comesAfter(previous, earlierLeaf, schema, depth + 1))
  );
}

/** The ending of a label, shared by similar things: two head counts, two blood pressures; not white cells and platelets. */
const endingOf = ({ label }: Leaf, language: "zh" | "en"): string =>
  (language === "zh"
    ? label.slice(-1)
    : headWordsEn(label).split(" ").slice(-2).join(" ")
  ).toLowerCase();

const minRecords = 3;

/** Each question rests on the sentences of all records; there is no question if a record may be stated elsewhere or not at all. */
export function recordListQuestions({
  records,
  statedFacts,
  schema,
  language,
}: AskableMaterial): Construction[] {
  const lists = schema.leaves.filter(({ fields }) => fields !== undefined);
  return lists.flatMap(list =>
    schema.agreements
      .flatMap(agreement => summedField(list, agreement) ?? [])
      .flatMap(field => {
        const amounts = records.filter(
          ({ fact: { path } }) => isElementOf(list.path, path) && path.endsWith(`/${field.path}`),
        );
        return [...groupBy(amounts, ({ fact }) => fact.document).values()]
          .filter(askedFacts => isCompleteList(askedFacts, list, { statedFacts, schema }))
          .map(askedFacts => listQuestion(askedFacts, [list.label, field.label], language));
      }),
  );
}

const summedField = ({ path, fields = [] }: Leaf, { operation, of }: Agreement) =>
  operation === "sum" && of.length === 1
    ? fields.find(field => of[0] === `${path}/${field.path}`)
    : undefined;

/** Whether there are as many records as the document says, each in a sentence of its own. */
function isCompleteList(
  askedFacts: readonly AskableFact[],
  { path }: Leaf,
  { statedFacts, schema }: Pick<AskableMaterial, "statedFacts" | "schema">,
): boolean {
  const countAgreement = schema.agreements.find(
    ({ operation, of }) => operation === "count" && of.join() === path,
  );
  const statedCount = statedFacts.find(
    ({ fact }) =>
      fact.path === countAgreement?.result && fact.document === askedFacts[0]?.fact.document,
  );
  return (
    askedFacts.length >= minRecords &&
    Number.parseFloat(statedCount?.value ?? "") === askedFacts.length &&
    new Set(askedFacts.map(({ sentence }) => sentence)).size === askedFacts.length
  );
}

function listQuestion(
  facts: readonly AskableFact[],
  [name, amount]: readonly [string, string],
  language: "zh" | "en",
): Construction {
  const source = facts[0]?.source ?? "";
  const claims = facts.map(askedFact => factClause(askedFact, language, false));
  return {
    facts,
    question: fillPhrase("records?", language, { source, name, amount }),
    answer: countedList(claims, language),
    derivations: [countDerivation(facts.map(({ value }) => value))],
  };
}
