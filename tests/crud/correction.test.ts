// Corrections: marked errors are put right and nothing else changed; planted ones clash with the article and are undone by it.

import { expect, test } from "vitest";
import { correctionStage } from "../../pipelines/crud/correction.ts";
import { splitForErrors, swapProblems } from "../../pipelines/crud/planted-errors.ts";
import { corrections } from "../../schemas/crud/drafts.ts";
import { UhgevalRecord } from "../../schemas/formats/uhgeval.ts";
import { aCrudPlan, aNewsDocument, anArticle, flood } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { cases } from "../support/cases.ts";

const record = UhgevalRecord.parse({
  id: "num_000001",
  newsBeginning: "A burst main flooded Harrow Lane in Wexcombe on 4 March 2025.",
  hallucinatedContinuation:
    "The council closed the road for nineteen days, and some 120 households were without water.",
  annotations: [
    "the council<sep>合理",
    "nineteen days<sep>不合理，should be nine days",
    "a lake<sep>不合理，is not there",
  ],
  newsRemainder: flood.slice(flood.indexOf("The council")),
});
const right = {
  declined: null,
  corrected: record.hallucinatedContinuation.replace("nineteen", "nine"),
  corrections: [{ wrong: "nineteen days", right: "nine days" }],
};
const run = async (
  script: Record<string, object[]>,
  annotation: UhgevalRecord | null = null,
  text = flood,
) => {
  const { context, asked } = scriptedContext(
    { pool: [aNewsDocument({ text })], articles: [anArticle({ annotation })] },
    script,
  );
  return {
    asked,
    outcome: await correctionStage.each(aCrudPlan({ type: "correction" }), context as never),
  };
};

test("what people marked is put right; a mark on words that do not stand there is not shown", async () => {
  const { asked, outcome } = await run({ "crud/correction": [right] }, record);
  expect(asked[0]?.variables.marks).toEqual([
    { words: "nineteen days", reason: "should be nine days" },
  ]);
  const row = corrections.row.parse(outcome.rows[0]);
  expect(row).toMatchObject({
    origin: "annotated",
    answer: right.corrected,
    marks: [{ wrong: "nineteen days", right: "nine days" }],
  });
  expect(row.question).toBe(`${record.newsBeginning}\n\n${record.hallucinatedContinuation}`);
});

test.each([
  [
    "an error left in place",
    record.hallucinatedContinuation.replace("120", "some 120"),
    /is still there/,
  ],
  [
    "a text written again",
    "Nine days passed before people could drive there again.",
    /marked words only/,
  ],
  [
    "a number that the article lacks",
    right.corrected.replace("nine days", "14 days"),
    /does not say 14/,
  ],
])("%s is asked for again", async (_, corrected, complaint) => {
  expect(
    (await run({ "crud/correction": [{ ...right, corrected }, right] }, record)).asked[0]
      ?.complaints[0],
  ).toMatch(complaint);
});

const long =
  `${flood} The council has asked the water company for an account of the damage. It is due in May.`.replace(
    "in Wexcombe on",
    "in the old centre of Wexcombe, not far from the town hall and the covered market, on",
  );
const opening = splitForErrors(long, "en");

test("errors go into the stretch after the opening; what was there is the answer", async () => {
  const swap = {
    right: "nine days",
    wrong: "six weeks",
    reason: "the road was closed for nine days",
  };
  const text = long.replace(
    "The council closed",
    "It stood two feet deep in places, and cars were towed away by the fire brigade until noon. The council closed",
  );
  const { asked, outcome } = await run(
    { "crud/hallucination": [{ declined: null, swaps: [swap] }] },
    null,
    text,
  );
  const row = corrections.row.parse(outcome.rows[0]);
  expect(text).toContain(row.answer);
  expect(row).toMatchObject({
    origin: "planted",
    marks: [swap],
    continuation: row.answer.replace("nine days", "six weeks"),
  });
  expect(asked[0]?.variables.continuation).toBe(row.answer);
  // The sentence that proves it is known, and nobody is asked for it.
  expect(row.spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    "The council closed the road for nine days.",
  ]);
});

cases<[name: string, swap: { right: string; wrong: string; reason: string }, complaint: string]>(
  "crud/correction",
  "a swap with %s is told",
  (_, swap, complaint) => {
    const place = {
      beginning: "",
      continuation: "The council closed the road for nine days.",
      rest: flood,
    };
    expect(swapProblems([swap], place, "en").join()).toMatch(new RegExp(complaint));
  },
);

test("an article with nothing after its opening is rejected, and one of another task passed over", async () => {
  expect(opening).toBeDefined();
  expect((await run({}, null, "A short note.")).outcome).toMatchObject({
    outcome: "rejected",
    code: "too-short-to-plant",
  });
});
