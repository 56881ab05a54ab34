// Describes a fault in a settings file: the line, the setting, and what was probably meant.

import { type Document, isMap, isNode, isScalar, LineCounter, parse, parseDocument } from "yaml";
import type { z } from "zod";
import { editDistance } from "../text/alike-names.ts";
import { namesAt } from "./settings-schema.ts";

type Issue = z.core.$ZodIssue;

/** Maximum number of edits per letter for a misspelling. */
const maxEditsPerLetter = 0.4;

/** The closest of the given words, if close enough to be what was meant. */
export function closestWord(word: string, words: readonly string[]): string | undefined {
  const edits = (other: string) => editDistance(word.toLowerCase(), other.toLowerCase());
  const [nearest] = words.toSorted((first, second) => edits(first) - edits(second));
  return nearest !== undefined && edits(nearest) <= Math.max(1, maxEditsPerLetter * word.length)
    ? nearest
    : undefined;
}

/** The line of a setting, counted from 1, or that of the group around it; undefined if the file has neither. */
function lineOf(text: string, path: readonly PropertyKey[], key: string | undefined) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const group = path.length === 0 ? document.contents : document.getIn(path, true);
  const pair = isMap(group)
    ? group.items.find(({ key: name }) => isScalar(name) && name.value === key)
    : undefined;
  const node = pair?.key ?? nearestNode(document, path);
  return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
}

/** The node at a path, or at the longest existing part of it. */
const nearestNode = (document: Document, path: readonly PropertyKey[]): unknown =>
  path.length === 0
    ? undefined
    : (document.getIn(path, true) ?? nearestNode(document, path.slice(0, -1)));

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === "object" && inside !== null
        ? (inside as Record<PropertyKey, unknown>)[name]
        : undefined,
    value,
  );

function suggestionFor(issue: Issue, givenValue: unknown, key: string | undefined): string {
  const value = valueAt(givenValue, issue.path);
  const names =
    key !== undefined
      ? namesAt(issue.path)
      : issue.code === "invalid_value"
        ? issue.values.map(String)
        : [];
  const suggestion = closestWord(key ?? (typeof value === "string" ? value : ""), names);
  return suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
}

/** A suggestion for a model name that lacks its provider. */
const providerSuggestion = (value: unknown): string =>
  typeof value === "string" && /^[\w.-]+$/.test(value) ? ` Did you mean openai:${value}?` : "";

export interface SettingsFault {
  /** The setting and the reason. */
  readonly message: string;
  /** Line in the file, if it is there. */
  readonly line: number | undefined;
}

/** Whether the invalid value comes from the file, and not from an override. */
function isFromFile(file: unknown, givenValue: unknown, path: readonly PropertyKey[]): boolean {
  const [inFile, value] = [valueAt(file, path), valueAt(givenValue, path)];
  if (inFile !== undefined) return JSON.stringify(inFile) === JSON.stringify(value);
  // A name given in place of a group of settings.
  return path.length > 0 && valueAt(file, path.slice(0, -1)) === value;
}

/** The first invalid value in the merged settings, and its line in the file's YAML. */
export function settingsFaultOf(
  error: z.ZodError,
  givenValue: unknown,
  yaml: string | undefined,
): SettingsFault {
  const [issue] = error.issues;
  if (!issue) return { message: "settings: invalid", line: undefined };
  const key = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = [...issue.path, ...(key === undefined ? [] : [key])];
  const isModel = issue.path.at(-1) === "model" && issue.code === "invalid_format";
  const reason =
    key !== undefined && issue.message.startsWith("Unrecognized key")
      ? "there is no such setting."
      : `${issue.message}.`;
  const suggestion = isModel
    ? providerSuggestion(valueAt(givenValue, issue.path))
    : suggestionFor(issue, givenValue, key);
  return {
    message: `${path.join(".") || "settings"}: ${reason}${suggestion}`,
    line:
      yaml !== undefined && isFromFile(parse(yaml), givenValue, path)
        ? lineOf(yaml, issue.path, key)
        : undefined,
  };
}
