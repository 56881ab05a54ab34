// Keypoints, keywords and last marks of candidates: what is shown, what is checked, what is asked again, what falls.

import { expect, test } from "vitest";
import { keysStage } from "../../pipelines/questions/keys.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import type { keysPrompt } from "../../schemas/questions/prompts.ts";
import type { KeysReply } from "../../pipelines/questions/key-check.ts";
import type { DocumentRow, documents } from "../../schemas/items/documents.ts";
import { outcomeFor, scriptedContext } from "../support/stage-context.ts";
import { aDocument } from "../support/items.ts";
import {
  aCandidate,
  aSettledRow,
  aShortlistRow,
  notice,
  recipe,
  sentences,
} from "../support/settled-candidates.ts";
import type { Keys, SheetRow } from "../../schemas/questions/keys.ts";
import type { settled, shortlist, ShortlistRow } from "../../schemas/questions/records.ts";

const sound = { unproved: "", idle: [], faults: [], why: "", right: 5, worth: 5 };

const verbose: KeysReply = {
  ...sound,
  number: 1,
  keypoints: [
    { claim: "Only servers with verbose logging are affected.", kind: "fact", evidence: [2] },
    { claim: "The tokens need not be revoked.", kind: "conclusion", evidence: [1, 2] },
  ],
  coarse: ["servers"],
  fine: [["verbose logging"]],
};

type Replies = readonly (readonly (KeysReply | null)[])[];

const keysOf = (row: ShortlistRow, ...replies: Replies) =>
  keysIn({ corpus: [notice, recipe], row, review: true }, ...replies);

interface Given {
  readonly corpus: readonly DocumentRow[];
  readonly row: ShortlistRow;
  readonly review: boolean;
}

async function keysIn({ corpus, row, review }: Given, ...replies: Replies) {
  const { context, asked } = scriptedContext<{
    documents: typeof documents;
    settled: typeof settled;
    shortlist: typeof shortlist;
  }>(
    {
      documents: corpus,
      settled: [
        aSettledRow(row.accepted, { language: row.language, documentIds: [notice.id, recipe.id] }),
      ],
      shortlist: [row],
    },
    { "questions/keypoints": replies.map(items => ({ items })) },
  );
  const sheet: SheetRow = {
    id: "sheet-1",
    language: row.language,
    entries: row.accepted.map(({ number }) => ({ shortlistId: row.id, number })),
  };
  const outcome = await outcomeFor(
    keysStage({ wing: "rageval", usesMarks: review }),
    sheet,
    context,
  );
  const { rows } = outcome;
  return {
    rows,
    keys: rows.flatMap(({ keys }) => keys ?? []),
    losses: rows.flatMap(({ losses }) => losses),
    asked: asked.map(({ variables }) => (variables as VariablesOf<typeof keysPrompt>).items),
  };
}

const problemsOf = (items: VariablesOf<typeof keysPrompt>["items"]) =>
  items.map(({ number, problem }) => [number, problem]);

test("an item is shown alone, with its lines and without its documents' names; keypoints and keywords come back as spans", async () => {
  const { rows, keys, losses, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [verbose]);
  expect(asked).toMatchObject([
    [
      {
        number: 1,
        type: "condition",
        lines: [{ number: 1, text: sentences.logs.text }, { number: 2 }],
      },
    ],
  ]);
  expect(rows).toMatchObject([{ shortlistId: "shortlist-1", proposalId: "p1" }]);
  expect(losses).toEqual([]);
  expect(keys[0]?.keypoints.map(({ kind, spans }) => [kind, spans.length])).toEqual([
    ["fact", 1],
    ["conclusion", 2],
  ]);
  const { span } = keys[0]?.keywords?.fine[0]?.[0] ?? {};
  expect(notice.text.slice(span?.start, span?.end)).toBe("verbose logging");
});

test("where no coarse term stands in the evidence, the fine lists stand for themselves, and nothing is asked again", async () => {
  const coarse = ["Teapot"];
  const { keys, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, coarse }]);
  expect(asked.length).toBe(1);
  expect(keys[0]?.keywords?.coarse).toEqual(["verbose logging"]);
});

