// What code asks by construction is true, names its documents, does not hold its answer, and rests on the sentences that state it.

import { describe, expect, test } from "vitest";
import { toProposedCandidates } from "../../../pipelines/questions/proposals.ts";
import { derivationsOf, unsupportedValues } from "../../../pipelines/text/derivation.ts";
import { findValues } from "../../../pipelines/text/values.ts";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import type { CandidateReply } from "../../../schemas/questions/prompts.ts";
import {
  askFor,
  candidatesOf,
  contextFor,
  evidenceOf,
  type Language,
  type Variables,
  variablesFor,
  withheld,
} from "../prepared.ts";

/** All that is wrong with a candidate over these documents. */
function faults(
  { question, answer, sentences, derivations }: CandidateReply,
  variables: Variables,
  language: Language,
): string[] {
  const evidence = evidenceOf(variables, sentences).map(({ text }) => text);
  const facts = variables.facts.filter(fact => sentences.includes(fact.sentences[0]!));
  return [
    variables.documents.flatMap(({ name }) => (question.includes(name) ? [] : `no ${name}`)),
    facts.flatMap(({ value }) => [
      question.includes(value) ? `tells ${value}` : [],
      answer.includes(value) ? [] : `does not answer ${value}`,
    ]),
    derivationsOf(derivations, language).length === derivations.length ? [] : "wrong derivation",
    unsupportedValues(answer, evidence, derivationsOf(derivations, language), language),
    facts.length === sentences.length && facts.length > 0 ? [] : "other sentences",
  ].flat(2);
}

describe.each<Language>(["en", "zh"])("candidates (%s)", language => {
  test.each<[QuestionType, number[], number]>([
    ["factual", [0], 12],
    ["multi-hop", [1], 6],
    ["summary", [0], 3],
    ["time-sequence", [0], 1],
    ["integration", [0, 1], 12],
    ["comparison", [0, 1], 10],
    ["time-sequence", [0, 1], 1],
    ["time-sequence", [0, 1, 2], 3],
  ])("of type %s over documents %j are %i, and none has a fault", (type, chosen, count) => {
    const variables = variablesFor(language, chosen, [{ type, count: 100 }]);
    const candidates = candidatesOf(variables, contextFor(language));
    expect(candidates.flatMap(one => faults(one, variables, language))).toEqual([]);
    expect(candidates).toHaveLength(count);
    expect(new Set(candidates.map(({ question }) => question)).size).toBe(count);
  });

  test.each(["condition", "why-how", "how-to"] as const)("of type %s are none", type => {
    expect(askFor(type, language, [0])).toEqual([]);
  });

  test("on what a document was written without are answered with the agreed words", () => {
    const wanted = [{ type: "unanswerable" as const, count: 9 }];
    const variables = withheld(variablesFor(language, [0], wanted), "people/chair");
    expect(candidatesOf(variables, contextFor(language))).toMatchObject([
      { answer: { zh: "无法回答", en: "Unable to answer." }[language], sentences: [] },
    ]);
  });

  test("of a comparison say which is later or larger", () => {
    const variables = variablesFor(language, [0, 1]);
    const [later, earlier] = ["company/founded", "company/founded"].map(
      (path, at) => variables.facts.filter(fact => fact.path === path)[1 - at]!,
    );
    const answers = askFor("comparison", language, [0, 1]).map(({ answer }) => answer);
    const conclusion = answers
      .find(answer => answer.includes(later!.value))!
      .split(/Therefore|因此/)[1]!;
    expect(conclusion).toContain(later!.document);
    expect(conclusion).not.toContain(earlier!.document);
  });

  test.each([[[0]], [[0, 1]], [[0, 1, 2]]])(
    "of a sequence over documents %j state the dates in their order, and the question has another",
    chosen => {
      const variables = variablesFor(language, chosen);
      for (const { question, answer } of askFor("time-sequence", language, chosen)) {
        const dates = findValues(answer).map(({ canonical }) => canonical);
        expect(dates.length).toBeGreaterThan(2);
        expect(dates).toEqual(dates.toSorted());
        const order = answer.split(/the order is |依次为/)[1]!.replace(/[.。]$/, "");
        expect(question).not.toContain(order.replaceAll(", then ", ", "));
        expect(variables.documents.every(({ name }) => question.includes(name))).toBe(true);
      }
    },
  );
});

describe("what is given of all that could be asked", () => {
  const wanted = [
    { type: "factual" as const, count: 2 },
    { type: "why-how" as const, count: 5 },
    { type: "summary" as const, count: 1 },
  ];
  const typesOf = (count: number) =>
    candidatesOf({ ...variablesFor("en", [0], wanted), count }, contextFor("en")).map(
      ({ type }) => type,
    );

  test("is first what each type is wanted for, then more of those that have more, and no more than asked for", () => {
    expect(typesOf(3)).toEqual(["factual", "summary", "factual"]);
    expect(typesOf(6).filter(type => type === "summary")).toHaveLength(2);
    expect(typesOf(100)).toHaveLength(15);
  });

  test("is on other facts before it is on the same again", () => {
    const few = candidatesOf(
      { ...variablesFor("en", [0], [{ type: "multi-hop", count: 2 }]), count: 2 },
      contextFor("en"),
    );
    expect(new Set(few.flatMap(({ sentences }) => sentences)).size).toBe(4);
  });

  test("is the same for the same request and draw", () => {
    const variables = variablesFor("zh", [0], wanted);
    expect(candidatesOf(variables, contextFor("zh", { seed: 7 }))).toEqual(
      candidatesOf(variables, contextFor("zh", { seed: 7 })),
    );
  });
});

test("what is made by construction is kept though it reads alike and says again what was asked for", () => {
  const variables = variablesFor("en", [0], [{ type: "multi-hop", count: 9 }]);
  const replies = candidatesOf(variables, contextFor("en"));
  const kept = (constructed: boolean) =>
    toProposedCandidates(replies, {
      language: "en",
      types: ["multi-hop"],
      documentIds: ["d1"],
      sentences: variables.documents[0]!.sentences.map(({ number, text }) => ({
        number,
        text,
        document: "",
        documentId: "d1",
        published: null,
        start: number,
        end: number + 1,
      })),
      constructed,
    }).candidates.length;
  expect(kept(true)).toBe(6);
  expect(kept(false)).toBeLessThan(6);
});
