// What rules says and the words it knows, in both languages: data in wording.yaml, sentences as patterns with named places.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../engine/packaged-yaml.ts";

type Language = "zh" | "en";
type Both<T> = Readonly<Record<Language, T>>;

interface Wording {
  /** By what is said. */
  readonly phrases: Readonly<Record<string, Both<string>>>;
  /** Directions that a number goes with, and their opposites. */
  readonly opposites: Both<readonly (readonly [string, string])[]>;
  /** Of questions and answers, which say nothing of the matter. */
  readonly fillers: Both<readonly string[]>;
}

// A build holds no data: there the file stands where the sources are.
const path = ["wording.yaml", "../../../pipelines/floor/wording.yaml"]
  .map(file => join(import.meta.dirname, file))
  .find(file => existsSync(file));

/** The file as it stands, which shapes every answer. */
export const wordingText = readFileSync(path ?? "wording.yaml", "utf8");
export const wording = parseYaml(wordingText) as Wording;

/** A phrase with its places filled; an Error for a phrase or place that is not there. */
export function say(
  phrase: string,
  language: Language,
  places: Readonly<Record<string, string | number>> = {},
): string {
  const pattern = wording.phrases[phrase]?.[language];
  if (pattern === undefined) throw new Error(`wording.yaml has no phrase "${phrase}".`);
  return pattern.replace(/\{(\w+)\}/g, (_, place: string) => {
    const value = places[place];
    if (value === undefined) throw new Error(`"${phrase}" is said without its ${place}.`);
    return String(value);
  });
}