test("a list of keywords that stands nowhere is dropped alone, and nothing is asked again", async () => {
  const fine = [["verbose logging"], ["debug logging"]];
  const { keys, asked } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, fine }]);
  expect(asked.length).toBe(1);
  expect(keys[0]?.keywords?.fine.length).toBe(1);
});

const elsewhere = aDocument({
  id: "d-elsewhere",
  name: "Teapot notice",
  text: "Only servers with verbose logging are affected.",
});

test("a list that stands in another document is dropped alone, and a clause of the evidence that stands nowhere else takes its place", async () => {
  const given = {
    corpus: [notice, recipe, elsewhere],
    row: aShortlistRow([aCandidate(1)]),
    review: true,
  };
  const { keys, asked } = await keysIn(given, [verbose]);
  expect(asked.length).toBe(1);
  expect(keys[0]?.keywords?.fine.flat().map(({ text }) => text)).toEqual([
    "Kettle before 2.4.1 writes tokens to its log",
  ]);
  expect(keys[0]?.keywords?.passages).toEqual([1]);
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
    const { keys, losses, asked } = await keysOf(aShortlistRow([aCandidate(1)]), bad, bad);
    expect(asked.map(items => problemsOf(items).map(([, told]) => told === ""))).toEqual([
      [true],
      [false],
    ]);
    expect([keys, losses.map(loss => [loss.number, loss.code])]).toEqual([[], [[1, code]]]);
  },
);

const upgrade = aCandidate(2, {
  type: "factual",
  question: "Which version of Kettle ends the leak, and what remains to be done?",
  answer: "2.4.1, out since 3 May 2024; tokens already written must be revoked by hand.",
  evidence: [{ ...sentences.revoke, number: 1 }],
});
const upgradeKeys = (claims: readonly string[]): KeysReply => ({
  ...sound,
  number: 2,
  keypoints: claims.map(claim => ({ claim, kind: "fact", evidence: [3] })),
  coarse: ["tokens"],
  fine: [["2.4.1"]],
});

