// What trials, other documents and systems' scores say against an item.

import { expect, test } from "vitest";
import { type FindingEvidence, findingsOf } from "../../../pipelines/evaluate/audit/findings.ts";
import type {
  ItemStatisticsRow,
  OtherAnswerRow,
  TrialVerdictRow,
} from "../../../schemas/evaluation/findings.ts";
import { aTruth } from "../../support/evaluation-rows.ts";

const thresholds = { answered: 0.8, sufficient: 0.5 };
const trial = (
  condition: TrialVerdictRow["condition"],
  verdicts: readonly string[],
  over: Partial<TrialVerdictRow> = {},
): TrialVerdictRow => ({
  id: `t-${condition}`,
  itemId: "i1",
  language: "en",
  condition,
  documentId: null,
  answer: "In 1998.",
  verdicts: verdicts.map((verdict, at) => ({
    keypointId: `k${at + 1}`,
    verdict: verdict as "covered",
    reason: "",
  })),
  ...over,
});
const other = (verdict: OtherAnswerRow["verdict"]): OtherAnswerRow => ({
  id: "o",
  itemId: "i1",
  language: "en",
  documentId: "d9",
  verdict,
  spans: [],
  reason: "It has 1999.",
});
const statistics = (over: Partial<ItemStatisticsRow>): ItemStatisticsRow => ({
  id: "i1",
  language: "en",
  metric: "completeness",
  systems: 4,
  difficulty: 0.5,
  discrimination: 0.1,
  dead: false,
  ...over,
});
const found = (evidence: Partial<FindingEvidence>) =>
  findingsOf(aTruth(), { trials: [], otherAnswers: [], statistics: [], ...evidence }, thresholds);
const codes = (evidence: Partial<FindingEvidence>) => found(evidence).map(({ code }) => code);

test("each trial has a finding of its own, from its threshold on", () => {
  const conditions = ["closed-book", "question", "without-document"] as const;
  const [all, half, none] = [
    ["covered", "covered"],
    ["covered", "neither"],
    ["neither", "contradicted"],
  ] as const;
  expect(conditions.map(condition => codes({ trials: [trial(condition, all)] }))).toEqual([
    ["closed-book"],
    ["said-in-question"],
    ["document-not-needed"],
  ]);
  const halfAnswered = [...conditions, "references" as const].map(name => trial(name, half));
  expect(codes({ trials: halfAnswered })).toEqual([]);
  expect(codes({ trials: [trial("references", none)] })).toEqual(["references-insufficient"]);
});

test("who does not know answers nothing, and references from which nothing was answered are not enough", () => {
  const silent = { answer: null };
  expect(
    codes({ trials: [trial("closed-book", [], silent), trial("without-document", [], silent)] }),
  ).toEqual([]);
  expect(found({ trials: [trial("references", [], silent)] })).toMatchObject([
    {
      code: "references-insufficient",
      detail: "Answered from its references alone: 0 of 2 keypoints. No answer was given.",
    },
  ]);
});

test("what is found twice is told together, once a code", () => {
  const trials = ["d1", "d2"].map(documentId =>
    trial("without-document", ["covered", "covered"], { documentId }),
  );
  expect(found({ trials })).toMatchObject([
    {
      id: "i1/document-not-needed",
      detail:
        "Without document d1, the others still give 2 of 2 keypoints. Without document d2, the others still give 2 of 2 keypoints.",
    },
  ]);
});

test("a document that answers it too is not a fault; what is not known of systems speaks against nobody", () => {
  expect(
    codes({
      otherAnswers: [other("supports"), other("neither")],
      statistics: [
        statistics({ discrimination: null, dead: null }),
        statistics({ discrimination: -0.2 }),
      ],
    }),
  ).toEqual([]);
});
