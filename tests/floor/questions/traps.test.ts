// Facts that would make a question with two answers, with none, or with one that it tells itself are not asked for.

import { expect, test } from "vitest";
import { initAnswerer } from "../../../pipelines/floor/questions/init-answer.ts";
import { derivationsOf } from "../../../pipelines/text/derivation.ts";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import type { KnownFact } from "../../../schemas/questions/prompts.ts";
import {
  candidatesOf,
  contextFor,
  type Language,
  type Variables,
  variablesFor,
  withheld,
} from "../prepared.ts";

const change = (variables: Variables, path: string, over: Partial<KnownFact>): Variables => ({
  ...variables,
  facts: variables.facts.map(fact => (fact.path === path ? { ...fact, ...over } : fact)),
});
const add = (variables: Variables, over: Partial<KnownFact>): Variables => ({
  ...variables,
  facts: [...variables.facts, { ...variables.facts[11]!, ...over }],
});
const say = (variables: Variables, path: string, value: string): Variables => ({
  ...change(variables, path, { value }),
  documents: variables.documents.map(document => ({
    ...document,
    sentences: document.sentences.map(sentence => {
      const fact = variables.facts.find(one => one.sentences.includes(sentence.number));
      const text = sentence.text.replace(fact?.value ?? "", value);
      return fact?.path === path ? { ...sentence, text } : sentence;
    }),
  })),
});

const asked = (type: QuestionType, variables: Variables, { changes = {} } = {}) =>
  candidatesOf({ ...variables, wanted: [{ type, count: 100 }] }, contextFor("en", { changes })).map(
    ({ question }) => question,
  );

const en = variablesFor("en", [0]);
const chair = "people/chair";
const whoChairs = "Who chairs the board of Brannoch Mills Ltd.?";
/** Its first sentence names the chair, too. */
const saidTwice: Variables = {
  ...en,
  documents: en.documents.map(document => ({
    ...document,
    sentences: document.sentences.map(one =>
      one.number === 1 ? { ...one, text: `${one.text} Ada Lindqvist was there.` } : one,
    ),
  })),
};

test.each<[string, Variables, object?]>([
  ["a value that the subject has", change(en, chair, { value: "Brannoch Mills" })],
  ["a label that another leaf bears, too", add(en, { path: "x", label: "Chair of the board" })],
  ["one element of a list", en, { [chair]: { many: true } }],
  ["one of two options", en, { [chair]: { options: ["Ada Lindqvist", "nobody"] } }],
  ["a value that says nothing", say(en, chair, "none")],
  ["more than one clause", say(en, chair, "Ada Lindqvist. Nobody else")],
  ["an overlong value", say(en, chair, "x".repeat(121))],
  ["a value that its sentence does not say", change(en, chair, { value: "Ada Byron" })],
  [
    "a value of two facts that may stand in either's sentence",
    add(change(saidTwice, chair, { sentences: [1, 12] }), { path: "x", label: "founder" }),
  ],
  [
    "a question that tells the answer",
    en,
    { [chair]: { questions: ["Ada Lindqvist, {subject}?"] } },
  ],
  ["a question that names no document", en, { [chair]: { questions: ["Who chairs the board?"] } }],
  [
    "a question with an open slot",
    en,
    { [chair]: { questions: ["Who of {x} chairs {subject}?"] } },
  ],
])("not asked for: %s", (_, variables, changes = {}) => {
  expect(asked("factual", en)).toContain(whoChairs);
  expect(asked("factual", variables, { changes }).filter(text => text.includes("chairs"))).toEqual(
    [],
  );
});

test("of several sentences the one that tells least besides is cited", () => {
  const candidates = candidatesOf(
    {
      ...change(saidTwice, chair, { sentences: [1, 12] }),
      wanted: [{ type: "factual", count: 100 }],
    },
    contextFor("en"),
  );
  expect(candidates.find(({ question }) => question === whoChairs)?.sentences).toEqual([12]);
});

test.each<[string, Variables, object?]>([
  ["a value that stands beyond what is shown", change(en, chair, { sentences: [] })],
  [
    "what only others of the kind can state",
    withheld(en, chair),
    { [chair]: { onlyIf: { path: "company/industry", equals: ["banking"] } } },
  ],
])("not asked as unanswerable: %s", (_, variables, changes = {}) => {
  expect(asked("unanswerable", withheld(en, chair))).toEqual([whoChairs]);
  expect(asked("unanswerable", variables, { changes })).toEqual([]);
});

test("what presupposes something is asked as unanswerable where the document states that", () => {
  const changes = { [chair]: { onlyIf: { path: "company/industry", equals: ["weaving"] } } };
  expect(asked("unanswerable", withheld(en, chair), { changes })).toEqual([whoChairs]);
});

