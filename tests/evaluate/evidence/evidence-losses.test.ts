// In which step a reference was lost.

import { expect, test } from "vitest";
import { indexChunks } from "../../../pipelines/evaluate/evidence/chunk-index.ts";
import { lossesStage, lossOf } from "../../../pipelines/evaluate/evidence/evidence-losses.ts";
import { keypointJudgements } from "../../../schemas/evaluation/judgements.ts";
import { LossRow } from "../../../schemas/evaluation/metrics.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { scriptedContext } from "../../support/stage-context.ts";
import { aPrediction, aTruth, passage as aPassage } from "../../support/evaluation-rows.ts";

const document = "It opened in 1901. It was widened twice. It closed in 1988. The site is a park.";
const passage = (start: number, end: number) => ({
  ...aPassage(document.slice(start, end), { start, end, documentId: "d1" }),
  text: document.slice(start, end),
});
const chunk = (id: string, start: number, end: number) => ({ ...passage(start, end), id });
const reference = (start: number, end: number) => ({
  text: document.slice(start, end),
  span: { documentId: "d1", start, end },
});

const truthOf = (references: TruthRow["references"]) =>
  aTruth({ references, keypoints: [{ id: "k1", claim: "It opened in 1901." }] });

/** Two sentences a chunk, cut in the middle of the second one: 0–30 and 30–59; the last sentence is in none. */
const chunks = indexChunks([chunk("c1", 0, 30), chunk("c2", 30, 59)]);
const silent = { retrieved: null, reranked: null, contexts: null };
const follow = (
  references: TruthRow["references"],
  told: Partial<Pick<PredictionRow, "retrieved" | "reranked" | "contexts">>,
  more: { chunks?: typeof chunks; missed?: number } = {},
) =>
  lossOf({
    truth: truthOf(references),
    prediction: { ...silent, ...told },
    chunks: more.chunks ?? null,
    missedKeypoints: more.missed ?? null,
  });
const first = reference(0, 18);
const second = reference(19, 40);
const third = reference(41, 59);
const fourth = reference(60, 79);

test("what the chunks do not have is lost in parsing", () => {
  expect(follow([fourth], { retrieved: [passage(0, 30)] }, { chunks })).toEqual({
    references: [{ lostIn: "parsing" }],
    lostIn: "parsing",
    told: ["parsing", "chunking", "retrieval"],
  });
});

test("what a border cuts is lost in chunking when one part alone was retrieved", () => {
  expect(follow([second], { retrieved: [passage(0, 30)] }, { chunks }).lostIn).toBe("chunking");
});

test("what a border cuts is not lost when both parts were retrieved, and is missed by retrieval when none was", () => {
  expect(
    follow([second], { retrieved: [passage(0, 30), passage(30, 59)] }, { chunks }).lostIn,
  ).toBeNull();
  expect(follow([second], { retrieved: [] }, { chunks }).lostIn).toBe("retrieval");
});

test("what one chunk holds and nothing retrieved brought is lost in retrieval, with chunks known or not", () => {
  expect(follow([first], { retrieved: [passage(30, 59)] }, { chunks }).lostIn).toBe("retrieval");
  expect(follow([first], { retrieved: [passage(30, 59)] })).toEqual({
    references: [{ lostIn: "retrieval" }],
    lostIn: "retrieval",
    told: ["retrieval"],
  });
});

test("what was retrieved and left out by the reranker, or by the choice of what was read, is lost in reranking", () => {
  const retrieved = [passage(0, 30), passage(30, 59)];
  expect(follow([first], { retrieved, reranked: [passage(30, 59)] })).toEqual({
    references: [{ lostIn: "reranking" }],
    lostIn: "reranking",
    told: ["retrieval", "reranking"],
  });
  expect(follow([first], { retrieved, contexts: [passage(30, 59)] }).lostIn).toBe("reranking");
  expect(
    follow([first], { retrieved, reranked: retrieved, contexts: [passage(30, 59)] }).lostIn,
  ).toBe("reranking");
});

test("what was read is lost nowhere, wherever it came from", () => {
  const told = { retrieved: [passage(5, 9)], contexts: [passage(0, 59)] };
  expect(follow([first], told, { chunks }).references).toEqual([{ lostIn: null }]);
});

test("a keypoint missed with all references read is lost in generation; with one not read it is not", () => {
  const contexts = [passage(0, 59)];
  expect(follow([first, third], { contexts }, { missed: 1 })).toEqual({
    references: [{ lostIn: null }, { lostIn: null }],
    lostIn: "generation",
    told: ["retrieval", "generation"],
  });
  expect(follow([first, third], { contexts }, { missed: 0 }).lostIn).toBeNull();
  expect(follow([first, fourth], { contexts }, { missed: 1 }).lostIn).toBe("retrieval");
});

test("steps of which nothing is told are not blamed", () => {
  const references = [{ lostIn: null }];
  expect(follow([first], {}, { missed: 1 })).toEqual({ references, lostIn: null, told: [] });
  expect(follow([second], {}, { chunks })).toEqual({ references, lostIn: null, told: ["parsing"] });
  expect(follow([first], { reranked: [passage(30, 59)] }).told).toEqual([]);
  const withoutReferences = follow(null, { retrieved: [] }, { chunks, missed: 2 });
  expect(withoutReferences).toEqual({ references: [], lostIn: null, told: [] });
});

test("chunks whose text is not in the documents are read by their text, over neighbours too", () => {
  const own = (id: string, text: string) => ({ ...aPassage(text), id, text });
  const parsed = indexChunks([
    own("a", "# Harbour\nIt opened in\n1901. It was wid"),
    own("b", "ened twice. Ads."),
    own("c", "It closed in 1989."),
  ]);
  expect([first, second, third].map(parsed.coverageOf)).toEqual([
    { isInOneChunk: true, isInChunks: true },
    { isInOneChunk: false, isInChunks: true },
    { isInOneChunk: false, isInChunks: false },
  ]);
});

test("the stage reads truth and judge, and asks for the chunks of the prediction's system", async () => {
  const head = { itemId: "i1", system: "mine", language: "en" as const };
  const judged = {
    id: "p1/keypoints",
    predictionId: "p1",
    ...head,
    verdicts: [{ keypointId: "k1", verdict: "contradicted" as const, reason: "" }],
  };
  const asked: string[] = [];
  const chunksOf = (system: string) => {
    asked.push(system);
    return chunks;
  };
  const lookup = { truths: [truthOf([first])], keypointJudgements: [judged] };
  const { context } = scriptedContext<{
    truths: typeof truths;
    keypointJudgements: typeof keypointJudgements;
  }>(lookup);
  const prediction = aPrediction({ retrieved: [passage(0, 59)] });
  const outcome = await lossesStage({ chunksOf, hash: "h" }).each(prediction, context);
  const row = {
    id: "p1",
    ...head,
    references: [{ lostIn: null }],
    lostIn: "generation",
    told: ["parsing", "chunking", "retrieval", "generation"],
  };
  expect(outcome).toEqual({ outcome: "made", rows: [row] });
  expect(LossRow.parse(row)).toEqual(row);
  expect(asked).toEqual(["mine"]);
});
