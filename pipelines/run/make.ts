// Takes what there is, says what can be made of it and for how much, and makes it.

import { PipelineError } from "../engine/errors.ts";
import { foreseenText } from "./foreseen-text.ts";
import { type RecognisedInput, recognise } from "./given.ts";
import type { RunOptions } from "./options.ts";
import { run, type RunResult } from "./run.ts";
import { feesOf, type RunAhead, sizesAhead } from "./sizes-ahead.ts";

/** What is known before anything is sent. */
export interface Foreseen {
  /** The wing, and what each path was taken for. */
  readonly given: RecognisedInput;
  /** What it bears, costs and shows; null for what feeds bring, which is known once it is fetched. */
  readonly ahead: RunAhead | null;
  /** The same for people. */
  readonly text: string;
}

/** Every option of `run` but those that say what is given: here that is found. */
export interface MakeOptions
  extends Omit<RunOptions, "wing" | "seeds" | "documents" | "questions" | "feeds"> {
  /** Whether a paid model may be asked without a ceiling (`maxCost`): that it may, or what decides by what is foreseen. */
  readonly agree?: boolean | ((foreseen: Foreseen) => boolean | Promise<boolean>) | undefined;
}

const notAgreed = () =>
  new PipelineError(
    "wrong-use",
    "Nothing was sent: a paid model is asked only when it is agreed.",
    { hint: "Set a ceiling in USD (maxCost: 5), or agree: true." },
  );

/**
 * Makes a benchmark of files, folders or addresses of feeds, or goes on with it after any stop, as `run` does. What is
 * foreseen goes to the reporter as a note. PipelineError("bad-input") for what is not there, ("wrong-use") for what
 * makes no benchmark together, and where a model would be paid and neither ceiling nor agreement is given.
 */
export async function make(
  paths: string | readonly string[],
  { agree = false, ...options }: MakeOptions = {},
): Promise<RunResult> {
  const given = recognise([paths].flat());
  const told: RunOptions = { ...options, wing: given.wing, ...given.sources };
  const ahead = given.sources.feeds === undefined ? await sizesAhead(told) : null;
  const text = foreseenText(given, ahead);
  options.reporter?.note(text);
  const { isPaid, hasCeiling } = ahead ?? feesOf(told);
  const isFree = !isPaid || hasCeiling || options.batch === "files";
  if (!isFree && options.signal?.aborted !== true) {
    const isAgreed = typeof agree === "function" ? await agree({ given, ahead, text }) : agree;
    if (!isAgreed) throw notAgreed();
  }
  return run(told);
}
