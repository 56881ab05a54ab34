// Errors for a run that ends without items: they say at which step nothing was left, or that no new article came in.

import { olderSplitRows as olderRows } from "../../schemas/crud/older-split.ts";
import { pool } from "../../schemas/crud/records.ts";
import type { ArtifactStatus, RunStatus } from "../../schemas/output/status.ts";
import { linkedProposals, materials, proposals } from "../../schemas/questions/records.ts";
import { PipelineError } from "../engine/errors.ts";
import { countOf } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const lossCount = ({ rejected, declined, failed }: ArtifactStatus) =>
  total(rejected) + total(declined) + total(failed);

const reasonsOf = ({ rejected, declined, failed }: ArtifactStatus): string =>
  Object.entries({ rejected, declined, failed })
    .flatMap(([outcome, codes]) =>
      Object.entries(codes).map(([code, count]) => `${count} ${outcome}: ${code}`),
    )
    .join(", ");

/** The detail of one lost row, as an example. */
function exampleIn(run: OpenRun, { artifact }: ArtifactStatus): string {
  for (const { detail } of run.outcomes(artifact).lines.values()) if (detail) return ` ${detail}`;
  return "";
}

function nothingReadError(run: OpenRun, inputs: readonly ArtifactStatus[]): PipelineError {
  const unreadInput = inputs.find(input => lossCount(input) > 0);
  const reason = unreadInput ? ` ${reasonsOf(unreadInput)}.${exampleIn(run, unreadInput)}` : "";
  return new PipelineError(
    "bad-input",
    `There is nothing to make a benchmark from: no text could be read.${reason}`,
    {
      hint: "Check the paths, and --language and --domain if given; then run the same command again.",
    },
  );
}

/** The first stage that lost all its rows; if none did, the stage that lost most. */
function losingStage({ stages }: RunStatus): ArtifactStatus & { readonly name: string } {
  const byLoss = [...stages].sort((a, b) => lossCount(b) - lossCount(a));
  const stage = stages.find(stage => stage.rows === 0 && lossCount(stage) > 0) ?? byLoss[0];
  if (!stage) throw new Error("A run has at least one stage");
  return stage;
}

const newsStages = ["crud/articles", "crud/pool"];

/**
 * PipelineError("bad-input") saying that a fresh split has no new article, and what happened to those that came in; undefined if it
 * has some.
 */
export function noNewItemsError(run: OpenRun, older: string): PipelineError | undefined {
  if (run.count(pool) > 0) return undefined;
  const { inputs, stages } = run.status();
  const articleInputs = inputs.filter(({ artifact }) => artifact !== olderRows.name);
  const count = articleInputs.reduce((sum, { rows }) => sum + rows, 0);
  const reasons = [...articleInputs, ...stages.filter(({ name }) => newsStages.includes(name))]
    .map(reasonsOf)
    .filter(reason => reason !== "");
  const outcome =
    count === 0
      ? "no article came in"
      : `none of the ${count} articles that came in is new and usable`;
  const usedNote = reasons.some(reason => reason.includes("used-before"))
    ? " used-before: articles that the older split was built from."
    : "";
  return new PipelineError(
    "bad-input",
    `There is no fresh split: ${outcome}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}. ${older} is unchanged.`,
    {
      hint: `When there is news, run the same command again; or give more articles (--seeds, --feeds, --sitemaps, --urls), or set an earlier day (--since).${usedNote}`,
    },
  );
}

/** Error saying that no candidate was proposed: `rules` constructs only some types, and a model may find nothing to ask. */
function nothingProposedError(run: OpenRun, count: number): PipelineError {
  const wantedTypes = new Set(
    [...run.rows(materials)].flatMap(row => row.wanted.map(({ type }) => type)),
  );
  return new PipelineError(
    "bad-input",
    `No item was generated. Nothing was proposed for any of the ${count} materials; requested: ${[...wantedTypes].join(", ")}.`,
    {
      hint: "`rules` asks only what code can construct: name a model (--model), or other types (mix in the settings file).",
    },
  );
}

/** Error saying that every proposed candidate was unusable, and why; undefined if one was usable, or none was proposed. */
function nothingUsableError(run: OpenRun): PipelineError | undefined {
  const rows = [proposals, linkedProposals].flatMap(artifact => [...run.rows(artifact)]);
  const losses = rows.flatMap(row => row.losses);
  const [first] = losses;
  if (rows.length === 0 || rows.some(({ candidates }) => candidates.length > 0)) return undefined;
  if (first === undefined) return nothingProposedError(run, rows.length);
  const reasons = [...countOf(losses.map(({ code }) => code))]
    .map(([code, count]) => `${count} ${code}`)
    .join(", ");
  return new PipelineError(
    "bad-input",
    `No item was generated. None of the ${losses.length} candidates that were proposed can be used (${reasons}). ${first.detail}`,
    {
      hint: `All candidates with their reasons: ${run.directory}/${proposals.name}.jsonl. A stronger model may do better (--model); replies are kept and not requested again.`,
    },
  );
}

/** PipelineError("bad-input") saying why a finished run has no item. */
export function noItemsError(run: OpenRun): PipelineError {
  const status = run.status();
  const additionalInputs = ["items/own-questions", "items/distractors"];
  const textInputs = status.inputs.filter(({ artifact }) => !additionalInputs.includes(artifact));
  if (textInputs.every(({ rows }) => rows === 0)) return nothingReadError(run, textInputs);
  const proposalError = nothingUsableError(run);
  if (proposalError) return proposalError;
  const stage = losingStage(status);
  const reasons = reasonsOf(stage);
  const retry =
    total(stage.failed) > 0
      ? " After fixing the model or server, --retry-failed retries the rows without a valid reply."
      : "";
  return new PipelineError(
    "bad-input",
    `No item was generated. ${stage.name} ended with ${stage.rows} rows${reasons === "" ? "" : ` (${reasons})`}.${exampleIn(run, stage)}`,
    {
      hint: `All reasons: ragwright status ${run.directory}; individual rows: ${run.directory}/failures.jsonl. Replies are kept and not requested again.${retry}`,
    },
  );
}
