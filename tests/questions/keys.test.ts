// Keypoints and keywords of a material's questions: what is checked, what is asked again, what is lost.

import { expect, test } from "vitest";
import { keysStage } from "../../pipelines/questions/keys.ts";
import type { KeysReply } from "../../pipelines/questions/keys-checked.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { outcomeOf, scriptedContext } from "../support/stage-context.ts";
import { aDocument } from "../support/items.ts";
import {
  aCandidate,
  aSettledRow,
  aShortlistRow,
  notice,
  recipe,
  sentences,
} from "../support/settled.ts";
import { type KeysRow, settled, type ShortlistRow } from "../../schemas/questions/records.ts";

const verbose: KeysReply = {
  number: 1,
  keypoints: [
    { claim: "Only servers with verbose logging are affected.", kind: "fact", evidence: [2] },
    { claim: "The tokens need not be revoked.", kind: "conclusion", evidence: [1, 2] },
  ],
  unproved: "",
  coarse: ["servers"],
  fine: [["verbose logging"]],
};

const keysOf = (row: ShortlistRow, ...replies: readonly (readonly (KeysReply | null)[])[]) =>
  keysIn([notice, recipe], row, ...replies);

async function keysIn(
  corpus: readonly DocumentRow[],
  row: ShortlistRow,
  ...replies: readonly (readonly (KeysReply | null)[])[]
) {
  const { context, asked } = scriptedContext<{
    documents: typeof documents;
    settled: typeof settled;
  }>(
    {
      documents: corpus,
      settled: [
        aSettledRow(row.accepted, { language: row.language, documentIds: [notice.id, recipe.id] }),
      ],
    },
    { "questions/keypoints": replies.map(questions => ({ questions })) },
  );
  const outcome = await outcomeOf(keysStage({ wing: "rageval" }), row, context);
  return { row: outcome.rows[0] as KeysRow, asked };
}

test("one request shows each document once, with the sentences that were taken; keypoints and keywords come back as spans", async () => {
  const { row, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [verbose]);
  expect(asked[0]?.variables).toMatchObject({
    documents: [{ name: "Kettle 2.4 notice", sentences: [{ number: 1 }, { number: 2 }] }],
    questions: [{ number: 1, type: "condition", sentences: [1, 2] }],
  });
  expect(row).toMatchObject({ shortlistId: "shortlist-1", proposalId: "p1", losses: [] });
  const [keys] = row.keys;
  expect(keys?.keypoints.map(({ kind, spans }) => [kind, spans.length])).toEqual([
    ["fact", 1],
    ["conclusion", 2],
  ]);
  const { span } = keys?.keywords?.fine[0]?.[0] ?? {};
  expect(notice.text.slice(span?.start, span?.end)).toBe("verbose logging");
});

test("where no coarse term stands in the evidence, the fine lists stand for themselves, and nothing is asked again", async () => {
  const coarse = ["Teapot"];
  const { row, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, coarse }]);
  expect(asked[0]?.complaints).toEqual([undefined]);
  expect(row.keys[0]?.keywords?.coarse).toEqual(["verbose logging"]);
});

test("a list of keywords that stands nowhere is dropped alone, and nothing is asked again", async () => {
  const fine = [["verbose logging"], ["debug logging"]];
  const { row, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, fine }]);
  expect(asked[0]?.complaints).toEqual([undefined]);
  expect(row.keys[0]?.keywords?.fine.length).toBe(1);
});

const elsewhere = aDocument({
  id: "d-elsewhere",
  name: "Teapot notice",
  text: "Only servers with verbose logging are affected.",
});

test("a list that stands in another document is sent back once with its name, then dropped alone", async () => {
  const row = aShortlistRow([aCandidate(1)]);
  const { row: made, asked } = await keysIn([notice, recipe, elsewhere], row, [verbose], [verbose]);
  expect(asked[0]?.complaints).toEqual([
    'Question 1: "verbose logging" stands also in Teapot notice: add a name, value or act of these sentences that stands only here.',
    undefined,
  ]);
  const { keywords } = made.keys[0] ?? {};
  expect(keywords?.fine.flat().map(({ text }) => text)).toEqual([
    "Kettle before 2.4.1 writes tokens to its log",
  ]);
  expect(keywords?.passages).toEqual([1]);
});

test("a second reply that tells the passage apart is taken", async () => {
  const better = { ...verbose, fine: [["Kettle before 2.4.1"]] };
  const row = aShortlistRow([aCandidate(1)]);
  const { row: made } = await keysIn([notice, recipe, elsewhere], row, [verbose], [better]);
  expect(made.keys[0]?.keywords?.fine.flat().map(({ text }) => text)).toEqual([
    "Kettle before 2.4.1",
  ]);
});

const wrong: readonly (readonly [string, Partial<KeysReply>, string])[] = [
  [
    "no conclusion where the type needs one",
    { keypoints: verbose.keypoints.slice(0, 1) },
    "wrong-keypoints",
  ],
  [
    "a value that nobody said",
    { keypoints: [{ claim: "Kettle 2.9 is safe.", kind: "conclusion", evidence: [2] }] },
    "wrong-keypoints",
  ],
  [
    "a fact that names no sentence",
    { keypoints: verbose.keypoints.map(point => ({ ...point, evidence: [] })) },
    "keypoints-without-evidence",
  ],
  ["no keyword that stands in the sentences", { fine: [["debug"]] }, "no-keywords"],
];

