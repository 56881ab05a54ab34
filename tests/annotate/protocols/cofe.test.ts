// The review of query, keywords and answer, step by step, and what is borrowed to spoil it.

import { expect, test } from "vitest";
import type { Content, Values } from "../../../schemas/annotation.ts";
import { cofeProtocol, cofeSteps } from "../../../pipelines/annotate/protocols/cofe.ts";
import {
  content,
  planter,
  filled,
  harbour,
  names,
  opera,
  paper,
  silent,
  tunnel,
} from "./contents.ts";

const rich = content({
  ...paper,
  keywords: { coarse: ["a", "b"], fine: [["1"], ["2"], ["3"], ["4"], ["5"]] },
});
const good = (one: Content) =>
  filled(cofeProtocol.fields(one), field =>
    field.kind === "text" ? "" : field.options.some(({ value }) => value === "yes") ? "yes" : "4",
  );
const steps = (values: Values) => cofeSteps(rich, { ...good(rich), ...values });

test("its fields are query, keywords, answer; an item without keywords has none of theirs", () => {
  expect(names(cofeProtocol.fields(paper))).toEqual(
    [
      ["query-clear", "query-type", "query-inferable", "coarse-1", "fine-1"],
      [
        "answer-fluency",
        "answer-accuracy",
        "answer-relevance",
        "answer-readability",
        "answer-practicality",
        "note",
      ],
    ].flat(),
  );
  expect(names(cofeProtocol.fields(silent)).some(name => /^(?:coarse|fine)/u.test(name))).toBe(
    false,
  );
});

test("a form that says yes to all and 4 to all passes every step", () => {
  expect(steps({})).toEqual({ query: true, keywords: true, answer: true });
  expect(cofeProtocol.decide?.(rich, good(rich))).toEqual({ accepted: true });
});

test.each(["query-clear", "query-type", "query-inferable"])(
  "a no to %s alone rejects the query",
  name => {
    expect(steps({ [name]: "no" })).toEqual({ query: false, keywords: true, answer: true });
  },
);

test("4 lists of 5 are 80 % and not more; 5 of 6 are", () => {
  expect(steps({ "fine-3": "no" }).keywords).toBe(false);
  const six = content({
    ...rich,
    keywords: { coarse: ["a"], fine: [["1"], ["2"], ["3"], ["4"], ["5"], ["6"]] },
  });
  expect(cofeSteps(six, { ...good(six), "fine-6": "no" }).keywords).toBe(true);
});

test("the mean of the five scores is held against 4: 5 4 4 4 3 passes, 4 4 4 4 3 does not", () => {
  expect(steps({ "answer-fluency": "5", "answer-accuracy": "3" }).answer).toBe(true);
  expect(steps({ "answer-accuracy": "3" }).answer).toBe(false);
  expect(steps({ "answer-accuracy": "" }).answer).toBe(false);
});

test("a borrowed keyword or list stands in one place and is refused there", () => {
  const keyword = planter("cofe", "keyword-of-another-item")(paper, harbour);
  expect(keyword).toEqual({
    content: { ...paper, keywords: { ...paper.keywords, coarse: ["lighthouse"] } },
    expect: [{ field: "coarse-1", oneOf: ["no"] }],
  });
  const list = planter("cofe", "fine-list-of-another-item")(tunnel, opera);
  expect(list).toEqual({
    content: { ...tunnel, keywords: { ...tunnel.keywords, fine: [["朝溪", "执导"]] } },
    expect: [{ field: "fine-1", oneOf: ["no"] }],
  });
});
