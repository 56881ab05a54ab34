// The last look at each item alone: what is shown, which lines go, which items fall or wait.

import { expect, test } from "vitest";
import { isFlawed, reviewed } from "../../pipelines/questions/reviewed.ts";
import { reviewsStage } from "../../pipelines/questions/reviews.ts";
import { sheetsStage } from "../../pipelines/questions/sheets.ts";
import type { documents } from "../../schemas/items/documents.ts";
import type {
  Keys,
  keys,
  KeysRow,
  settled,
  Shortlisted,
  shortlist,
} from "../../schemas/questions/records.ts";
import { passThrough } from "../support/pass-through.ts";
import { aCandidate, aSettledRow, aShortlistRow, notice, sentences } from "../support/settled.ts";
import { outcomeOf, scriptedContext } from "../support/stage-context.ts";
import type { SheetRow } from "../../schemas/questions/review/records.ts";

const { logs, verbose, revoke } = sentences;

const keysOf = (candidate: Shortlisted, over: Partial<Keys> = {}): Keys => ({
  number: candidate.number,
  evidence: candidate.evidence,
  measures: candidate.measures,
  keypoints: [{ claim: candidate.answer, kind: "conclusion", spans: [verbose.span] }],
  keywords: { coarse: ["Kettle"], fine: [[{ text: "verbose logging", span: verbose.span }]] },
  ...over,
});

const aKeysRow = (shortlistId: string, keys: Keys[]): KeysRow => ({
  id: "keys-1",
  language: "en",
  domain: "advisories",
  shortlistId,
  proposalId: "p1",
  keys,
  losses: [],
});

const candidate = (over: Parameters<typeof aCandidate>[1] = {}): Shortlisted => ({
  ...aCandidate(1, { evidence: [logs, verbose, revoke], ...over }),
  rank: 1,
});

const aReview = {
  number: 1,
  idle: [] as number[],
  faults: [] as string[],
  why: "",
  right: 5,
  worth: 5,
};

async function review(
  own: Shortlisted,
  replies: readonly (readonly (typeof aReview | null)[])[],
  over: Partial<Keys> = {},
) {
  const listed = aShortlistRow([own]);
  const row = aKeysRow(listed.id, [keysOf(own, over)]);
  const { context, asked } = scriptedContext<{
    documents: typeof documents;
    settled: typeof settled;
    shortlist: typeof shortlist;
    keys: typeof keys;
  }>(
    {
      documents: [notice],
      settled: [aSettledRow([own])],
      shortlist: [listed],
      keys: [row],
    },
    { "questions/review": replies.map(reviews => ({ reviews })) },
  );
  const sheet: SheetRow = {
    id: "sheet-1",
    language: "en",
    entries: [{ keysId: row.id, number: own.number }],
  };
  const outcome = await outcomeOf(reviewsStage({}), sheet, context);
  return { rows: outcome.rows, asked, keys: row };
}

test("an item is shown as its users will see it, without its documents' names or what its makers thought of it", async () => {
  const { asked } = await review(candidate(), [[aReview]]);
  const { question, answer } = candidate();
  expect(asked[0]?.variables).toEqual({
    items: [
      {
        number: 1,
        question,
        answer,
        evidence: [logs, verbose, revoke].map(({ text }, at) => ({ line: at + 1, text })),
        keypoints: [answer],
      },
    ],
  });
});

test("an idle line goes, and with it the flaw that it was; the marks stand among the measures", async () => {
  const idle = { ...aReview, idle: [3], faults: ["excess-evidence"], right: 4, worth: 4 };
  const { rows } = await review(candidate(), [[idle]]);
  expect(rows[0]?.evidence).toEqual([logs, verbose]);
  expect(rows[0]?.measures).toMatchObject({ right: 5, alone: 4, passages: 1 });
});

test.each([
  ["a keypoint or a keyword stands in it", [2], ["excess-evidence"], {}],
  ["code knows what proves the list", [3], ["excess-evidence"], { factIds: ["f1"] }],
])("a line stays where %s, and its flaw with it", async (_, idle, faults, over) => {
  const { rows } = await review(candidate(over), [[{ ...aReview, idle, faults, right: 4 }]]);
  expect(rows[0]?.evidence).toEqual([logs, verbose, revoke]);
  expect(rows[0]?.measures.right).toBe(4);
});

