// How a leaf is found by the path of a value, and how a pattern over leaves is filled.

import type { Leaf, ScenarioSchema } from "./schema.ts";

/** `list/2` → `list`; any other path stays as it is. */
export const withoutElement = (path: string): string => path.replace(/\/\d{1,4}$/, "");

/** The leaf a value belongs to: the one of that path, or the list whose element it is. */
export function leafAt(schema: Pick<ScenarioSchema, "leaves">, path: string): Leaf | undefined {
  const exact = schema.leaves.find(leaf => leaf.path === path);
  if (exact !== undefined) return exact;
  const list = withoutElement(path);
  return list === path ? undefined : schema.leaves.find(leaf => leaf.path === list && leaf.many);
}

/** The names in braces of a pattern, in order. */
export const placeholdersOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\{([^{}]{1,120})\}/g)].map(([, name = ""]) => name);

/** Puts values into a pattern's braces; undefined when one of them has none. */
export function fillPattern(
  pattern: string,
  valueOf: (name: string) => string | undefined,
): string | undefined {
  if (placeholdersOf(pattern).some(name => valueOf(name) === undefined)) return undefined;
  return pattern.replace(/\{([^{}]{1,120})\}/g, (_, name: string) => valueOf(name) ?? "");
}
