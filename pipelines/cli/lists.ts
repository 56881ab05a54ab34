// Lists as they are typed: repeated options, or commas.

import { PipelineError } from "../engine/errors.ts";

/** For an option's values, one after another; those before the first typed one are its default. */
export const list = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(",").map(part => part.trim()),
];

/** The same list as words of a fixed set. PipelineError("wrong-use") for another. */
export function oneOf<Word extends string>(
  flag: string,
  words: readonly Word[],
  typed: readonly string[],
): Word[] {
  return typed.map(text => {
    const word = words.find(word => word === text);
    if (word !== undefined) return word;
    throw new PipelineError("wrong-use", `--${flag} takes ${words.join(", ")}, not "${text}".`, {
      hint: `Type for example: --${flag} ${words[0] ?? ""}`,
    });
  });
}