test("a list that code made of an idle line goes with the line; what was chosen, and a list without another, stays", async () => {
  const listOf = (piece: typeof logs) => [{ text: piece.text, span: piece.span }];
  const idle = [{ ...aReview, idle: [3] }];
  const keyed = (fine: (typeof logs)[]) => ({
    keywords: { coarse: ["servers"], fine: fine.map(listOf), passages: fine.map(() => 1) },
    ownLists: 1,
  });
  const both = await review(candidate(), [idle], keyed([logs, revoke]));
  const left = reviewed(both.keys, { reviews: { where: () => both.rows } }).keys[0];
  expect(left?.evidence).toEqual([logs, verbose]);
  expect(left?.keywords).toMatchObject({ fine: [listOf(logs)], passages: [1] });
  const alone = await review(candidate(), [idle], keyed([revoke]));
  expect(alone.rows[0]?.evidence).toEqual([logs, verbose, revoke]);
});

test("what makes an item worth less does not make it less right", async () => {
  const faults = ["names-document-oddly"];
  const { rows } = await review(candidate(), [[{ ...aReview, faults, right: 4, worth: 3 }]]);
  expect(rows[0]?.measures).toMatchObject({ right: 5, alone: 3 });
});

test("another flaw stays when the idle lines are gone", async () => {
  const faults = ["excess-evidence", "incomplete-answer"];
  const { rows } = await review(candidate(), [[{ ...aReview, idle: [3], faults, right: 4 }]]);
  expect(rows[0]).toMatchObject({ faults, measures: { right: 4 } });
});

test("an item that was passed over is asked for once more, and is without a review if it is passed over again", async () => {
  const { rows, asked } = await review(candidate(), [[null], [null]]);
  expect(asked.flatMap(({ complaints }) => complaints)).toEqual([
    "Only 0 of 1 items were reviewed. Review each.",
    undefined,
  ]);
  expect(rows).toEqual([]);
});

test("what its last reader marked below 4 falls with its reason; without a review all stands as it was", async () => {
  const why = "No line says that the tokens stay valid.";
  const bad = { ...aReview, faults: ["insufficient-evidence"], why, right: 3 };
  const { rows, keys: row } = await review(candidate(), [[bad]]);
  const where = () => rows;
  expect(reviewed(row, { reviews: { where } }).losses).toEqual([
    { number: 1, code: "faulty", detail: why },
  ]);
  expect(reviewed(row, {})).toEqual({ keys: row.keys, losses: [] });
});

test.each([
  [null, null, false],
  [5, 4, false],
  [4, 5, true],
  [5, 3, true],
])("marked %s for right and %s for worth, an item is flawed: %s", (right, alone, expected) => {
  expect(isFlawed({ right, alone })).toBe(expected);
});

const sheetsFor = async (numbers: readonly number[]) => {
  // The last candidate of the material comes first on the list.
  const accepted = numbers.map((number, at) => ({
    ...aCandidate(number),
    question: `Which toll is due at gate ${number}?`,
    rank: at + 1,
  }));
  const listed = { ...aShortlistRow([]), accepted: accepted.toReversed() };
  const row = aKeysRow(
    listed.id,
    accepted.map(each => keysOf(each)),
  );
  const { tables } = await passThrough([sheetsStage], {
    "questions/shortlist": [listed],
    "questions/keys": [row],
  });
  return (tables["questions/sheets"] as SheetRow[]).map(({ entries }) =>
    entries.map(({ number }) => number),
  );
};
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test("about ten items of a language share a sheet, in the order of the shortlist; a longer list leaves the full sheets as they were", async () => {
  const [short, long] = [await sheetsFor(numbersTo(60)), await sheetsFor(numbersTo(90))];
  expect(long.flat()).toEqual(numbersTo(90));
  expect(long.slice(0, -1).filter(({ length }) => length < 6 || length > 14)).toEqual([]);
  expect(Math.abs(long.length - 9)).toBeLessThanOrEqual(2);
  expect(long.slice(0, short.length - 1)).toEqual(short.slice(0, -1));
});

test("an item that goes changes the sheets about it, and few others", async () => {
  const all = await sheetsFor(numbersTo(90));
  const known = new Set(all.map(String));
  const changed = await Promise.all(
    [1, 30, 47, 80].map(async gone => {
      const left = await sheetsFor(numbersTo(90).filter(number => number !== gone));
      return left.filter(sheet => !known.has(String(sheet))).length;
    }),
  );
  expect(Math.max(...changed)).toBeLessThanOrEqual(3);
});
