// Finds the leaf for the path of a value, and fills patterns that refer to leaves.

import type { Field, Leaf, ScenarioSchema } from "./schema.ts";

/** `list/2` → `list`, `list/2/field` → `list/field`; any other path is unchanged. */
export const withoutElement = (path: string): string => path.replace(/\/\d{1,4}(?=\/|$)/g, "");

/** Whether a path points to an element of this list, or to a field of one of its records. */
export const isElementOf = (list: string, path: string): boolean =>
  path[list.length] === "/" &&
  path.startsWith(list) &&
  /^\d{1,4}(?:\/|$)/.test(path.slice(list.length + 1));

/** `charges/2` for `charges/2/amount`; undefined if the path is not that of a record's field. */
export const recordOf = (path: string): string | undefined =>
  /^.+\/\d{1,4}(?=\/[^/]+$)/.exec(path)?.[0];

/** The path of the record that a value belongs to; for a value outside records, its own path. */
export const recordOrOwnPath = (path: string): string => recordOf(path) ?? path;

/** The field of one record as a separate leaf: `charges/2/amount`, "amount of count 2". */
export function recordLeaf(
  list: Leaf,
  field: Field,
  number: number,
  language: ScenarioSchema["language"],
): Leaf {
  const label = {
    zh: `第${number}项${list.label}的${field.label}`,
    en: `${field.label} of ${list.label} ${number}`,
  }[language];
  const { section, onlyIf, fields = [] } = list;
  const fieldPath = (name: string) => `${list.path}/${number}/${name}`;
  const pattern = field.pattern?.replace(bracesPattern, (braces, name: string) =>
    fields.some(other => other.path === name) ? `{${fieldPath(name)}}` : braces,
  );
  return {
    ...field,
    path: fieldPath(field.path),
    label,
    many: false,
    section,
    ...(onlyIf ? { onlyIf } : {}),
    ...(pattern === undefined ? {} : { pattern }),
    questions: field.questions?.map(question => question.replaceAll("{n}", String(number))),
  };
}

/** The leaf that a value belongs to: the one at that path, the list whose element it is, or the field of one record. */
export function leafAt(
  { leaves, language }: Pick<ScenarioSchema, "leaves" | "language">,
  path: string,
): Leaf | undefined {
  const leafAtPath = leaves.find(leaf => leaf.path === path);
  if (leafAtPath !== undefined) return leafAtPath;
  const list = leaves.find(leaf => leaf.many && isElementOf(leaf.path, path));
  const [number = "", name] = path.slice((list?.path.length ?? 0) + 1).split("/");
  if (list === undefined || list.fields === undefined) return name === undefined ? list : undefined;
  const field = list.fields.find(field => field.path === name);
  return field && recordLeaf(list, field, Number(number), language);
}

export const bracesPattern = /\{([^{}]{1,120})\}/g;
/** Content of braces that is drawn at random and is not a path: "1-300", "0-9:4", "a-f0-9:7". */
export const randomPartPattern =
  /^(?:(\d{1,9})-(\d{1,9})|((?:[0-9A-Za-z]-[0-9A-Za-z])+):(\d{1,2}))$/;

/** The paths in a pattern's braces, in order. */
export const placeholdersOf = (pattern: string): string[] =>
  // A shortcut: most options have no braces, and they are checked often.
  pattern.includes("{")
    ? [...pattern.matchAll(bracesPattern)].flatMap(([, name = ""]) =>
        randomPartPattern.test(name) ? [] : [name],
      )
    : [];

/** Fills a pattern's braces with values; undefined if one has no value. Braces to be drawn at random are kept. */
export function fillPattern(
  pattern: string,
  valueOf: (name: string) => string | undefined,
): string | undefined {
  if (!pattern.includes("{")) return pattern;
  if (placeholdersOf(pattern).some(name => valueOf(name) === undefined)) return undefined;
  return pattern.replace(bracesPattern, (braces, name: string) =>
    randomPartPattern.test(name) ? braces : (valueOf(name) ?? ""),
  );
}
