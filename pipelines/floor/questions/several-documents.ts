// Questions on facts of several documents: two related look-ups, which value is greater, and in what order.

import { groupBy } from "../../engine/grouping.ts";
import { fold } from "../../text/fold.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { type Askable, type AskedFact, stateFacts, the } from "./askable-facts.ts";
import { chunks, type Construction } from "./construction.ts";
import { distanceOf, isDecided, type FactAmount, measure, reckoned } from "./fact-amount.ts";
import { givesAway, listOf, lowerFirst } from "./phrase.ts";
import { say } from "../wording.ts";

type Language = "zh" | "en";

/** Pairs of one leaf's values in the first and another document: of three, the other two are paired in another request. */
const pairs = <T extends AskedFact | FactAmount>(
  rows: readonly T[],
  askOf: (row: T) => AskedFact,
) =>
  [...groupBy(rows, row => askOf(row).fact.path).values()].flatMap(([one, ...others]) =>
    one ? others.map((other): [T, T] => [one, other]) : [],
  );

const opensLow = /^(?:who|whom|when|where|which|what|how|(?:on|in|to|from) (?:which|what))\b/i;

/** The questions that another can be joined to. */
const joinable = ({ questions }: AskedFact, language: Language): string[] =>
  questions.filter(question =>
    language === "zh"
      ? question.endsWith("？") && !question.startsWith("请问")
      : opensLow.test(question) && question.endsWith("?"),
  );

/** Questions on what two documents say about the same thing, if it differs. */
export const integration = ({ stated, language }: Askable, draw: Draw): Construction[] =>
  pairs(stated, ask => ask)
    .filter(([one, other]) => fold(one.value) !== fold(other.value))
    .flatMap(facts => {
      const [one, other] = shuffle(draw, facts).map(ask => shuffle(draw, joinable(ask, language)));
      const question = (one ?? [])
        .flatMap(first => (other ?? []).map(second => joined(first, second, language)))
        .find(text => !facts.some(({ value }) => givesAway(text, value, language)));
      return question === undefined ? [] : { facts, question, answer: stateFacts(facts, language) };
    });

const joined = (first: string, second: string, language: Language): string =>
  language === "zh"
    ? `${first}${second}`
    : `${first.replace(/\?$/, "")}, and ${lowerFirst(second)}`;

/** Questions on which of two documents states a greater amount or a later date, and by how much. */
export const comparison = ({ stated, language }: Askable, draw: Draw): Construction[] =>
  pairs(measure(stated), ({ ask }) => ask)
    .filter(([one, other]) => one.kind === "date" || isOnePeriod(one.ask, other.ask, stated))
    .flatMap(pair => comparisonOf(shuffle(draw, pair), language));

/** Whether two figures are of the same year, if both documents name theirs: comparing 2018 with 2021 is pointless. */
function isOnePeriod(one: AskedFact, other: AskedFact, stated: readonly AskedFact[]): boolean {
  const [first, second] = [one, other].map(({ fact: { document } }) =>
    stated.find(({ fact, leaf }) => fact.document === document && leaf.precision === "year"),
  );
  return !first || !second || fold(first.value) === fold(second.value);
}

function comparisonOf(pair: readonly FactAmount[], language: Language): Construction[] {
  const [x, y] = pair;
  const derivation = x && y && distanceOf(x, y, language);
  if (!derivation) return [];
  const phrase = x.kind === "date" ? "later" : "larger";
  const { subject } = (x.order > y.order ? x : y).ask.fact;
  const places = { one: x.ask.item, other: y.ask.item, subject, phrase, derivation };
  return [reckoned([x.ask, y.ask], places, language)];
}

/** Questions on the order of one event in three documents, two in two, or three in one. */
export const timeSequence = ({ stated, language }: Askable, draw: Draw): Construction[] => {
  const dated = measure(stated).filter(({ kind }) => kind === "date");
  const byPath = [...groupBy(dated, ({ ask }) => ask.fact.path).values()];
  const documents = new Set(stated.map(({ fact }) => fact.document)).size;
  const full = byPath.filter(rows => rows.length === documents);
  const size = { 1: 3, 2: 2 }[documents] ?? 1;
  return chunks(full, size)
    .filter(paths => paths.length === size)
    .map(rows => rows.flat())
    .filter(rows =>
      rows.every((one, at) => rows.slice(at + 1).every(other => isDecided(one, other))),
    )
    .map(rows => sequenceOf(rows, language, draw));
};

function sequenceOf(rows: readonly FactAmount[], language: Language, draw: Draw): Construction {
  const facts = rows.toSorted((a, b) => (a.canonical < b.canonical ? -1 : 1)).map(({ ask }) => ask);
  const { order, by, place } = namesIn(facts, language);
  const names = listOf(turned(order, draw), language);
  const list = order.join(say("order-then", language));
  return {
    facts,
    question: say("order?", language, { names, place, by }),
    answer: stateFacts(facts, language, [say("order", language, { list })]),
  };
}

/** The shortest distinct names of what is ordered: documents for one date of each, labels for dates of one document. */
function namesIn(facts: readonly AskedFact[], language: Language) {
  const { label = "", source = "" } = facts[0] ?? {};
  const [paths, documents] = [
    new Set(facts.map(({ fact }) => fact.path)),
    new Set(facts.map(({ fact }) => fact.document)),
  ];
  if (paths.size === 1)
    return { order: facts.map(({ fact }) => fact.subject), by: the(label, language), place: "" };
  const isOne = documents.size === 1;
  return {
    order: facts.map(ask => (isOne ? the(ask.label, language) : ask.item)),
    by: say("time", language),
    place: isOne ? say("order-within", language, { source }) : "",
  };
}

/** Rotates by a drawn number of places, never into the given order. */
function turned(order: readonly string[], draw: Draw): string[] {
  const at = 1 + draw(order.length - 1);
  return [...order.slice(at), ...order.slice(0, at)];
}
