// Collects the findings against an item: from trials, other documents and systems' scores.

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

/** Quotes the first claim that the trial's answer lacks, as a hint for the reader. */
function missingClaimText(
  { answer, verdicts }: TrialVerdictRow,
  claims: ReadonlyMap<string, string>,
): string {
  if (answer === null) return " No answer was given.";
  const claim = claims.get(verdicts.find(({ verdict }) => verdict !== "covered")?.keypointId ?? "");
  return claim === undefined ? "" : ` Not given: ${claim}`;
}

/** What one trial shows against its item; undefined if nothing. */
function findingOfTrial(
  trial: TrialVerdictRow,
  { answered, sufficient }: FindingThresholds,
  claims: ReadonlyMap<string, string>,
): FindingText | undefined {
  const { condition, answer, documentId } = trial;
  const share = coveredShare(trial);
  if (condition === "references" ? share >= sufficient : share < answered) return undefined;
  const covered = `${coveredCount(trial)} of ${claims.size} keypoints`;
  switch (condition) {
    case "closed-book": {
      const detail = `Without any document, an answer gives ${covered}: ${answer ?? ""}`;
      return { code: "closed-book", detail };
    }
    case "question":
      return { code: "said-in-question", detail: `The question itself gives ${covered}.` };
    case "references": {
      const detail = `Answered from its references alone: ${covered}.${missingClaimText(trial, claims)}`;
      return { code: "references-insufficient", detail };
    }
    case "without-document": {
      const detail = `Without document ${documentId ?? ""}, the others still give ${covered}.`;
      return { code: "document-not-needed", detail };
    }
  }
}

const findingsOfDocument = ({ verdict, documentId, reason }: OtherAnswerRow): FindingText[] =>
  verdict === "contradicts"
    ? [{ code: "ambiguous", detail: `Document ${documentId} contradicts it: ${reason}` }]
    : [];

/** Maximum discrimination that counts as negative: a value closer to zero may be chance. */
const maxNegativeDiscrimination = -0.2;

function findingsOfStatistics({
  metric,
  systems,
  difficulty,
  discrimination,
  dead,
}: ItemStatisticsRow): FindingText[] {
  if (dead) {
    const score = (1 - (difficulty ?? 0)).toFixed(2);
    return [
      { code: "dead", detail: `All ${systems} systems score the same on ${metric}: ${score}.` },
    ];
  }
  if (discrimination === null || discrimination >= maxNegativeDiscrimination) return [];
  const detail = `Across ${systems} systems, its ${metric} falls as that of the other items rises (${discrimination.toFixed(2)}).`;
  return [{ code: "negative-discrimination", detail }];
}

export interface FindingEvidence {
  readonly trials: readonly TrialVerdictRow[];
  readonly otherAnswers: readonly OtherAnswerRow[];
  readonly statistics: readonly ItemStatisticsRow[];
}

/** One row per code, in the order of the codes: findings of the same code are merged. */
export function findingsOf(
  { id: itemId, language, keypoints }: TruthRow,
  { trials, otherAnswers, statistics }: FindingEvidence,
  thresholds: FindingThresholds,
): FindingRow[] {
  const claims = new Map((keypoints ?? []).map(({ id, claim }) => [id, claim]));
  const allFindings = [
    ...trials.flatMap(trial => findingOfTrial(trial, thresholds, claims) ?? []),
    ...otherAnswers.flatMap(findingsOfDocument),
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
        otherAnswers: tables.otherAnswers.where("itemId", truth.id),
        statistics: statistics ? [statistics] : [],
      };
      return made(findingsOf(truth, evidence, thresholds));
    },
  });