test("a document whose name stands in another's is not told apart from it", () => {
  const pair = variablesFor("en", [0, 1]);
  const renamed = {
    ...pair,
    facts: pair.facts.map(fact =>
      fact.document === "Skerrow Bakeries Inc."
        ? { ...fact, subject: "New Brannoch Mills Ltd." }
        : fact,
    ),
  };
  expect(asked("comparison", pair)).not.toEqual([]);
  expect(asked("comparison", renamed)).toEqual([]);
});

test("dates of one course of events and parts of one sum reckon together; strangers, percentages and head counts of two sorts do not", () => {
  const pairs = asked("multi-hop", en).map(question =>
    / between the (.+) and the (.+) in /.exec(question)?.slice(1).toSorted().join(", "),
  );
  expect(pairs.map(String).sort((a, b) => a.localeCompare(b))).toEqual([
    "cost of material, total cost",
    "cost of material, wages",
    "date of the second mill, founding date",
    "date of the second mill, listing date",
    "founding date, listing date",
    "total cost, wages",
  ]);
  const after = { "people/chair": { type: "date", after: { path: "company/founded" } } };
  const dated = change(say(en, chair, "5 May 2005"), chair, { type: "date" });
  expect(asked("multi-hop", dated, { changes: after })).toHaveLength(7);
  expect(asked("multi-hop", dated, { changes: { [chair]: { type: "date" } } })).toHaveLength(6);
});

test("figures are not compared where the documents name two years", () => {
  const pair = variablesFor("en", [0, 1]);
  const years = pair.facts.map(fact =>
    fact.path === "people/directors"
      ? { ...fact, type: "date" as const, value: fact.sentences[0] === 11 ? "2021" : "2018" }
      : fact,
  );
  const documents = pair.documents.map((document, at) => ({
    ...document,
    sentences: document.sentences.map((sentence, index) =>
      index === 10 ? { ...sentence, text: `It is the report of ${2021 - 3 * at}.` } : sentence,
    ),
  }));
  const changes = { "people/directors": { type: "date", precision: "year" } };
  const questions = asked("comparison", { ...pair, facts: years, documents }, { changes });
  expect(questions).toHaveLength(3);
  expect(questions.every(question => question.includes("later"))).toBe(true);
});

test.each<[Language, "date" | "money" | "number", string, string, string | undefined]>([
  ["en", "money", "US$40.5 million", "US$25 million", "US$15.5 million"],
  ["en", "money", "US$1,240.5 million", "US$40 million", "US$1,200.5 million"],
  ["en", "money", "US$1.2 billion", "US$300 million", undefined],
  ["en", "money", "US$3 million", "€1 million", undefined],
  ["en", "number", "5 acts", "4 acts", undefined],
  ["en", "number", "3 hours", "4 acts", undefined],
  ["en", "number", "12.5%", "9.3%", "3.2 percentage points"],
  ["en", "number", "3 to 5 tonnes", "2 tonnes", undefined],
  ["en", "date", "28 February 2024", "1 March 2024", "2 days"],
  ["en", "date", "5 May 2020", "May 2021", undefined],
  ["en", "date", "5 May", "6 May 2021", undefined],
  ["en", "date", "5 May 2021", "2021-05-05", undefined],
  ["zh", "money", "5,267元", "2,542元", "2,725元"],
  ["zh", "number", "45岁", "27岁", "18岁"],
  ["zh", "number", "12.5%", "9.3%", "3.2个百分点"],
  ["zh", "date", "2023年11月", "2024年2月", "3个月"],
])("%s %s: %s and %s differ by %s", (language, type, a, b, result) => {
  const pair = variablesFor(language, [0, 1], [{ type: "comparison", count: 9 }]);
  const values = [a, b];
  const facts = pair.facts
    .filter(({ path }) => path === chair)
    .map((fact, at) => ({ ...fact, type, value: values[at]! }));
  const documents = pair.documents.map((document, at) => ({
    ...document,
    sentences: [{ number: facts[at]!.sentences[0]!, text: `— ${values[at]}` }],
  }));
  const candidates = candidatesOf({ ...pair, facts, documents }, contextFor(language));
  const derivations = candidates.flatMap(one => one.derivations);
  expect(derivations.map(one => one.result)).toEqual(result === undefined ? [] : [result]);
  expect(derivationsOf(derivations, language)).toEqual(derivations);
});

test("without a prepared schema of the domain, or without facts, the request is declined", () => {
  const context = contextFor("en");
  expect(initAnswerer.answer({ ...en, domain: "law" } as never, context)).toBeUndefined();
  expect(initAnswerer.answer({ ...en, facts: [] } as never, context)).toBeUndefined();
});
