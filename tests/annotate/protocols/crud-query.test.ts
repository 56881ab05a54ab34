// Queries, reasonable or refined, and the questions that are spoiled.

import { expect, test } from "vitest";
import type { Content, Values } from "../../../schemas/annotation.ts";
import { crudQueryProtocol } from "../../../pipelines/annotate/protocols/crud-query.ts";
import { planter, harbour, paper, tunnel } from "./contents.ts";

const decide = (values: Values) => crudQueryProtocol.decide?.(paper, values);

test("reasonable accepts the query as it stands, a refined one in its new words", () => {
  expect(decide({ verdict: "reasonable", question: "left over" })).toEqual({ accepted: true });
  expect(decide({ verdict: "needs-refinement", question: " How many? " })).toEqual({
    accepted: true,
    question: "How many?",
  });
});

test("a query found wanting and not repaired is not accepted", () => {
  expect(
    ["", "  ", paper.question, ` ${paper.question} `].map(question =>
      decide({ verdict: "needs-refinement", question }),
    ),
  ).toEqual(Array.from({ length: 4 }, () => ({ accepted: false })));
  expect(decide({})).toEqual({ accepted: false });
});

const cut = (over: Partial<Content>) =>
  planter("crud-query", "cut-short")({ ...paper, ...over }, harbour)?.content.question;

test("an English question stops inside a word, a Chinese one before it asks", () => {
  expect(cut({})).toBe("How many people did Pinemist Paper emp");
  expect(cut({ ...tunnel })).toBe("栖云隧道的掘进");
  expect(cut({ language: "zh", question: "松岚造纸是哪一年成立的，总部又设在什么地方？" })).toBe(
    "松岚造纸是",
  );
});
