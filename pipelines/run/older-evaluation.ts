// Finds the evaluation on an older split to link an evaluation with.

import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { readResult } from "../evaluate/result.ts";
import { isEvaluation, isRun } from "./evaluation-inputs.ts";

export interface LinkOptions {
  /** Folder of an evaluation of the same system on an older split. Default for a run that refreshes another: the evaluation of the same name there. */
  readonly older?: string | undefined;
  /** Systems evaluated on both splits that were not changed in between, by name. BM25 baselines need not be named. */
  readonly frozen?: readonly string[] | undefined;
}

interface LinkedEvaluation extends LinkOptions {
  readonly against: string;
  readonly name: string;
  /** Hash of the items evaluated now. */
  readonly hash: string;
}

export interface OlderEvaluation {
  /** Its folder; undefined if there is none. */
  readonly directory: string | undefined;
  /** Notice if there is none although one was expected. */
  readonly notices: readonly string[];
}

const RefreshSettings = z.looseObject({ older: z.string() });

/** The evaluation of the same name in the run that this one refreshes. */
function refreshedEvaluation({ against, name }: LinkedEvaluation): OlderEvaluation {
  const refreshSettings = isRun(against)
    ? RefreshSettings.safeParse(openRun(against).settings).data
    : undefined;
  if (refreshSettings === undefined) return { directory: undefined, notices: [] };
  const directory = join(refreshSettings.older, "evaluations", name);
  if (isEvaluation(directory)) return { directory, notices: [] };
  const notice = `${refreshSettings.older}, which this run refreshes, has no evaluation ${name}: how much of a change is due to the system and how much to the news is unknown. Evaluate its predictions there, or name its evaluation with --older.`;
  return { directory: undefined, notices: [notice] };
}

/**
 * The evaluation to link with. Throws PipelineError("wrong-use") for `frozen` without an older evaluation, for a
 * baseline, for an evaluation of the same items, and for a system named as its own anchor; "bad-input" for a folder
 * that contains no evaluation.
 */
export function olderEvaluation(evaluation: LinkedEvaluation): OlderEvaluation {
  const older = evaluation.older
    ? { directory: evaluation.older, notices: [] }
    : refreshedEvaluation(evaluation);
  const { frozen = [], name, hash } = evaluation;
  if (older.directory === undefined) {
    if (frozen.length > 0)
      throw wrongUse(
        "--frozen links with an older split, but none is named.",
        "Add --older with the folder of the system's evaluation there.",
      );
    return older;
  }
  const { kind, provenance, systems } = readResult(older.directory);
  if (kind === "baseline")
    throw wrongUse(
      `${older.directory} is a baseline: only your own systems are linked.`,
      "Name an evaluation of predictions; baselines next to it are used automatically.",
    );
  if (provenance.against.hash === hash)
    throw wrongUse(
      `${older.directory} is an evaluation on the same items, not on an older split.`,
      `Compare them: --compare ${older.directory}`,
    );
  const ownAnchor = frozen.find(
    anchor => anchor === name || systems.some(({ system }) => system === anchor),
  );
  if (ownAnchor !== undefined)
    throw wrongUse(
      `${ownAnchor} is the system to be linked, and cannot be its own anchor.`,
      "Name other systems with --frozen, or run ragwright baseline on both splits.",
    );
  return older;
}

const wrongUse = (message: string, hint: string) =>
  new PipelineError("wrong-use", message, { hint });
