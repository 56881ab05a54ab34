// From settled rows to items: unfolding, verdicts, the final choice, and what is told of types that gave way.

import { expect, test } from "vitest";
import { choiceStage } from "../../pipelines/questions/choose-items.ts";
import { quotasStage } from "../../pipelines/questions/type-quotas.ts";
import { shortlistStage } from "../../pipelines/questions/shortlist.ts";
import {
  unfoldedAnswersStage,
  unfoldedQuestionsStage,
  unfoldedReferencesStage,
} from "../../pipelines/questions/unfold-candidates.ts";
import {
  unfoldedKeypointsStage,
  unfoldedKeywordsStage,
  unfoldedVerdictsStage,
} from "../../pipelines/questions/unfold-keys.ts";
import {
  type DemandRow,
  ItemRow,
  type QuestionRow,
  truthOf,
  type VerdictRow,
} from "../../schemas/items/records.ts";
import type { KeysRow } from "../../schemas/questions/keys.ts";
import type {
  Candidate,
  ProposalRow,
  Settled,
  ShortlistRow,
} from "../../schemas/questions/records.ts";
import { passThrough } from "../support/pass-through.ts";
import {
  aCandidate,
  aSettledRow,
  measures,
  notice,
  sentences,
} from "../support/settled-candidates.ts";

const proposed = ({
  number,
  type,
  asker,
  question,
  answer,
  evidence,
  derivations,
  mark,
  ...rest
}: Candidate) => ({
  number,
  type,
  asker,
  question,
  answer,
  evidence,
  derivations,
  mark,
  ...truthOf(rest),
});

const known = {
  asOf: "2024-05-03",
  members: [notice.id],
  wrongAnswers: [
    { answer: "Yes: all servers are affected.", trap: "stale" as const, documentIds: [notice.id] },
  ],
};
const condition = aCandidate(1, { measures: { read: 5 }, ...known });
const factual = aCandidate(2, {
  type: "factual",
  question: "Which release of Kettle stops the leak?",
  answer: "2.4.1.",
  evidence: [{ ...sentences.revoke, number: 1 }],
});
const fallen = aCandidate(3, { question: "What of the rest?", answer: "Nothing." });
const keyless = aCandidate(4, { question: "Who must act at once?", evidence: [sentences.verbose] });
const open = aCandidate(5, {
  type: "unanswerable",
  question: "Does Kettle 2.2 for Windows write tokens as well?",
  answer:
    "The notice does not speak of Windows; it only says that versions before 2.4.1 are affected.",
  evidence: [sentences.logs],
});

const proposal: ProposalRow = {
  id: "p1",
  language: "en",
  domain: "advisories",
  materialId: "m1",
  documentIds: [notice.id],
  scope: [{ documentId: notice.id, start: 0, end: notice.text.length }],
  candidates: [condition, factual, fallen, keyless, open].map(proposed),
  losses: [],
  briefs: [],
  link: null,
  weight: 1,
};
const settledRow = aSettledRow([condition, factual, keyless, open], {
  scope: proposal.scope,
  losses: [{ number: 3, code: "contradicted", detail: "The blind answer says otherwise." }],
});

/** Marks of the last reader, by the candidate's number. */
type Marks = Readonly<Record<number, number>>;

function keysOfOne(
  { id, proposalId, language, domain }: ShortlistRow,
  one: Settled,
  right?: number,
): KeysRow {
  const { number, type, evidence, measures: own, answer } = one;
  const about = { id: `keys-${number}`, language, domain, shortlistId: id, proposalId };
  if (number === keyless.number)
    return {
      ...about,
      keys: null,
      losses: [{ number, code: "no-keywords", detail: "None stands." }],
    };
  const why = right === undefined ? "" : "No line names the release.";
  return {
    ...about,
    keys: {
      number,
      evidence: right === undefined ? evidence : evidence.slice(0, 1),
      measures: right === undefined ? own : { ...own, right, alone: 5 },
      keypoints: [
        { claim: answer, kind: "fact" as const, spans: evidence.map(({ span }) => span) },
      ],
      keywords:
        type === "unanswerable"
          ? null
          : { coarse: ["Kettle"], fine: [[{ text: "2.4.1", span: sentences.logs.span }]] },
      faults: [],
      why,
    },
    losses: right !== undefined && right < 4 ? [{ number, code: "faulty", detail: why }] : [],
  };
}

const keysFor = (rows: readonly ShortlistRow[], marks: Marks): KeysRow[] =>
  rows.flatMap(row => row.accepted.map(one => keysOfOne(row, one, marks[one.number])));

const mix = { condition: 2, factual: 1, unanswerable: 1, summary: 0.4 };