test.each(wrong)(
  "%s is asked about once more, then the question is lost",
  async (_, over, code) => {
    const bad = [{ ...verbose, ...over }];
    const { row, asked } = await keysOf(aShortlistRow([aCandidate(1)]), bad, bad);
    expect(asked[0]?.complaints).toEqual([expect.stringContaining("Question 1: "), undefined]);
    expect([row.keys, row.losses.map(loss => [loss.number, loss.code])]).toEqual([[], [[1, code]]]);
  },
);

const upgrade = aCandidate(2, {
  type: "factual",
  question: "Which version of Kettle ends the leak, and what remains to be done?",
  answer: "2.4.1, out since 3 May 2024; tokens already written must be revoked by hand.",
  evidence: [{ ...sentences.revoke, number: 1 }],
});
const upgradeKeys = (claims: readonly string[]): KeysReply => ({
  number: 2,
  keypoints: claims.map(claim => ({ claim, kind: "fact", evidence: [3] })),
  unproved: "",
  coarse: ["tokens"],
  fine: [["2.4.1"]],
});

test("values of the answer that no keypoint says are missed, where none of several is said; the second reply may give that question alone", async () => {
  const row = aShortlistRow([aCandidate(1), upgrade]);
  const first = [verbose, upgradeKeys(["Tokens already written must be revoked by hand."])];
  const second = [null, upgradeKeys(["Version 2.4.1 ends the leak.", "Tokens must be revoked."])];
  const { row: made, asked } = await keysOf(row, first, second);
  expect(asked[0]?.complaints[0]).toMatch(/^Question 2: No keypoint says 3 May 2024, 2\.4\.1/);
  expect(made.keys.map(({ number, keypoints }) => [number, keypoints.length])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("a question that the reply passes over is asked for again, then lost alone", async () => {
  const { row, asked } = await keysOf(aShortlistRow([aCandidate(1), upgrade]), [verbose], [null]);
  expect(asked[0]?.complaints[0]).toBe("Question 2: It is missing.");
  expect(row.keys.map(({ number }) => number)).toEqual([1]);
  expect(row.losses).toMatchObject([{ number: 2, code: "no-keypoints" }]);
});

test("a keypoint may count what the answer lists", async () => {
  const keypoints = [
    ...verbose.keypoints,
    { claim: "Two conditions must both hold.", kind: "inference" as const, evidence: [2] },
  ];
  const { row } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, keypoints }]);
  expect(row.losses).toEqual([]);
});

test("a question with a part of its answer that no sentence supports is lost at once", async () => {
  const unproved = "that version 2.4 is out";
  const { row, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, unproved }]);
  expect(asked[0]?.complaints).toEqual([undefined]);
  expect(row.losses).toEqual([{ number: 1, code: "unproved-part", detail: unproved }]);
});

test("a sentence that one reader alone took comes in where a keypoint rests on it; what was agreed on stays", async () => {
  const candidate = aCandidate(1, {
    evidence: [sentences.logs, sentences.verbose],
    aside: [{ ...sentences.revoke, number: 1 }],
    measures: { passages: 2, lexicalRank: 9 },
  });
  const keypoints = [
    {
      claim: "Only servers with verbose logging are affected.",
      kind: "fact" as const,
      evidence: [2],
    },
    { claim: "The tokens need not be revoked.", kind: "conclusion" as const, evidence: [2, 3] },
  ];
  const { row, asked } = await keysOf(aShortlistRow([candidate]), [{ ...verbose, keypoints }]);
  const [keys] = row.keys;
  expect(asked[0]?.variables).toMatchObject({
    documents: [{ sentences: [{}, {}, { number: 3 }] }],
    questions: [{ sentences: [1, 2] }],
  });
  expect(keys?.evidence.map(({ number, text }) => [number, text])).toEqual([
    [1, sentences.logs.text],
    [2, sentences.verbose.text],
    [3, sentences.revoke.text],
  ]);
  expect(keys?.measures).toMatchObject({ proof: "reading", passages: 1, lexicalRank: 1 });
});

test("what is right by construction keeps its evidence", async () => {
  const constructed = aCandidate(1, {
    evidence: [sentences.verbose],
    aside: [{ ...sentences.revoke, number: 1 }],
    measures: { proof: "construction" },
  });
  const one = { ...verbose, keypoints: [{ ...verbose.keypoints[1]!, evidence: [2, 3] }] };
  const { row, asked } = await keysOf(aShortlistRow([constructed]), [one]);
  expect(asked[0]?.complaints).toEqual([undefined]);
  expect(row.keys[0]?.evidence).toEqual([sentences.verbose]);
});

test("a question that cannot be answered has keypoints on what is settled, and no keywords", async () => {
  const candidate = aCandidate(1, {
    type: "unanswerable",
    question: "葱香薄饼的面团可以放进冰箱过夜吗？",
    answer: "文中没有说能否过夜冷藏，只说没有小葱可以用韭菜代替。",
    evidence: [sentences.leek],
  });
  const reply: KeysReply = {
    number: 1,
    keypoints: [
      { claim: "文中没有说面团能否过夜冷藏。", kind: "conclusion", evidence: [] },
      { claim: "没有小葱可以用韭菜代替。", kind: "fact", evidence: [5] },
    ],
    unproved: "",
    coarse: [],
    fine: [],
  };
  const row = aShortlistRow([candidate], { language: "zh", domain: "recipes" });
  const { row: made, asked } = await keysOf(row, [reply]);
  expect(asked[0]?.complaints).toEqual([undefined]);
  expect(made.keys[0]).toMatchObject({
    keywords: null,
    keypoints: [{ spans: [] }, { spans: [{}] }],
  });
});
