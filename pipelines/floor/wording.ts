// The phrases and word lists of `rules`, in both languages: data in wording.yaml, sentences as patterns with placeholders.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../engine/packaged-yaml.ts";

type Language = "zh" | "en";
type Bilingual<T> = Readonly<Record<Language, T>>;

interface Wording {
  /** Patterns by name. */
  readonly phrases: Readonly<Record<string, Bilingual<string>>>;
  /** Directions that occur with numbers, and their opposites. */
  readonly opposites: Bilingual<readonly (readonly [string, string])[]>;
  /** Words of questions and answers that carry no content. */
  readonly fillers: Bilingual<readonly string[]>;
}

// A build contains no data files: there the file is read from the sources.
const path = ["wording.yaml", "../../../pipelines/floor/wording.yaml"]
  .map(file => join(import.meta.dirname, file))
  .find(file => existsSync(file));

/** The raw file, which shapes every answer. */
export const wordingText = readFileSync(path ?? "wording.yaml", "utf8");
export const wording = parseYaml(wordingText) as Wording;

/** A phrase with its placeholders filled; throws an Error if the phrase or a placeholder is missing. */
export function fillPhrase(
  phrase: string,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const pattern = wording.phrases[phrase]?.[language];
  if (pattern === undefined) throw new Error(`wording.yaml has no phrase "${phrase}".`);
  return pattern.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
    const value = values[placeholder];
    if (value === undefined)
      throw new Error(`The phrase "${phrase}" needs a value for ${placeholder}.`);
    return String(value);
  });
}
