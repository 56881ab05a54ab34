// What becomes of single items when facts change under them.

import { expect, test } from "vitest";
import { pairTwins } from "../../pipelines/twin/twin-pairs.ts";
import { makeTwin } from "../../pipelines/twin/twin.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { aDocument, anItem, aQuestion, evidenceOf } from "../support/items.ts";

/** The twin over one document, with items on its sentences. */
function twinOf(
  text: string,
  given: readonly (Partial<ItemRow> & { readonly sentence: string })[],
) {
  const document = aDocument({ text, name: "Corrie mill" });
  const items = given.map(({ sentence, ...over }, at) =>
    anItem({
      id: `i${at}`,
      question: "What does Corrie mill tell?",
      evidence: [evidenceOf(sentence, 1, document)],
      ...over,
    }),
  );
  const rows = {
    documents: [document],
    facts: [],
    items,
    questions: [aQuestion()],
    labels: [],
    splits: [],
  };
  const twin = makeTwin(rows, [], { randomSeed: 5 });
  return {
    ...twin,
    text: twin.rows.documents[0]?.text ?? "",
    pairs: pairTwins(items, twin.rows.items),
  };
}

const oil = "The mill pressed 3,400 litres of oil.";

test("a value of the answer is told as it then stands, and keypoints with it", () => {
  const { pairs, text } = twinOf(oil, [
    {
      sentence: oil,
      answer: "It pressed 3,400 litres.",
      keypoints: [
        { claim: "3,400 litres were pressed.", kind: "fact", spans: [] },
        { claim: "It was oil.", kind: "fact", spans: [] },
      ],
    },
  ]);
  const [pressed = ""] = /[\d,]+ litres/.exec(text) ?? [];
  expect(pressed).not.toBe("3,400 litres");
  expect(
    pairs.map(({ twin, isChanged, changedKeypoints }) => [
      twin.answer,
      isChanged,
      changedKeypoints,
    ]),
  ).toEqual([[`It pressed ${pressed}.`, true, [0]]]);
  expect(pairs[0]?.twin.keypoints[0]?.claim).toBe(`${pressed} were pressed.`);
});

test("a value that the question tells stays: the question would no longer fit", () => {
  const asked = {
    sentence: oil,
    question: "Who pressed the 3,400 litres?",
    answer: "The mill pressed 3,400 litres.",
  };
  expect(twinOf(oil, [asked]).choice.edits).toEqual([]);
});

test("a fact also told in words, or glued to a name, is left alone", () => {
  const answer = "It pressed 3,400 litres.";
  const spelled = `${oil} Three thousand four hundred litres are a record.`;
  const glued = `${oil} The tank is called T3,400X.`;
  expect(twinOf(spelled, [{ sentence: oil, answer }]).choice.edits).toEqual([]);
  expect(twinOf(glued, [{ sentence: oil, answer }]).choice.edits).toEqual([]);
});

test("a fact that makes up another that nobody declared is left alone", () => {
  const text = `${oil} Of oil and wine together there were 4,600 litres, 1,200 litres of them wine.`;
  expect(
    twinOf(text, [{ sentence: oil, answer: "It pressed 3,400 litres." }]).choice.edits,
  ).toEqual([]);
});

test("a date with its weekday is left alone", () => {
  const text = "It burned down on Monday, 3 May 2021.";
  expect(twinOf(text, [{ sentence: text, answer: "On 3 May 2021." }]).choice.edits).toEqual([]);
});

test("greater stays greater: no draw turns a comparison round", () => {
  const text = "The old press gives 3,400 litres. The new press gives 3,500 litres.";
  const { pairs } = twinOf(text, [
    { sentence: text, answer: "The new press, with 3,500 litres against 3,400 litres." },
  ]);
  const [fresh = 0, old = 0] = (pairs[0]?.twin.answer.match(/[\d,]{5}/g) ?? []).map(one =>
    Number(one.replace(",", "")),
  );
  expect(pairs[0]?.isChanged).toBe(true);
  expect(fresh).toBeGreaterThan(old);
});

test("derivations are computed again, one upon another", () => {
  const text = "Oil: 3,400 litres. Wine: 1,300 litres. The tank holds 9,000 litres.";
  const { pairs } = twinOf(text, [
    {
      sentence: text,
      answer: "Oil and wine are 4,700 litres, which leaves 4,300 litres of the 9,000 litres.",
      derivations: [
        { operation: "sum", operands: ["3,400 litres", "1,300 litres"], result: "4,700 litres" },
        {
          operation: "difference",
          operands: ["9,000 litres", "4,700 litres"],
          result: "4,300 litres",
        },
      ],
    },
  ]);
  const [sum = 0, left = 0, all = 0] = (pairs[0]?.twin.answer.match(/\d,\d{3}/g) ?? []).map(one =>
    Number(one.replace(",", "")),
  );
  expect(pairs[0]?.isChanged).toBe(true);
  expect(left).toBe(all - sum);
  expect(
    pairs[0]?.twin.derivations.map(({ result }) =>
      Number(/[\d,]+/.exec(result)?.[0].replace(",", "")),
    ),
  ).toEqual([sum, left]);
});

test("an answer that sets values in relation by words is not changed", () => {
  const text = "Oil: 3,400 litres. Wine: 1,300 litres.";
  const answer = "Oil, with 3,400 litres, is more than twice the wine.";
  expect(
    twinOf(text, [{ sentence: text, answer }]).pairs.map(({ isChanged }) => isChanged),
  ).toEqual([false]);
});

test("what a system answers that fell into a trap is told as it then stands", () => {
  const stale = "In the draft it was 2,800 litres.";
  const { text, pairs } = twinOf(`${oil} ${stale}`, [
    {
      sentence: `${oil} ${stale}`,
      answer: "It pressed 3,400 litres.",
      wrongAnswers: [{ answer: "It pressed 2,800 litres.", trap: "stale", documentIds: ["d1"] }],
    },
  ]);
  const wrong = pairs[0]?.twin.wrongAnswers?.[0]?.answer ?? "";
  expect(pairs[0]?.isChanged).toBe(true);
  expect(text).toContain(/[\d,]+ litres/.exec(wrong)?.[0] ?? "none");
  expect(wrong).not.toBe(pairs[0]?.twin.answer);
});
