// RAGQuestEval by hand, and beside what the original program gave.

import fc from "fast-check";
import { expect, test } from "vitest";
import { questEval, tokenF1 } from "../../../pipelines/evaluate/metrics/quest-eval.ts";
import { fixtureRows } from "../../support/fixtures.ts";

test("by hand: of two questions that the reference answers one is answered, with two tokens of three", () => {
  const answers = [
    { reference: "in May 2021", generated: "May 2021" },
    { reference: "the north dam", generated: null },
    { reference: "", generated: "the lake" },
  ];
  // Recall 1/2; F1 = 2 · 2 / (3 + 2) = 0.8
  expect(questEval(answers, "en")).toEqual({ recall: 0.5, precision: 0.8, dropped: 1 });
});

test("Chinese answers are compared word by word", () => {
  // 3 | 项 beside 3 | 项 | 左右: 2 · 2 / (2 + 3)
  const answers = [{ reference: "3项", generated: "3项左右" }];
  expect(questEval(answers, "zh")).toEqual({ recall: 1, precision: 0.8, dropped: 0 });
});

test("where the reference answers nothing both are undefined, as published 0; its questions are dropped and counted", () => {
  expect(questEval([], "zh")).toEqual({ recall: null, precision: null, dropped: 0 });
  const open = [
    { reference: "无法推断", generated: "甲" },
    { reference: null, generated: "乙" },
  ];
  expect(questEval(open, "zh")).toEqual({ recall: null, precision: null, dropped: 2 });
  const published = questEval(open.slice(0, 1), "zh", "published");
  expect(published).toEqual({ recall: 0, precision: 0, dropped: 1 });
  expect(questEval([{ reference: " ", generated: "a" }], "en").dropped).toBe(1);
});

test.each(["paper", "published"] as const)(
  "an answer that refuses every question has a recall and a precision of 0 (%s)",
  variant => {
    const refused = [
      { reference: "甲", generated: "无法推断" },
      { reference: "乙", generated: null },
      { reference: "无法推断", generated: "丙" },
    ];
    expect(questEval(refused, "zh", variant)).toEqual({ recall: 0, precision: 0, dropped: 1 });
  },
);

test.each(["无法推断。", " 无法推断 ", "“无法推断”", "<Unanswerable>", "  "])(
  "a refusal is one however it is written, as published only by the very words: %j",
  refusal => {
    const answers = [{ reference: "甲", generated: refusal }];
    expect(questEval(answers, "zh")).toEqual({ recall: 0, precision: 0, dropped: 0 });
    expect(questEval(answers, "zh", "published")).toEqual({ recall: 1, precision: 0, dropped: 0 });
  },
);

test("an answer of signs alone is an answer", () => {
  const answers = [{ reference: "±", generated: "±" }];
  expect(questEval(answers, "zh")).toEqual({ recall: 1, precision: 1, dropped: 0 });
});

test("token F1 counts a token as often as both have it, is symmetric and 1 of a text beside itself", () => {
  expect(tokenF1(["a", "a", "b"], ["a", "a", "a"])).toBeCloseTo(4 / 6, 12);
  expect([tokenF1([], []), tokenF1(["a"], [])]).toEqual([1, 0]);
  const tokenLists = fc.array(fc.constantFrom("的", "水", "the"), { maxLength: 20 });
  fc.assert(
    fc.property(tokenLists, tokenLists, (a, b) => {
      expect([tokenF1(b, a), tokenF1(a, a)]).toEqual([tokenF1(a, b), 1]);
      expect(tokenF1(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});

interface QuestRow {
  readonly answers_gt4gt?: string[];
  readonly answers_gm4gt?: string[];
  readonly expected: {
    readonly QA_avg_F1: number;
    readonly QA_recall: number;
    readonly counted_in_QA_average: boolean;
  };
}

test("RAGQuestEval is the original's on every row; what it leaves out of its mean is undefined", () => {
  const rows = fixtureRows<QuestRow>("published/crud-quest-eval.jsonl");
  const ours = rows.map(({ answers_gt4gt: references = [], answers_gm4gt: generated = [] }) =>
    questEval(
      references.map((reference, at) => ({ reference, generated: generated[at] ?? null })),
      "zh",
      "published",
    ),
  );
  expect(ours).toEqual([
    { recall: 1, precision: 1, dropped: 0 },
    { recall: 1, precision: 0.5, dropped: 0 },
    { recall: 0, precision: 0, dropped: 0 },
    { recall: null, precision: null, dropped: 0 },
  ]);
  expect(rows.map(({ expected }) => [expected.QA_recall, expected.QA_avg_F1])).toEqual([
    [1, 1],
    [1, 0.5],
    [0, 0],
    [0, 0],
  ]);
});
