// Keywords stand where they must: fine ones verbatim in the evidence with their offsets, coarse ones in the question or the evidence.

import { expect, test } from "vitest";
import { readKeywords } from "../../pipelines/items/read-keywords.ts";
import { keywordsStage } from "../../pipelines/items/keywords.ts";
import { keywords } from "../../schemas/items/records.ts";
import { aDocument, anAnswer, aQuestion, evidenceOf, founded } from "../support/items.ts";
import { outcomeFor, scriptedContext } from "../support/stage-context.ts";

const reply = (fine: string[][], coarse = ["Alder Mills"]) => ({ coarse, fine });
const good = reply([["founded", "3 May 1998"]]);
const textsIn = (fine: readonly (readonly { text: string }[])[]) =>
  fine.map(list => list.map(({ text }) => text));
const keep = (fine: string[][], answer = anAnswer()) =>
  textsIn(readKeywords(answer, reply(fine)).fine);

const revenue = "Its revenue came to US$30 million in 2021.";
const other = aDocument({
  id: "d2",
  name: "Birch Ferries",
  text: "Birch Ferries carried mail. Its revenue came to US$12 million in 2021.",
});
const ofTwo = anAnswer({
  evidence: [
    evidenceOf(revenue, 1),
    evidenceOf("Its revenue came to US$12 million in 2021.", 2, other),
  ],
});

test("an element is stored in the document's own characters, at its place in the document", () => {
  const answer = anAnswer({ evidence: [evidenceOf(revenue)] });
  const { fine, problem } = readKeywords(
    answer,
    reply([["ＵＳ$30  Million", "revenue"]], ["revenue"]),
  );
  expect(problem).toBeUndefined();
  expect(
    fine[0]?.map(({ text, span }) => [text, aDocument().text.slice(span.start, span.end)]),
  ).toEqual([
    ["US$30 million", "US$30 million"],
    ["revenue", "revenue"],
  ]);
});

test("all elements of a list are taken from one sentence, if one has them all", () => {
  const { fine } = readKeywords(
    ofTwo,
    reply(
      [
        ["revenue", "US$12 million"],
        ["revenue", "US$30 million"],
      ],
      ["revenue"],
    ),
  );
  expect(fine.map(list => list.map(({ span }) => span.documentId))).toEqual([
    ["d2", "d2"],
    ["d1", "d1"],
  ]);
});

test("what is given twice is kept once: an element, one within another, a list in another order", () => {
  expect(
    keep([["founded", "Founded", "3 May 1998", "May 1998"], ["3 may 1998", "founded"], ["Corrie"]]),
  ).toEqual([["founded", "3 May 1998"], ["Corrie"]]);
});

test.each([
  [
    "an element that was reworded",
    reply([["founded in May"]]),
    /do not occur in the sentences: "founded in May"/,
  ],
  ["an element that says nothing", reply([[" . "]]), /do not occur/],
  ["a whole sentence", reply([[Array.from({ length: 19 }, () => "mill").join(" ")]]), /Too long/],
  [
    "a coarse term from elsewhere",
    reply([["founded"]], ["textiles"]),
    /do not occur in the sentences: "textiles"/,
  ],
])("%s is told", (_, given, message) => {
  expect(readKeywords(anAnswer(), given).problem).toMatch(message);
});

test("the stage asks again with the reason and takes the better reply", async () => {
  const { context, asked } = scriptedContext(
    {},
    { "items/keywords": [reply([["set up in 1998"]]), good] },
  );
  const { rows } = await keywordsStage.each(anAnswer(), context);
  expect(asked[0]?.complaints).toEqual([expect.stringContaining("set up in 1998"), undefined]);
  expect(asked[0]?.variables.evidence).toEqual([
    { number: 1, document: "Alder Mills", text: founded },
  ]);
  expect(rows.map(row => keywords.row.parse(row))).toMatchObject([
    { id: "a1/keywords", answerId: "a1", coarse: ["Alder Mills"] },
  ]);
});

test("a list that still does not stand there is dropped and the others are kept", async () => {
  const stubborn = reply([["set up in 1998"], ["3 May 1998"]], ["Alder Mills", "textiles"]);
  const { context, asked } = scriptedContext({}, { "items/keywords": () => stubborn });
  const { rows } = await keywordsStage.each(anAnswer(), context);
  expect(asked[0]?.complaints).toHaveLength(2);
  expect(rows.map(({ coarse, fine }) => [coarse, textsIn(fine)])).toEqual([
    [["Alder Mills"], [["3 May 1998"]]],
  ]);
});

test.each([
  ["tutorial", ["founding of a mill", "Alder Mills"]],
  ["how-to", ["founding of a mill", "Alder Mills"]],
  ["factual", ["Alder Mills"]],
] as const)("what steps are for may stand in the question alone: %s", async (type, coarse) => {
  const question = aQuestion({ type, question: "How is the founding of a mill made known?" });
  const terms = reply([["3 May 1998"]], ["founding of a mill", "Alder Mills"]);
  const { context } = scriptedContext({}, { "items/keywords": () => terms });
  const { rows } = await keywordsStage.each(anAnswer({ question }), context);
  expect(rows.map(row => row.coarse)).toEqual([coarse]);
});

test("an unanswerable question has no keywords, and none is asked for", async () => {
  const { context, asked } = scriptedContext({}, {});
  const outcome = await outcomeFor(
    keywordsStage,
    anAnswer({ question: aQuestion({ type: "unanswerable" }), evidence: [] }),
    context,
  );
  expect([outcome, asked]).toEqual([{ outcome: "made", rows: [] }, []]);
});

test("a reverse task has them from what the corpus says of its reference alone", async () => {
  const facts = [
    { claim: "It was founded in 1998.", evidence: [1] },
    { claim: "It is proud of it.", evidence: [] },
  ];
  const question = aQuestion({ type: "summarization" });
  const answer = anAnswer({
    question,
    answer: "It was founded in 1998. It is proud of it.",
    evidence: [evidenceOf(founded), evidenceOf(revenue, 2)],
    facts,
  });
  const { context, asked } = scriptedContext({}, { "items/keywords": [good] });
  await keywordsStage.each(answer, context);
  expect(asked[0]?.variables).toMatchObject({
    answer: "It was founded in 1998.",
    evidence: [{ number: 1 }],
  });
  expect(asked[0]?.variables.evidence).toHaveLength(1);
  const unsupported = await keywordsStage.each({ ...answer, facts: [] }, context);
  expect(unsupported).toMatchObject({ outcome: "rejected", code: "no-evidence" });
});

test.each([
  [
    "a long claim: the longest run of whole words",
    "a ledge below the upper gates on which the stern of a boat may be caught.",
    ["ledge below the upper gates on which the stern of a boat may"],
  ],
  ["a short claim: all of it", "a red lamp", ["a red lamp"]],
])("a claim without names and values has from its sentence, of %s", async (_, claim, fine) => {
  const question = aQuestion({ claims: [{ claim, spans: [evidenceOf(founded).span] }] });
  const answer = anAnswer({
    question,
    answer: claim,
    evidence: [{ ...evidenceOf(founded), text: `The sill is ${claim}` }],
    facts: [{ claim, evidence: [1] }],
  });
  const { context, asked } = scriptedContext({}, {});
  const { rows } = await keywordsStage.each(answer, context);
  expect(rows.map(row => textsIn(row.fine))).toEqual([[fine]]);
  expect(asked).toEqual([]);
});
