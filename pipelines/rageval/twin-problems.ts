// Checks a near-twin: it must be confusable with its original by name and shared facts, and differ in the rest.

import { leafAt } from "../../schemas/rageval/paths.ts";
import { areAlike } from "../text/alike-names.ts";
import { contradictions } from "./contradictions.ts";
import {
  type Family,
  type FamilyReply,
  freeLeaves,
  leafPath,
  namingLeaves,
  type Problem,
} from "./family.ts";
import { twinOf } from "./near-twin.ts";

const lacking = (missing: readonly string[]): Problem[] =>
  missing.length === 0
    ? []
    : [{ zh: `twin 缺少：${missing.join("、")}。`, en: `The twin lacks ${missing.join(", ")}.` }];

/** Problems in words for the model; empty if no twin is required, or it is acceptable. */
export function twinProblems(family: Family, { twin }: FamilyReply): Problem[] {
  const { schema, form, config, variant } = family;
  if (!variant.twin) return [];
  if (twin === null) return [{ zh: "缺少易混对象 twin。", en: "The near-twin is missing." }];
  const naming = namingLeaves(family);
  const own = [...naming, ...freeLeaves(family, form.changes)].map(({ path }) => path);
  const stated = config.values.filter(
    ({ path, withheld }) =>
      !withheld && [...own, ...form.anew, form.date].includes(leafPath(family, path)),
  );
  const given = new Map(twin.values.map(({ path, value }) => [path, value.trim()]));
  const givenPaths = new Set([...given.keys()].map(path => leafPath(family, path)));
  const missing = [...own, form.date].filter(
    path => !givenPaths.has(path) && stated.some(value => leafPath(family, value.path) === path),
  );
  const isNaming = (path: string) => naming.some(leaf => leaf.path === path);
  // If there are few possible values ("passed", "failed", one of some choices), two subjects may well share one.
  const mayCoincide = (path: string) =>
    !isNaming(path) && ["text", "choice"].includes(leafAt(schema, path)?.type ?? "");
  const equal = stated.filter(({ path, value }) => given.get(path) === value && !mayCoincide(path));
  const unlike = stated.filter(({ path, value }) => {
    const name = given.get(path);
    return isNaming(path) && name !== undefined && name !== value && !areAlike(name, value);
  });
  const unknown = [...given.keys()].filter(path => leafAt(schema, path) === undefined);
  const made = twinOf(family, twin.values);
  // The twin need not have what the subject itself lacks.
  const old = new Set(contradictions(made.schema, config.values));
  return [
    ...lacking(missing),
    ...unknown.map(path => ({
      zh: `twin 的“${path}”不是表里的路径。`,
      en: `The twin's "${path}" is not a path of the schema.`,
    })),
    ...equal.map(({ path, value }) => ({
      zh: `twin 的 ${path} 不能也是“${value}”。`,
      en: `The twin's ${path} may not be "${value}" too.`,
    })),
    ...unlike.map(({ path, value }) => ({
      zh: `twin 的 ${path}“${given.get(path)}”与“${value}”不够相像，要容易看混，又不互相包含。`,
      en: `The twin's ${path} "${given.get(path)}" is not easily taken for "${value}"; neither may contain the other.`,
    })),
    ...contradictions(made.schema, made.values)
      .filter(problem => !old.has(problem))
      .map(problem => ({
        zh: `twin：${problem}`,
        en: `The twin: ${problem}`,
      })),
  ];
}
