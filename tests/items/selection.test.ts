// Which answers become items: quotas and duplicates.

import { expect, test } from "vitest";
import { selectItems } from "../../pipelines/items/item-choice.ts";
import { cellKey } from "../../pipelines/items/quotas.ts";
import type { KeywordRow, QuestionRow } from "../../schemas/items/records.ts";
import { anAnswer, aQuestion } from "../support/items.ts";

const point = {
  id: "a1/k1",
  answerId: "a1",
  language: "en" as const,
  kind: "fact" as const,
  claim: "Alder Mills was founded on 3 May 1998.",
  spans: [],
};

const terms = {
  id: "a1/keywords",
  answerId: "a1",
  language: "en" as const,
  coarse: ["Alder Mills"],
  fine: [[{ text: "3 May 1998", span: { documentId: "d1", start: 27, end: 37 } }]],
};

interface Made {
  readonly accepted?: boolean;
  readonly facts?: string[];
  readonly answer?: string;
  readonly points?: (typeof point)[];
  readonly terms?: KeywordRow | undefined;
  readonly over?: Partial<QuestionRow>;
}

function candidate(
  id: string,
  question: string,
  {
    accepted = true,
    facts = [id],
    answer = "Alder Mills was founded on 3 May 1998.",
    points = [point],
    over = {},
    ...made
  }: Made = {},
) {
  const verdict = {
    id: `${id}/verdict`,
    answerId: id,
    questionId: id,
    language: "en" as const,
    accepted,
    reasons: accepted ? [] : [{ code: "unsupported-number", detail: "4 May" }],
  };
  return {
    verdict,
    answer: anAnswer({
      id,
      answer,
      question: aQuestion({ id, question, factIds: facts, ...over }),
    }),
    points,
    terms: "terms" in made ? made.terms : terms,
  };
}

test("an item goes without the keywords that its review refused", () => {
  const list = (text: string) => [{ text, span: { documentId: "d1", start: 0, end: 1 } }];
  const given = candidate("a1", "When was Alder Mills founded?", {
    terms: {
      ...terms,
      coarse: ["mill", "Alder Mills"],
      fine: [list("a"), list("b"), list("c")],
      passages: [1, 2, 3],
    },
  });
  const verdict = { ...given.verdict, refusedKeywords: { coarse: [0], fine: [1] } };
  const { rows } = selectItems([{ ...given, verdict }], undefined);
  expect(rows[0]?.keywords).toEqual({
    coarse: ["Alder Mills"],
    fine: [list("a"), list("c")],
    passages: [1, 3],
  });
});

const room = (remaining: number) => ({
  remaining: new Map([["factual/finance/en", remaining]]),
  keyOf: cellKey,
});
const reasons = (candidates: ReturnType<typeof candidate>[], remaining = 9) =>
  selectItems(candidates, room(remaining)).dropped.map(({ id, code }) => [id, code]);

test("rejected answers are no items, and answers without keypoints are left out with that reason", () => {
  const rows = [
    candidate("a", "When was Alder Mills founded?", { accepted: false }),
    candidate("b", "When was Alder Mills set up?", { points: [] }),
  ];
  expect(selectItems(rows, room(9)).rows).toEqual([]);
  expect(reasons(rows)).toEqual([["b/verdict", "no-keypoints"]]);
});

test("an item has its keywords and its question's scope; without keywords it is left out, but for one that cannot be answered", () => {
  const scope = [{ documentId: "d1", start: 0, end: 48 }];
  const rows = [
    candidate("a", "When was Alder Mills founded?", { over: { scope } }),
    candidate("b", "Where was Alder Mills founded?", { terms: undefined, answer: "In Corrie." }),
    candidate("c", "Who founded Alder Mills?", {
      terms: undefined,
      answer: "Unable to answer.",
      over: { type: "unanswerable" },
    }),
  ];
  const { rows: items, dropped } = selectItems(rows, {
    remaining: new Map([["all", 9]]),
    keyOf: () => "all",
  });
  expect(items.map(({ questionId, keywords, scope }) => [questionId, keywords, scope])).toEqual([
    ["a", { coarse: terms.coarse, fine: terms.fine }, scope],
    ["c", null, []],
  ]);
  expect(dropped.map(({ id, code }) => [id, code])).toEqual([["b/verdict", "no-keywords"]]);
});

test("the same question, the same facts again, and a question that reads alike with the same answer are duplicates", () => {
  const rows = [
    candidate("a", "When was Alder Mills founded, and by whom, if the report says so?"),
    candidate("b", "when was Alder Mills founded and by whom if the report says so", {
      facts: ["x"],
    }),
    candidate("c", "In which year did Alder Mills begin?", { facts: ["a"] }),
    candidate("d", "When was Alder Mills founded, and by whom, if the report says it?", {
      facts: ["y"],
    }),
    candidate("e", "When was Alder Mills founded, and by whom, if the report says it?", {
      facts: ["z"],
      answer: "On another day.",
    }),
  ];
  expect(reasons(rows).map(([id]) => id)).toEqual(["b/verdict", "c/verdict", "d/verdict"]);
});

test("a quota is filled in the order of the candidates and never overfilled", () => {
  const rows = ["a", "b", "c"].map(id =>
    candidate(id, `Question ${id} about Alder Mills and ${id.repeat(9)}?`, {
      answer: `Answer ${id}`,
    }),
  );
  const { rows: items, dropped } = selectItems(rows, room(2));
  expect(items.map(({ questionId }) => questionId)).toEqual(["a", "b"]);
  expect(dropped.map(({ code }) => code)).toEqual(["over-quota"]);
});

test("where a type is short and may give way, the best that are left over take its places", () => {
  const rows = (["a", "b", "c", "d"] as const).map(id =>
    candidate(id, `Question ${id} about Alder Mills and ${id.repeat(9)}?`, {
      answer: `Answer ${id}`,
    }),
  );
  const remaining = () => ({
    ...room(1),
    remaining: new Map([...room(1).remaining, ["another type", 2]]),
  });
  const othersFor = () => [...room(1).remaining.keys(), "another type"];
  expect(selectItems(rows, remaining()).rows).toHaveLength(1);
  const { rows: items, dropped } = selectItems(rows, { ...remaining(), otherKeysFor: othersFor });
  expect(items.map(({ questionId }) => questionId)).toEqual(["a", "b", "c"]);
  expect(dropped.map(({ id, code }) => [id, code])).toEqual([["d/verdict", "over-quota"]]);
});
