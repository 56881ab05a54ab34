// The evaluation on an older split that one is linked with.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { readResult } from "../evaluate/result.ts";
import { isRun } from "./evaluation-inputs.ts";

export interface LinkOptions {
  /** Folder of an evaluation of the same system on an older split; of a run that refreshes another, the one of the same name there. */
  readonly older?: string | undefined;
  /** Systems evaluated on both splits that were not changed in between, by name. BM25 baselines need not be named. */
  readonly frozen?: readonly string[] | undefined;
}

interface Linked extends LinkOptions {
  readonly against: string;
  readonly name: string;
  /** Of the items evaluated now. */
  readonly hash: string;
}

export interface OlderEvaluation {
  /** Its folder; undefined where there is none. */
  readonly directory: string | undefined;
  /** To be said: that there is none where one was to be expected. */
  readonly notices: readonly string[];
}

const Refreshing = z.looseObject({ older: z.string() });

/** The evaluation of the same name of the run that this one refreshes. */
function expectedOlder({ against, name }: Linked): OlderEvaluation {
  const told = isRun(against) ? Refreshing.safeParse(openRun(against).settings).data : undefined;
  if (told === undefined) return { directory: undefined, notices: [] };
  const directory = join(told.older, "evaluations", name);
  if (existsSync(join(directory, "result.json"))) return { directory, notices: [] };
  const missing = `${told.older}, which this run refreshes, has no evaluation ${name}: how much of a change is the system's and how much the news' is not said. Evaluate what it answered there, or name its evaluation with --older.`;
  return { directory: undefined, notices: [missing] };
}

/**
 * Which evaluation is linked with. PipelineError("wrong-use") for `frozen` without one, for a baseline, for one of the same items and for
 * a system that is to be its own anchor; "bad-input" for a folder without evaluation.
 */
export function olderEvaluation(linked: Linked): OlderEvaluation {
  const found = linked.older ? { directory: linked.older, notices: [] } : expectedOlder(linked);
  const { frozen = [], name, hash } = linked;
  if (found.directory === undefined) {
    if (frozen.length > 0)
      throw wrong(
        "--frozen links with an older split, and none is named.",
        "Add --older with the folder of the system's evaluation there.",
      );
    return found;
  }
  const { kind, provenance, systems } = readResult(found.directory);
  if (kind === "baseline")
    throw wrong(
      `${found.directory} is a baseline: what is linked is a system of your own.`,
      "Name an evaluation of predictions; baselines beside it link by themselves.",
    );
  if (provenance.against.hash === hash)
    throw wrong(
      `${found.directory} is over the same items: there is no older split.`,
      `Compare them: --compare ${found.directory}`,
    );
  const own = frozen.find(one => one === name || systems.some(({ system }) => system === one));
  if (own !== undefined)
    throw wrong(
      `${own} is the system asked about, and links nothing to itself.`,
      "Name other systems with --frozen, or run ragwright baseline on both splits.",
    );
  return found;
}

const wrong = (message: string, hint: string) => new PipelineError("wrong-use", message, { hint });
