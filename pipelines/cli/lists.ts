// Lists as typed: repeated options, or values separated by commas.

import { PipelineError } from "../engine/errors.ts";

/** Collects an option's values over its occurrences; `before` starts as its default. */
export const list = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(",").map(part => part.trim()),
];

/** The typed list as words of a fixed set. Throws PipelineError("wrong-use") for any other word. */
export function oneOf<Word extends string>(
  flag: string,
  words: readonly Word[],
  typed: readonly string[],
): Word[] {
  return typed.map(text => {
    const word = words.find(word => word === text);
    if (word !== undefined) return word;
    throw new PipelineError("wrong-use", `--${flag} takes ${words.join(", ")}, not "${text}".`, {
      hint: `For example: --${flag} ${words[0] ?? ""}`,
    });
  });
}
