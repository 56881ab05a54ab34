// Collects the evidence against an item: from trials, other documents and systems' scores.

import {
  FindingCode,
  type FindingRow,
  findings,
  type ItemStatisticsRow,
  itemStatistics,
  type OtherAnswerRow,
  otherAnswers,
  type TrialVerdictRow,
  trialVerdicts,
} from "../../../schemas/evaluation/findings.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";

export interface FindingThresholds {
  /** Minimum share of its keypoints for an item to count as answered. */
  readonly answered: number;
  /** Minimum share of an item's keypoints that its references alone must give. */
  readonly sufficient: number;
}

type FindingText = Pick<FindingRow, "code" | "detail">;

const coveredCount = ({ verdicts }: TrialVerdictRow): number =>
  verdicts.filter(({ verdict }) => verdict === "covered").length;

const coveredShare = (trial: TrialVerdictRow): number =>
  trial.verdicts.length === 0 ? 0 : coveredCount(trial) / trial.verdicts.length;

/** Names the first claim that the trial's answer lacks, as a lead for the reader. */
function firstLackOf(
  { answer, verdicts }: TrialVerdictRow,
  claims: ReadonlyMap<string, string>,
): string {
  if (answer === null) return " No answer was given.";
  const claim = claims.get(verdicts.find(({ verdict }) => verdict !== "covered")?.keypointId ?? "");
  return claim === undefined ? "" : ` Not given: ${claim}`;
}

const coveredText = (trial: TrialVerdictRow, { size }: ReadonlyMap<string, string>) =>
  `${coveredCount(trial)} of ${size} keypoints`;

/** The evidence of one trial against its item; undefined if there is none. */
function findingOfTrial(
  trial: TrialVerdictRow,
  { answered, sufficient }: FindingThresholds,
  claims: ReadonlyMap<string, string>,
): FindingText | undefined {
  const share = coveredShare(trial);
  switch (trial.condition) {
    case "closed-book":
      return share >= answered
        ? {
            code: "closed-book",
            detail: `Without any document, an answer gives ${coveredText(trial, claims)}: ${trial.answer ?? ""}`,
          }
        : undefined;
    case "question":
      return share >= answered
        ? {
            code: "said-in-question",
            detail: `The question itself gives ${coveredText(trial, claims)}.`,
          }
        : undefined;
    case "references":
      return share < sufficient
        ? {
            code: "references-insufficient",
            detail: `Answered from its references alone: ${coveredText(trial, claims)}.${firstLackOf(trial, claims)}`,
          }
        : undefined;
    case "without-document":
      return share >= answered
        ? {
            code: "document-not-needed",
            detail: `Without document ${trial.documentId ?? ""}, the others still give ${coveredText(trial, claims)}.`,
          }
        : undefined;
  }
}

const findingsOfDocument = ({ verdict, documentId, reason }: OtherAnswerRow): FindingText[] =>
  verdict === "contradicts"
    ? [{ code: "ambiguous", detail: `Document ${documentId} contradicts it: ${reason}` }]
    : [];

/** Maximum discrimination that counts as negative: a value closer to zero may be chance. */
const maxNegative = -0.2;

function findingsOfStatistics({
  metric,
  systems,
  difficulty,
  discrimination,
  dead,
}: ItemStatisticsRow): FindingText[] {
  if (dead)
    return [
      {
        code: "dead",
        detail: `All ${systems} systems score the same on ${metric}: ${(1 - (difficulty ?? 0)).toFixed(2)}.`,
      },
    ];
  if (discrimination !== null && discrimination < maxNegative)
    return [
      {
        code: "negative-discrimination",
        detail: `Across ${systems} systems, its ${metric} falls as that of the other items rises (${discrimination.toFixed(2)}).`,
      },
    ];
  return [];
}

export interface Evidence {
  readonly trials: readonly TrialVerdictRow[];
  readonly others: readonly OtherAnswerRow[];
  readonly statistics: readonly ItemStatisticsRow[];
}

/** One row per code, in the order of the codes: findings of the same code are merged. */
export function findingsOf(
  { id: itemId, language, keypoints }: TruthRow,
  { trials, others, statistics }: Evidence,
  thresholds: FindingThresholds,
): FindingRow[] {
  const claims = new Map((keypoints ?? []).map(({ id, claim }) => [id, claim]));
  const allFindings = [
    ...trials.flatMap(trial => findingOfTrial(trial, thresholds, claims) ?? []),
    ...others.flatMap(findingsOfDocument),
    ...statistics.flatMap(findingsOfStatistics),
  ];
  return FindingCode.options.flatMap(code => {
    const details = allFindings
      .filter(finding => finding.code === code)
      .map(({ detail }) => detail);
    return details.length === 0
      ? []
      : [{ id: `${itemId}/${code}`, itemId, language, code, detail: details.join(" ") }];
  });
}

/** The thresholds are part of the fingerprint, so changing them recomputes the findings. */
export const findingsStage = (thresholds: FindingThresholds) =>
  defineStage({
    name: "audit/findings",
    module: import.meta.filename,
    prompts: [],
    settings: thresholds,
    over: truths,
    lookup: { trialVerdicts, otherAnswers, itemStatistics },
    writes: findings,
    each(truth, { tables }) {
      const statistics = tables.itemStatistics.find(truth.id);
      const evidence = {
        trials: tables.trialVerdicts.where("itemId", truth.id),
        others: tables.otherAnswers.where("itemId", truth.id),
        statistics: statistics ? [statistics] : [],
      };
      return made(findingsOf(truth, evidence, thresholds));
    },
  });
