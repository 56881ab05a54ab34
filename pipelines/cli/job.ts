// Runs a resumable job from the command line: prints its progress and outcome, passes Ctrl-C on, returns the exit code.

import type { WaitingOutput } from "../../schemas/output/waiting.ts";
import { rulesShares } from "../engine/rules-share.ts";
import { waitingText } from "../run/batch-run.ts";
import type { Ended, Waiting } from "../run/stage-run.ts";
import { interruptionSignal } from "./interruption.ts";
import { createPrinter, type Printer } from "./printer.ts";

export interface Job {
  readonly printer: Printer;
  /** Options that every job gets in addition to its own. */
  readonly jobOptions: { readonly signal: AbortSignal; readonly reporter: Printer };
}

export function startJob(json: boolean | undefined): Job {
  const printer = createPrinter(json === true);
  const onStop = () =>
    printer.note(
      "Stopping: calls in flight will finish and be saved. Press Ctrl-C again to exit at once.",
    );
  return {
    printer,
    jobOptions: {
      signal: interruptionSignal({
        onStop,
        hint: "Run the same command again to continue from here.",
      }),
      reporter: printer,
    },
  };
}

interface JobOutput {
  /** For programs. */
  readonly value: unknown;
  /** For people; empty lines are left out. */
  readonly text: string;
}

/** Prints how a job ended and what `rules` could not do. Returns the exit code: 0 if it is done, 1 if it failed, 3 if it is waiting for replies. */
export function endJob<End extends Ended>(
  { printer }: Job,
  ended: End | Waiting,
  outputFor: (ended: End) => JobOutput,
): number {
  const { value, text } = outputOf(ended, outputFor);
  printer.result(value, text);
  return exitCodes[ended.status];
}

const exitCodes: Record<Ended["status"] | Waiting["status"], number> = {
  done: 0,
  failed: 1,
  waiting: 3,
};

function outputOf<End extends Ended>(
  ended: End | Waiting,
  outputFor: (ended: End) => JobOutput,
): JobOutput {
  if (ended.status === "waiting") {
    const { directory, rowsWaiting, waiting } = ended;
    const value: WaitingOutput = { directory, rowsWaiting, waiting: [...waiting] };
    return { value, text: waitingText(ended) };
  }
  const { value, text } = outputFor(ended);
  return { value, text: joinLines(text, ...rulesShares(ended.progress)) };
}

/** Does the same for several jobs of one command: the exit code is 3 if any is waiting, 1 if any failed. */
export function endJobs<End extends Ended>(
  { printer }: Job,
  ended: readonly (End | Waiting)[],
  outputFor: (ended: End) => JobOutput,
): number {
  const outputs = ended.map(job => outputOf(job, outputFor));
  printer.result(
    { evaluations: outputs.map(({ value }) => value) },
    joinLines(...outputs.map(({ text }) => text)),
  );
  return Math.max(...ended.map(({ status }) => exitCodes[status]));
}

/** Joins lines and leaves out the empty ones. */
export const joinLines = (...lines: readonly string[]): string =>
  lines.filter(line => line !== "").join("\n");
