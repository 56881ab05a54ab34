// Parses lists on the command line: repeated options, or values separated by commas.

import { Metric } from "../../schemas/evaluation/metrics.ts";
import { PipelineError } from "../engine/errors.ts";

/** Collects the values of an option that may be repeated; `previous` holds those of earlier occurrences. */
export const parseList = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value.split(",").map(part => part.trim()),
];

/** Checks that the values are words of a fixed set. Throws PipelineError("wrong-use") for any other word. */
export function parseWords<Word extends string>(
  flag: string,
  words: readonly Word[],
  values: readonly string[],
): Word[] {
  return values.map(text => {
    const word = words.find(word => word === text);
    if (word !== undefined) return word;
    throw new PipelineError("wrong-use", `--${flag} takes ${words.join(", ")}, not "${text}".`, {
      hint: `For example: --${flag} ${words[0] ?? ""}`,
    });
  });
}

/** The value of `--metric`; undefined if it was not given. */
export const optionalMetric = (text: string | undefined): Metric | undefined =>
  text === undefined ? undefined : parseWords("metric", Metric.options, [text])[0];
