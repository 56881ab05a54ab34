// A run that ends without a single item is an error, and says at which step nothing was left.

import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";
import type { ArtifactStatus, RunStatus } from "../engine/status.ts";

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const lostIn = ({ rejected, declined, failed }: ArtifactStatus) =>
  total(rejected) + total(declined) + total(failed);

const reasonsOf = ({ rejected, declined, failed }: ArtifactStatus): string =>
  Object.entries({ rejected, declined, failed })
    .flatMap(([outcome, codes]) =>
      Object.entries(codes).map(([code, count]) => `${count} ${outcome}: ${code}`),
    )
    .join(", ");

/** What one of its inputs was told, as an example. */
function exampleIn(run: OpenRun, { artifact }: ArtifactStatus): string {
  for (const { detail } of run.outcomes(artifact).lines.values()) if (detail) return ` ${detail}`;
  return "";
}

function nothingRead(run: OpenRun, inputs: readonly ArtifactStatus[]): PipelineError {
  const unread = inputs.find(input => lostIn(input) > 0);
  const why = unread ? ` ${reasonsOf(unread)}.${exampleIn(run, unread)}` : "";
  return new PipelineError(
    "bad-input",
    `There is nothing to make a benchmark from: no text was taken in.${why}`,
    {
      hint: "Check the paths, and --language and --domain where they are given; then run the same command again.",
    },
  );
}

/** The first stage that lost all it had; where none did, the one that lost most. */
function whereLost({ stages }: RunStatus): ArtifactStatus & { readonly name: string } {
  const byLoss = [...stages].sort((a, b) => lostIn(b) - lostIn(a));
  const found = stages.find(stage => stage.rows === 0 && lostIn(stage) > 0) ?? byLoss[0];
  if (!found) throw new Error("A run has at least one stage");
  return found;
}

/** PipelineError("bad-input") that says why a finished run has no item. */
export function nothingMade(run: OpenRun): PipelineError {
  const status = run.status();
  const beside = ["items/own-questions", "items/distractors"];
  const texts = status.inputs.filter(({ artifact }) => !beside.includes(artifact));
  if (texts.every(({ rows }) => rows === 0)) return nothingRead(run, texts);
  const lost = whereLost(status);
  const reasons = reasonsOf(lost);
  return new PipelineError(
    "bad-input",
    `No item was made. ${lost.name} ended with ${lost.rows} rows${reasons === "" ? "" : ` (${reasons})`}.${exampleIn(run, lost)}`,
    {
      hint: `All reasons: ragwright status ${run.directory}; single rows: ${run.directory}/failures.jsonl. What was asked is kept and not asked again.`,
    },
  );
}
