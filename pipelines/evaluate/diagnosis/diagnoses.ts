// Diagnoses each answer: whether it failed, in which step it was lost, and why; by a judge's verdicts if there are any, else by code.

import {
  Cause,
  type DiagnosedKeypoint,
  type DiagnosisRow,
  diagnoses,
  stepOf,
} from "../../../schemas/evaluation/diagnosis.ts";
import {
  type KeypointJudgementRow,
  keypointJudgements,
} from "../../../schemas/evaluation/judgements.ts";
import { type LossRow, losses, Step } from "../../../schemas/evaluation/metrics.ts";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { isRefusal } from "../../text/refusals.ts";
import { saysNothing } from "../judges/judgement-fields.ts";
import { passagesRead } from "../numbered-passages.ts";
import { inventedValues, readKeypoints } from "./answer-marks.ts";
import { readSpans } from "./lost-spans.ts";
import { reasonsOf } from "./reasons.ts";

export interface Diagnosed {
  readonly truth: TruthRow;
  /** The prediction, with its passages located. */
  readonly prediction: PredictionRow;
  readonly loss: Pick<LossRow, "references" | "told">;
  /** Undefined if there are no verdicts of a judge. */
  readonly judged: Pick<KeypointJudgementRow, "verdicts"> | undefined;
  readonly nameOf: (documentId: string) => string;
}

const verdictNames = { covered: "said", contradicted: "contradicted", neither: "missing" } as const;

function keypointsOf({ truth, prediction, judged }: Diagnosed): DiagnosedKeypoint[] {
  if (prediction.answer === null) return [];
  if (!judged) return readKeypoints(truth, prediction.answer);
  const claims = new Map((truth.keypoints ?? []).map(({ id, claim }) => [id, claim]));
  return judged.verdicts.map(({ keypointId: id, verdict, reason }) => ({
    id,
    claim: claims.get(id) ?? "",
    verdict: verdictNames[verdict],
    lacks: [],
    reason,
  }));
}

type Worth = Pick<DiagnosisRow, "score" | "by">;
const unknown: Worth = { score: null, by: null };

const shareOf = (all: number, right: number, by: Worth["by"]): Worth =>
  all === 0 ? unknown : { score: right / all, by };

const isDeclined = ({ truth, prediction }: Diagnosed): boolean =>
  prediction.answer !== null && isRefusal(prediction.answer, truth.language);

/** A question that should be declined: its expected answer does so. */
const isUnanswerable = ({ truth }: Diagnosed): boolean => isRefusal(truth.answer, truth.language);

/** The score by keypoints if any can be decided; else by the evidence that was read. An unanswerable question is right if it is declined. */
function worthOf(diagnosed: Diagnosed, keypoints: readonly DiagnosedKeypoint[]): Worth {
  const { loss, judged, prediction } = diagnosed;
  const known = keypoints.filter(({ verdict }) => verdict !== "unknown");
  const saidCount = known.filter(({ verdict }) => verdict === "said").length;
  if (!judged && prediction.answer !== null && isUnanswerable(diagnosed))
    return { score: Number(isDeclined(diagnosed)), by: "code" };
  if (known.length > 0) return shareOf(known.length, saidCount, judged ? "judge" : "code");
  if (isDeclined(diagnosed) && !isUnanswerable(diagnosed)) return { score: 0, by: "code" };
  const read = loss.references.filter(({ lostIn }) => lostIn === null).length;
  return loss.told.length === 0 ? unknown : shareOf(loss.references.length, read, "evidence");
}

function answerCauses(
  diagnosed: Diagnosed,
  { keypoints, invented }: Pick<DiagnosisRow, "keypoints" | "invented">,
): Cause[] {
  const { answer } = diagnosed.prediction;
  const has = (verdict: DiagnosedKeypoint["verdict"]) =>
    keypoints.some(keypoint => keypoint.verdict === verdict);
  if (answer === null) return [];
  if (saysNothing(answer)) return ["no-answer"];
  if (isDeclined(diagnosed)) return isUnanswerable(diagnosed) ? [] : ["refused"];
  const contradicted: Cause[] = has("contradicted") ? ["contradicted"] : [];
  return [
    ...(isUnanswerable(diagnosed) ? (["should-refuse"] as const) : []),
    ...(invented.length > 0 ? (["invented"] as const) : []),
    ...contradicted,
    ...(has("missing") && !isUnanswerable(diagnosed) ? (["left-unsaid"] as const) : []),
  ];
}

/** Evidence lost before the answer was written explains its gaps and its declining, but not what it invents. */
function causesOf(spanCauses: readonly (Cause | null)[], answered: readonly Cause[]): Cause[] {
  const lost = spanCauses.filter(cause => cause !== null);
  const unexcused =
    lost.length === 0 ? answered : answered.filter(cause => !excused.includes(cause));
  return Cause.options.filter(cause => lost.includes(cause) || unexcused.includes(cause));
}

/** For lost evidence, the step according to the evaluation (losses.ts): without the system's chunks, a border does not prove that chunking lost it. */
function firstStep([first]: readonly Cause[], lostIn: readonly (Step | null)[]): Step | null {
  if (first === undefined) return null;
  const step = stepOf(first);
  return step === "generation" ? step : (Step.options.find(one => lostIn.includes(one)) ?? step);
}

const excused: readonly Cause[] = ["refused", "left-unsaid"];

/**
 * An answer failed if it lacks or contradicts a keypoint, declines needlessly or does not decline when it should, or states a value
 * that it invented; if there is no answer, or no keypoint can be decided, the item failed if evidence was not read.
 */
export function diagnose(diagnosed: Diagnosed): Omit<DiagnosisRow, "id"> {
  const { truth, prediction, loss, nameOf } = diagnosed;
  const { itemId, system, language } = prediction;
  const keypoints = keypointsOf(diagnosed);
  const worth = worthOf(diagnosed, keypoints);
  const lostIn = loss.references.map(reference => reference.lostIn);
  const chunked = loss.told.includes("chunking");
  const spans = readSpans(truth, prediction, lostIn, chunked);
  const invented =
    prediction.answer === null
      ? []
      : inventedValues(truth, prediction.answer, passagesRead(prediction));
  const declined = isDeclined(diagnosed);
  const isRight = (worth.score ?? 1) === 1 && invented.length === 0;
  const answered = answerCauses(diagnosed, { keypoints, invented });
  // An answer that is complete did not need what was not read.
  const spanCauses = worth.score === 1 ? [] : spans.map(({ cause }) => cause);
  const causes = isRight ? [] : causesOf(spanCauses, answered);
  const found = { causes, spans, keypoints, invented, declined };
  return {
    itemId,
    system,
    language,
    ...worth,
    ...found,
    lostIn: firstStep(causes, lostIn),
    why: reasonsOf({ ...found, prediction, language, nameOf }),
  };
}

/** `nameOf`: what people call a document. */
export const diagnosesStage = (nameOf: Diagnosed["nameOf"]) =>
  defineStage({
    name: "evaluate/diagnoses",
    module: import.meta.filename,
    prompts: [],
    over: predictions,
    lookup: { truths, losses, keypointJudgements },
    writes: diagnoses,
    each(prediction, { tables }) {
      const { id, itemId } = prediction;
      const judged = tables.keypointJudgements.where("predictionId", id)[0];
      const row = diagnose({
        truth: tables.truths.get(itemId),
        prediction,
        loss: tables.losses.get(id),
        // A judge that abstained leaves the keypoints to code.
        judged: judged && judged.verdicts.length > 0 ? judged : undefined,
        nameOf,
      });
      return made([{ id, ...row }]);
    },
  });