test("a candidate whose keys cannot be used is asked for again alone", async () => {
  const row = aShortlistRow([aCandidate(1), upgrade]);
  const first = [verbose, { ...upgradeKeys(["Version 2.4.1 ends the leak."]), fine: [["2.4.9"]] }];
  const second = [upgradeKeys(["Version 2.4.1 ends the leak.", "Tokens must be revoked."])];
  const { keys, asked } = await keysOf(row, first, second);
  expect(asked.map(items => items.map(({ number }) => number))).toEqual([[1, 2], [2]]);
  expect(asked[1]?.[0]?.problem).toContain("2.4.9");
  expect(keys.map(({ number, keypoints }) => [number, keypoints.length])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("a candidate that the reply passes over is asked for again, then lost alone", async () => {
  const { keys, losses, asked } = await keysOf(
    aShortlistRow([aCandidate(1), upgrade]),
    [verbose],
    [null],
  );
  expect(problemsOf(asked[1] ?? [])).toEqual([
    [2, "The reply has no keypoints for this question."],
  ]);
  expect(keys.map(({ number }) => number)).toEqual([1]);
  expect(losses).toMatchObject([{ number: 2, code: "no-keypoints" }]);
});

test("a keypoint may count what the answer lists", async () => {
  const keypoints = [
    ...verbose.keypoints,
    { claim: "Two conditions must both hold.", kind: "inference" as const, evidence: [2] },
  ];
  const { losses } = await keysOf(aShortlistRow([aCandidate(1)]), [{ ...verbose, keypoints }]);
  expect(losses).toEqual([]);
});

test("a question with a part of its answer that no sentence supports is never without a flaw; where marks decide nothing, it is lost at once", async () => {
  const unproved = "that it is so on every server, E0597 among them";
  const row = aShortlistRow([aCandidate(1)]);
  const replies = [{ ...verbose, unproved, right: 5 }];
  const marked = await keysOf(row, replies);
  expect(marked.losses).toEqual([]);
  expect(marked.keys[0]).toMatchObject({ why: unproved, measures: { right: 4 } });
  const unsaid = aCandidate(1, { answer: `${aCandidate(1).answer} The error is E0597.` });
  const lost = [{ number: 1, code: "unproved-part", detail: unproved }];
  expect((await keysOf(aShortlistRow([unsaid]), replies)).losses).toEqual(lost);
  const given = { corpus: [notice, recipe], row, review: false };
  const { losses, asked } = await keysIn(given, replies);
  expect(asked.length).toBe(1);
  expect(losses).toEqual(lost);
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
  const { keys: all, asked } = await keysOf(aShortlistRow([candidate]), [
    { ...verbose, keypoints },
  ]);
  const [keys] = all;
  expect(asked[0]?.[0]?.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
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
  const { keys, asked } = await keysOf(aShortlistRow([constructed]), [one]);
  expect(asked.length).toBe(1);
  expect(keys[0]?.evidence).toEqual([sentences.verbose]);
});

test("a question that cannot be answered has keypoints on what is settled, and no keywords", async () => {
  const candidate = aCandidate(1, {
    type: "unanswerable",
    question: "葱香薄饼的面团可以放进冰箱过夜吗？",
    answer: "文中没有说能否过夜冷藏，只说没有小葱可以用韭菜代替。",
    evidence: [sentences.leek],
  });
  const reply: KeysReply = {
    ...sound,
    number: 1,
    keypoints: [
      { claim: "文中没有说面团能否过夜冷藏。", kind: "conclusion", evidence: [] },
      { claim: "没有小葱可以用韭菜代替。", kind: "fact", evidence: [5] },
    ],
    coarse: [],
    fine: [],
  };
  const row = aShortlistRow([candidate], { language: "zh", domain: "recipes" });
  const { keys, asked } = await keysOf(row, [reply]);
  expect(asked.length).toBe(1);
  expect(keys[0]).toMatchObject({ keywords: null, keypoints: [{ spans: [] }, { spans: [{}] }] });
});

const wider = (over: Parameters<typeof aCandidate>[1] = {}) =>
  aShortlistRow([
    aCandidate(1, { evidence: [sentences.logs, sentences.verbose, sentences.revoke], ...over }),
  ]);
const linesOf = (keys: readonly Keys[]) => keys[0]?.evidence.map(({ text }) => text);

test("an idle line goes; the marks stand among the measures", async () => {
  const { keys } = await keysOf(wider(), [{ ...verbose, idle: [3], worth: 4 }]);
  expect(linesOf(keys)).toEqual([sentences.logs.text, sentences.verbose.text]);
  expect(keys[0]?.measures).toMatchObject({ right: 5, alone: 4, passages: 1 });
});

test.each([
  ["a keypoint rests on it", [2], {}],
  ["code knows what proves the list", [3], { factIds: ["f1"] }],
])("a line called idle stays where %s", async (_, idle, over) => {
  const { keys } = await keysOf(wider(over), [{ ...verbose, idle }]);
  expect(keys[0]?.evidence.length).toBe(3);
});

test("what was marked below 4 falls with its reason, and keeps its keys for people to look at", async () => {
  const why = "No line says that the tokens stay valid.";
  const bad = { ...verbose, faults: ["insufficient-evidence" as const], why, right: 3 };
  const { keys, losses } = await keysOf(wider(), [bad]);
  expect(losses).toEqual([{ number: 1, code: "faulty", detail: why }]);
  expect(keys).toMatchObject([{ faults: ["insufficient-evidence"], why }]);
});

test("where marks are not to count, none is kept and no line goes", async () => {
  const given = { corpus: [notice, recipe], row: wider(), review: false };
  const { keys, losses } = await keysIn(given, [{ ...verbose, idle: [3], right: 2 }]);
  expect([keys[0]?.evidence.length, losses]).toEqual([3, []]);
  expect(keys[0]?.measures).toMatchObject({ right: null, alone: null });
});
