// Finds the evaluation on an older split to link an evaluation with.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { readResult } from "../evaluate/result.ts";
import { isRun } from "./evaluation-inputs.ts";

export interface LinkOptions {
  /** Folder of an evaluation of the same system on an older split. Default for a run that refreshes another: the evaluation of the same name there. */
  readonly older?: string | undefined;
  /** Systems evaluated on both splits that were not changed in between, by name. BM25 baselines need not be named. */
  readonly frozen?: readonly string[] | undefined;
}

interface Linked extends LinkOptions {
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

const Refreshing = z.looseObject({ older: z.string() });

/** The evaluation of the same name in the run that this one refreshes. */
function expectedOlder({ against, name }: Linked): OlderEvaluation {
  const refreshing = isRun(against)
    ? Refreshing.safeParse(openRun(against).settings).data
    : undefined;
  if (refreshing === undefined) return { directory: undefined, notices: [] };
  const directory = join(refreshing.older, "evaluations", name);
  if (existsSync(join(directory, "result.json"))) return { directory, notices: [] };
  const missing = `${refreshing.older}, which this run refreshes, has no evaluation ${name}: how much of a change is due to the system and how much to the news is unknown. Evaluate its predictions there, or name its evaluation with --older.`;
  return { directory: undefined, notices: [missing] };
}

/**
 * The evaluation to link with. Throws PipelineError("wrong-use") for `frozen` without one, for a baseline, for one of the same items and
 * for a system named as its own anchor; "bad-input" for a folder without an evaluation.
 */
export function olderEvaluation(linked: Linked): OlderEvaluation {
  const found = linked.older ? { directory: linked.older, notices: [] } : expectedOlder(linked);
  const { frozen = [], name, hash } = linked;
  if (found.directory === undefined) {
    if (frozen.length > 0)
      throw wrong(
        "--frozen links with an older split, but none is named.",
        "Add --older with the folder of the system's evaluation there.",
      );
    return found;
  }
  const { kind, provenance, systems } = readResult(found.directory);
  if (kind === "baseline")
    throw wrong(
      `${found.directory} is a baseline: only your own systems are linked.`,
      "Name an evaluation of predictions; baselines next to it are used automatically.",
    );
  if (provenance.against.hash === hash)
    throw wrong(
      `${found.directory} is on the same items, not on an older split.`,
      `Compare them: --compare ${found.directory}`,
    );
  const own = frozen.find(one => one === name || systems.some(({ system }) => system === one));
  if (own !== undefined)
    throw wrong(
      `${own} is the system to be linked, and cannot be its own anchor.`,
      "Name other systems with --frozen, or run ragwright baseline on both splits.",
    );
  return found;
}

const wrong = (message: string, hint: string) => new PipelineError("wrong-use", message, { hint });
