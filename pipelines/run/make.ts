// Recognises the input, estimates the benchmark that it can yield and its cost, and makes that benchmark.

import { PipelineError } from "../engine/errors.ts";
import { forecastText } from "./forecast-text.ts";
import { type RecognisedInput, recognise } from "./recognise-input.ts";
import type { RunOptions } from "./options.ts";
import { run, type RunResult } from "./run.ts";
import { feesOf, type RunForecast, forecastSizes } from "./size-forecast.ts";

/** Forecast before anything is sent. */
export interface Foreseen {
  /** The wing, and what the paths were recognised as. */
  readonly given: RecognisedInput;
  /** What it yields, costs and detects; null for feeds, whose content is known only once it is fetched. */
  readonly ahead: RunForecast | null;
  /** The same as text for people. */
  readonly text: string;
}

/** Every option of `run` except those that say what the input is: `make` finds that out. */
export interface MakeOptions
  extends Omit<RunOptions, "wing" | "seeds" | "documents" | "questions" | "feeds"> {
  /** Consent to call a paid model without a ceiling (`maxCost`), or a function that decides from the forecast. */
  readonly agree?: boolean | ((foreseen: Foreseen) => boolean | Promise<boolean>) | undefined;
}

const noConsent = () =>
  new PipelineError(
    "wrong-use",
    "Nothing was sent: a paid model is called only with your consent.",
    { hint: "Set a ceiling in USD (maxCost: 5), or agree: true." },
  );

/**
 * Makes a benchmark from files, folders or addresses of feeds, or resumes after an interruption, as `run` does. The forecast goes to
 * the reporter as a note. Throws PipelineError("bad-input") for missing paths, ("wrong-use") for inputs that cannot be made
 * into one benchmark, and if a paid model would be called without a ceiling or consent.
 */
export async function make(
  paths: string | readonly string[],
  { agree = false, ...options }: MakeOptions = {},
): Promise<RunResult> {
  const given = recognise([paths].flat());
  const runOptions: RunOptions = { ...options, wing: given.wing, ...given.sources };
  const ahead = given.sources.feeds === undefined ? await forecastSizes(runOptions) : null;
  const text = forecastText(given, ahead);
  options.reporter?.note(text);
  const { isPaid, hasCeiling } = ahead ?? feesOf(runOptions);
  const isFree = !isPaid || hasCeiling || options.batch === "files";
  if (!isFree && options.signal?.aborted !== true) {
    const isAgreed = typeof agree === "function" ? await agree({ given, ahead, text }) : agree;
    if (!isAgreed) throw noConsent();
  }
  return run(runOptions);
}
