// An evaluation with three failed items beside one that is right, as `evaluate` leaves it in its folder.

import { join } from "node:path";
import { type DiagnosisRow, diagnoses } from "../../schemas/evaluation/diagnosis.ts";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import { truths } from "../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth, passage } from "./evaluation-rows.ts";
import { putResult, resultOf, systemOf } from "./evaluation-results.ts";
import { putRunJson, stageNote } from "./run-files.ts";
import { putEach } from "./sample-run.ts";

const failures = {
  items: 4,
  failed: 3,
  declined: 0,
  untold: 0,
  by: ["code" as const],
  causes: [
    { cause: "not-retrieved" as const, n: 2, first: 2 },
    { cause: "invented" as const, n: 2, first: 1 },
  ],
  cuts: { after: "Ltd.", n: 3, of: 4 },
  groups: [],
};

type Diagnosed = Pick<DiagnosisRow, "language" | "score" | "causes" | "lostIn">;

const diagnosed: readonly Diagnosed[] = [
  { language: "en", score: 0.5, causes: ["not-retrieved"], lostIn: "retrieval" },
  { language: "zh", score: 0, causes: ["not-retrieved", "invented"], lostIn: "retrieval" },
  { language: "zh", score: 0.75, causes: ["invented"], lostIn: "generation" },
  { language: "en", score: 1, causes: [], lostIn: null },
];

/** `said`: a text that stands wherever a system's or a corpus's words do. */
export function putFailedEvaluation(run: string, name: string, said = "said"): void {
  const directory = join(run, "evaluations", name);
  putRunJson(directory, {
    inputs: [truths.name, predictions.name],
    stages: [stageNote(diagnoses.name, predictions.name)],
  });
  const common = { why: [`why ${said}`], spans: [], keypoints: [], invented: [], declined: false };
  const rows = diagnosed.map((row, at) => ({
    truth: aTruth({ id: `i${at}`, question: `Question ${at}? ${said}`, language: row.language }),
    prediction: aPrediction({
      id: `p${at}`,
      itemId: `i${at}`,
      answer: `Answer ${at}. ${said}`,
      retrieved: at === 0 ? [] : [passage(said, { documentId: said })],
    }),
    diagnosis: { id: `p${at}`, itemId: `i${at}`, system: "mine", by: "code", ...row, ...common },
  }));
  putEach(
    directory,
    truths,
    rows.map(({ truth }) => truth),
  );
  putEach(
    directory,
    predictions,
    rows.map(({ prediction }) => prediction),
  );
  putEach(
    directory,
    diagnoses,
    rows.map(({ diagnosis }) => diagnosis),
  );
  putResult(run, name, resultOf({ systems: [systemOf("mine", {}, { failures })] }));
}