async function choose(items: number, marks: Marks = {}) {
  const options = { items, mix, asking: { selection: true, shortlist: 1.5 } };
  const given = {
    "items/documents": [notice],
    "questions/candidates": [proposal],
    "questions/settled": [settledRow],
  };
  const first = await passThrough([shortlistStage(options)], given);
  const of = { wing: "rageval" as const, usesMarks: Object.keys(marks).length > 0 };
  const keys = keysFor(first.tables["questions/shortlist"] as ShortlistRow[], marks);
  return passThrough(
    [
      unfoldedQuestionsStage(of),
      unfoldedReferencesStage(of),
      unfoldedAnswersStage(of),
      unfoldedKeypointsStage,
      unfoldedKeywordsStage,
      unfoldedVerdictsStage,
      choiceStage({ ...options, ...of }),
      quotasStage(options),
    ],
    { ...first.tables, "questions/keys": keys },
  );
}

test("each candidate is a question with its references, an answer and one verdict with its reason", async () => {
  const { tables, left } = await choose(4);
  const countOf = (name: string) => tables[name]?.length;
  expect(
    ["questions", "references", "answers", "verdicts"].map(name => countOf(`items/${name}`)),
  ).toEqual([5, 5, 5, 5]);
  expect(
    left
      .filter(([stage]) => stage === "items/verdicts")
      .map(([, code]) => code)
      .sort(),
  ).toEqual(["contradicted", "no-keywords"]);
});

test("an item has its keys, its measures and its documents; one that cannot be answered keeps what is settled", async () => {
  const { tables } = await choose(4);
  const items = tables["items/items"] as ItemRow[];
  const [first, last] = [items[0], items.find(({ type }) => type === "unanswerable")];
  expect(first).toMatchObject({
    type: "condition",
    measures: { ...measures, read: 5 },
    documentIds: [notice.id],
    keywords: { coarse: ["Kettle"] },
    scope: proposal.scope,
  });
  expect(last).toMatchObject({ keywords: null, evidence: [{ text: sentences.logs.text }] });
});

test("what is known of a candidate's answer comes through to its item, and what is not stays out", async () => {
  const { tables } = await choose(4);
  const [first, second] = tables["items/items"] as [ItemRow, ItemRow];
  expect(truthOf(first)).toEqual(known);
  expect(truthOf((tables["items/questions"] as QuestionRow[])[0]!)).toEqual(known);
  expect(Object.keys(second)).not.toContain("asOf");
});

test("an item of before, of which nothing more is known, is read as it was", async () => {
  const { tables } = await choose(4);
  const [, second] = tables["items/items"] as [ItemRow, ItemRow];
  expect(ItemRow.parse(JSON.parse(JSON.stringify(second)))).toEqual(second);
});

test("more items only add to fewer, and those left out are counted with the reason", async () => {
  const [one, two] = [await choose(1), await choose(2)];
  const questionsOf = ({ tables }: typeof one) =>
    (tables["items/items"] as ItemRow[]).map(({ question }) => question);
  expect(questionsOf(one)).toEqual([condition.question]);
  expect(questionsOf(two).slice(0, 1)).toEqual(questionsOf(one));
  const codes = one.left.filter(([stage]) => stage === "items/items").map(([, code]) => code);
  // Of four that stand one is chosen; the one that failed at its keys would have had no room anyway.
  expect(codes).toEqual(["over-quota", "over-quota", "over-quota"]);
});

test("a flawed item waits behind all others, a faulty one falls with its reason, and evidence is what the last look left", async () => {
  const whole = await choose(4, { [condition.number]: 4, [factual.number]: 3 });
  const chosen = whole.tables["items/items"] as ItemRow[];
  expect(chosen.map(({ question }) => question)).toEqual([open.question, condition.question]);
  expect(chosen[1]).toMatchObject({
    evidence: [{ text: sentences.logs.text }],
    measures: { right: 4, alone: 5 },
  });
  const verdicts = whole.tables["items/verdicts"] as VerdictRow[];
  expect(verdicts.flatMap(({ reasons }) => reasons)).toContainEqual({
    code: "faulty",
    detail: "No line names the release.",
  });
});

test("a type that the documents do not bear gives way, and this is told once", async () => {
  const { tables } = await choose(4);
  const told = (tables["items/demand"] as DemandRow[]).map(({ type, target, made, because }) => [
    type,
    target,
    made,
    because,
  ]);
  expect(told).toEqual([
    [
      "condition",
      2,
      1,
      "1 of 2: 3 proposed, 1 contradicted, 1 no-keywords; other types took their place.",
    ],
    ["factual", 1, 1, null],
    ["unanswerable", 1, 1, null],
    [
      "summary",
      0,
      0,
      "4 items are too few for this type to get one at its weight; 6 would be enough.",
    ],
  ]);
});
