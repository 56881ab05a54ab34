// Reads the phrases and word lists of `rules` in both languages from wording.yaml; makes sentences and lists, and checks whether a question gives its answer away.

import type { Language } from "../../schemas/items/item-types.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../engine/packaged-yaml.ts";
import { fold } from "../text/fold.ts";

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
    if (value !== undefined) return String(value);
    throw new Error(`The phrase "${phrase}" needs a value for ${placeholder}.`);
  });
}

/** Capitalizes the first letter, and drops the full stop after a value that has its own ("Ltd."). */
export const asSentence = (text: string): string =>
  upperFirst(text)
    .replace(/\.\.$/, ".")
    .replace(/[。.；;]。$/, "。")
    .replace(/\.\?$/, ".?");

/** "iRobot", "pH" and "settings.json" keep their lower-case first letter. */
export const upperFirst = (text: string): string =>
  /^[a-z][A-Z]|^[\w-]*[._/\d]\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** Lower-cases the first letter, except in names and acronyms. */
export const lowerFirst = (text: string): string =>
  /^[A-Z](?:[a-z' ]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "a, b and c"; “甲、乙和丙”. */
export const listOf = (parts: readonly string[], language: Language): string =>
  new Intl.ListFormat({ zh: "zh", en: "en-GB" }[language]).format(parts);

/** "a, b and c"; “甲，乙”. */
export const clauseList = (clauses: readonly string[], language: Language): string =>
  language === "zh" ? clauses.join("，") : listOf(clauses, "en");

/** Separates clauses so that each can be read alone. */
export const joinClauses = (clauses: readonly string[], language: Language): string =>
  clauses.join(language === "zh" ? "；" : "; ");

export const clausesAsSentence = (clauses: readonly string[], language: Language): string =>
  asSentence(`${joinClauses(clauses, language)}${language === "zh" ? "。" : "."}`);

/** The number of claims, and each of them. */
export const countedList = (claims: readonly string[], language: Language): string =>
  asSentence(
    fillPhrase(claims.length === 1 ? "counted-one" : "counted", language, {
      count: claims.length,
      list: joinClauses(claims, language),
    }),
  );

/** Letters and figures of a text in Latin script as separate words, so that "male" is not found in "female". */
const spacedWords = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}.]+/gu) ?? []).map(word => word.replace(/\.$/, "")).join(" ")} `;

/** Whether the question contains the value, or every word of it. A single Han character proves nothing. */
export function givesAway(question: string, value: string, language: Language): boolean {
  if (language === "zh") return fold(value).length > 1 && fold(question).includes(fold(value));
  const words = spacedWords(value)
    .trim()
    .split(" ")
    .filter(word => word !== "" && !/^(?:the|of|and|a|an|in|for|to|at)$/.test(word));
  const questionWords = spacedWords(question);
  return words.length > 0 && words.every(word => questionWords.includes(` ${word} `));
}
