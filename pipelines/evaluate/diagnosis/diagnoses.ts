// Diagnoses each answer: whether it failed, at which step, and why; by a judge's verdicts if there are any, otherwise by code.

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
import { isBlank } from "../judges/judge-helpers.ts";
import { passagesRead } from "../numbered-passages.ts";
import { inventedValues, checkKeypoints } from "./answer-checks.ts";
import { diagnoseSpans } from "./lost-spans.ts";
import { reasonsOf } from "./reasons.ts";

export interface DiagnosisInput {
  readonly truth: TruthRow;
  /** The prediction, with its passages located. */
  readonly prediction: PredictionRow;
  readonly loss: Pick<LossRow, "references" | "told">;
  /** Undefined if no judge gave verdicts. */
  readonly judgement: Pick<KeypointJudgementRow, "verdicts"> | undefined;
  readonly nameOf: (documentId: string) => string;
}

const verdictNames = { covered: "said", contradicted: "contradicted", neither: "missing" } as const;

function keypointsOf({ truth, prediction, judgement }: DiagnosisInput): DiagnosedKeypoint[] {
  if (prediction.answer === null) return [];
  if (!judgement) return checkKeypoints(truth, prediction.answer);
  const claims = new Map((truth.keypoints ?? []).map(({ id, claim }) => [id, claim]));
  return judgement.verdicts.map(({ keypointId: id, verdict, reason }) => ({
    id,
    claim: claims.get(id) ?? "",
    verdict: verdictNames[verdict],
    lacks: [],
    reason,
  }));
}

type Assessment = Pick<DiagnosisRow, "score" | "by">;

const hasDeclined = ({ truth, prediction }: DiagnosisInput): boolean =>
  prediction.answer !== null && isRefusal(prediction.answer, truth.language);

/** Whether the question should be declined, as in its expected answer. */
const isUnanswerable = ({ truth }: DiagnosisInput): boolean =>
  isRefusal(truth.answer, truth.language);

/** The score by keypoints if any can be decided, otherwise by the evidence that was read. The answer to an unanswerable question is right if it declines. */
function assess(input: DiagnosisInput, keypoints: readonly DiagnosedKeypoint[]): Assessment {
  const { loss, judgement, prediction } = input;
  const decidedKeypoints = keypoints.filter(({ verdict }) => verdict !== "unknown");
  const saidCount = decidedKeypoints.filter(({ verdict }) => verdict === "said").length;
  if (!judgement && prediction.answer !== null && isUnanswerable(input))
    return { score: Number(hasDeclined(input)), by: "code" };
  if (decidedKeypoints.length > 0)
    return { score: saidCount / decidedKeypoints.length, by: judgement ? "judge" : "code" };
  if (hasDeclined(input) && !isUnanswerable(input)) return { score: 0, by: "code" };
  if (loss.told.length === 0 || loss.references.length === 0) return { score: null, by: null };
  const readCount = loss.references.filter(({ lostIn }) => lostIn === null).length;
  return { score: readCount / loss.references.length, by: "evidence" };
}

function answerCauses(
  input: DiagnosisInput,
  { keypoints, invented }: Pick<DiagnosisRow, "keypoints" | "invented">,
): Cause[] {
  const { answer } = input.prediction;
  const hasKeypoint = (verdict: DiagnosedKeypoint["verdict"]) =>
    keypoints.some(keypoint => keypoint.verdict === verdict);
  if (answer === null) return [];
  if (isBlank(answer)) return ["no-answer"];
  if (hasDeclined(input)) return isUnanswerable(input) ? [] : ["refused"];
  const causes: Cause[] = [];
  if (isUnanswerable(input)) causes.push("should-refuse");
  if (invented.length > 0) causes.push("invented");
  if (hasKeypoint("contradicted")) causes.push("contradicted");
  if (hasKeypoint("missing") && !isUnanswerable(input)) causes.push("left-unsaid");
  return causes;
}

const explainedByLoss: readonly Cause[] = ["refused", "left-unsaid"];

/** Evidence lost before the answer was written explains why the answer has gaps or declines, but not what it invents. */
function causesOf(
  spanCauses: readonly (Cause | null)[],
  causesInAnswer: readonly Cause[],
): Cause[] {
  const hasLoss = spanCauses.some(cause => cause !== null);
  return Cause.options.filter(
    cause =>
      spanCauses.includes(cause) ||
      (causesInAnswer.includes(cause) && !(hasLoss && explainedByLoss.includes(cause))),
  );
}

/**
 * The step of the first cause. For lost evidence, it is the step that evidence-losses.ts found: without the system's
 * chunks, a chunk boundary does not prove that chunking lost the evidence.
 */
function firstStep([first]: readonly Cause[], lostIn: readonly (Step | null)[]): Step | null {
  if (first === undefined) return null;
  const step = stepOf(first);
  return step === "generation"
    ? step
    : (Step.options.find(lostStep => lostIn.includes(lostStep)) ?? step);
}

/**
 * An answer fails if it lacks or contradicts a keypoint, declines needlessly or does not decline when it should, or states an
 * invented value. If there is no answer, or no keypoint can be decided, the item fails if some evidence was not read.
 */
export function diagnose(input: DiagnosisInput): Omit<DiagnosisRow, "id"> {
  const { truth, prediction, loss, nameOf } = input;
  const { itemId, system, language } = prediction;
  const keypoints = keypointsOf(input);
  const assessment = assess(input, keypoints);
  const lostIn = loss.references.map(reference => reference.lostIn);
  const isChunkingKnown = loss.told.includes("chunking");
  const spans = diagnoseSpans(truth, prediction, lostIn, isChunkingKnown);
  const invented =
    prediction.answer === null
      ? []
      : inventedValues(truth, prediction.answer, passagesRead(prediction));
  const isDeclining = hasDeclined(input);
  const isRight = (assessment.score ?? 1) === 1 && invented.length === 0;
  const causesInAnswer = answerCauses(input, { keypoints, invented });
  // A complete answer did not need the evidence that was not read.
  const spanCauses = assessment.score === 1 ? [] : spans.map(({ cause }) => cause);
  const causes = isRight ? [] : causesOf(spanCauses, causesInAnswer);
  const details = { causes, spans, keypoints, invented, declined: isDeclining };
  return {
    itemId,
    system,
    language,
    ...assessment,
    ...details,
    lostIn: firstStep(causes, lostIn),
    why: reasonsOf({ ...details, prediction, language, nameOf }),
  };
}

/** `nameOf`: a document's name for people. */
export const diagnosesStage = (nameOf: DiagnosisInput["nameOf"]) =>
  defineStage({
    name: "evaluate/diagnoses",
    module: import.meta.filename,
    prompts: [],
    over: predictions,
    lookup: { truths, losses, keypointJudgements },
    writes: diagnoses,
    each(prediction, { tables }) {
      const { id, itemId } = prediction;
      const judgement = tables.keypointJudgements.where("predictionId", id)[0];
      const row = diagnose({
        truth: tables.truths.get(itemId),
        prediction,
        loss: tables.losses.get(id),
        // A judge that abstained leaves the keypoints to code.
        judgement: judgement && judgement.verdicts.length > 0 ? judgement : undefined,
        nameOf,
      });
      return made([{ id, ...row }]);
    },
  });
