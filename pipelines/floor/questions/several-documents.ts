// Questions about facts of several documents: two related questions in one, which value is greater, and in what order events happened.

import type { Language } from "../../../schemas/items/item-types.ts";
import { groupBy } from "../../engine/grouping.ts";
import { fold } from "../../text/fold.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import {
  type AskableMaterial,
  type AskableFact,
  stateFacts,
  withArticle,
} from "./askable-facts.ts";
import { chunks, type Construction } from "./construction.ts";
import {
  distanceOf,
  isOrderDecided,
  type FactAmount,
  factAmountsOf,
  calculatedQuestion,
} from "./fact-amount.ts";
import { givesAway, listOf, lowerFirst, fillPhrase } from "../wording.ts";

/** Pairs of one leaf's values in the first and another document: of three documents, the other two are paired in another request. */
const pairs = <T extends AskableFact | FactAmount>(
  rows: readonly T[],
  askedFactOf: (row: T) => AskableFact,
) =>
  [...groupBy(rows, row => askedFactOf(row).fact.path).values()].flatMap(([first, ...others]) =>
    first ? others.map((second): [T, T] => [first, second]) : [],
  );

const interrogativeStart =
  /^(?:who|whom|when|where|which|what|how|(?:on|in|to|from) (?:which|what))\b/i;

/** The questions that another can be joined to. */
const joinableQuestions = ({ questions }: AskableFact, language: Language): string[] =>
  questions.filter(question =>
    language === "zh"
      ? question.endsWith("？") && !question.startsWith("请问")
      : interrogativeStart.test(question) && question.endsWith("?"),
  );

/** Questions about what two documents say differently about the same thing. */
export const integrationQuestions = (
  { statedFacts, language }: AskableMaterial,
  draw: Draw,
): Construction[] =>
  pairs(statedFacts, askedFact => askedFact)
    .filter(([first, second]) => fold(first.value) !== fold(second.value))
    .flatMap(facts => {
      const [firstQuestions = [], secondQuestions = []] = shuffle(draw, facts).map(askedFact =>
        shuffle(draw, joinableQuestions(askedFact, language)),
      );
      const question = firstQuestions
        .flatMap(first => secondQuestions.map(second => joinQuestions(first, second, language)))
        .find(text => !facts.some(({ value }) => givesAway(text, value, language)));
      return question === undefined ? [] : { facts, question, answer: stateFacts(facts, language) };
    });

const joinQuestions = (first: string, second: string, language: Language): string =>
  language === "zh"
    ? `${first}${second}`
    : `${first.replace(/\?$/, "")}, and ${lowerFirst(second)}`;

/** Questions about which of two documents states a greater amount or a later date, and by how much. */
export const comparisonQuestions = (
  { statedFacts, language }: AskableMaterial,
  draw: Draw,
): Construction[] =>
  pairs(factAmountsOf(statedFacts), ({ askedFact }) => askedFact)
    .filter(
      ([first, second]) =>
        first.kind === "date" || isOnePeriod(first.askedFact, second.askedFact, statedFacts),
    )
    .flatMap(pair => comparisonOf(shuffle(draw, pair), language));

/** Whether two figures are for the same year, if both documents name it: comparing 2018 with 2021 is pointless. */
function isOnePeriod(
  first: AskableFact,
  second: AskableFact,
  stated: readonly AskableFact[],
): boolean {
  const [firstYear, secondYear] = [first, second].map(({ fact: { document } }) =>
    stated.find(({ fact, leaf }) => fact.document === document && leaf.precision === "year"),
  );
  return !firstYear || !secondYear || fold(firstYear.value) === fold(secondYear.value);
}

function comparisonOf(pair: readonly FactAmount[], language: Language): Construction[] {
  const [first, second] = pair;
  const derivation = first && second && distanceOf(first, second, language);
  if (!derivation) return [];
  const phrase = first.kind === "date" ? "later" : "larger";
  const { subject } = (first.order > second.order ? first : second).askedFact.fact;
  const calculation = {
    one: first.askedFact.factInDocument,
    other: second.askedFact.factInDocument,
    subject,
    phrase,
    derivation,
  };
  return [calculatedQuestion([first.askedFact, second.askedFact], calculation, language)];
}

/** Questions about the order of events: one event in three documents, two in two, or three in one. */
export const timeSequenceQuestions = (
  { statedFacts, language }: AskableMaterial,
  draw: Draw,
): Construction[] => {
  const datedFacts = factAmountsOf(statedFacts).filter(({ kind }) => kind === "date");
  const rowsByPath = [...groupBy(datedFacts, ({ askedFact }) => askedFact.fact.path).values()];
  const documentCount = new Set(statedFacts.map(({ fact }) => fact.document)).size;
  const completeRows = rowsByPath.filter(rows => rows.length === documentCount);
  const size = { 1: 3, 2: 2 }[documentCount] ?? 1;
  return chunks(completeRows, size)
    .filter(paths => paths.length === size)
    .map(rows => rows.flat())
    .filter(rows =>
      rows.every((first, index) =>
        rows.slice(index + 1).every(second => isOrderDecided(first, second)),
      ),
    )
    .map(rows => sequenceOf(rows, language, draw));
};

function sequenceOf(rows: readonly FactAmount[], language: Language, draw: Draw): Construction {
  const facts = rows
    .toSorted((a, b) => (a.canonical < b.canonical ? -1 : 1))
    .map(({ askedFact }) => askedFact);
  const { order, by, place } = namesIn(facts, language);
  const names = listOf(rotate(order, draw), language);
  const list = order.join(fillPhrase("order-then", language));
  return {
    facts,
    question: fillPhrase("order?", language, { names, place, by }),
    answer: stateFacts(facts, language, [fillPhrase("order", language, { list })]),
  };
}

/** The shortest distinct names of what is ordered: documents if each gives one date, labels if one document gives all the dates. */
function namesIn(facts: readonly AskableFact[], language: Language) {
  const { label = "", source = "" } = facts[0] ?? {};
  const countOf = (key: "path" | "document") => new Set(facts.map(({ fact }) => fact[key])).size;
  if (countOf("path") === 1) {
    const order = facts.map(({ fact }) => fact.subject);
    return { order, by: withArticle(label, language), place: "" };
  }
  const by = fillPhrase("time", language);
  if (countOf("document") > 1)
    return { order: facts.map(({ factInDocument: item }) => item), by, place: "" };
  const order = facts.map(askedFact => withArticle(askedFact.label, language));
  return { order, by, place: fillPhrase("order-within", language, { source }) };
}

/** Rotates by a random number of places, so that the order always changes. */
function rotate(order: readonly string[], draw: Draw): string[] {
  const index = 1 + draw(order.length - 1);
  return [...order.slice(index), ...order.slice(0, index)];
}
