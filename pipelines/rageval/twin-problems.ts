// Checks a near-twin: it must be confusable with its original by name and shared facts, and differ in the rest.

import { leafAt } from "../../schemas/rageval/paths.ts";
import { areAlike } from "../text/alike-names.ts";
import { findContradictions } from "./contradictions.ts";
import {
  type Family,
  type FamilyReply,
  freeLeaves,
  leafPath,
  namingLeaves,
  type Problem,
} from "./family.ts";
import { twinOf } from "./near-twin.ts";

const missingProblems = (missingPaths: readonly string[]): Problem[] =>
  missingPaths.length === 0
    ? []
    : [
        {
          zh: `twin 缺少：${missingPaths.join("、")}。`,
          en: `The twin lacks ${missingPaths.join(", ")}.`,
        },
      ];

/** Whether a leaf has few possible values ("passed", "failed", one of a few choices), so that two subjects may well share one. */
const hasFewValues = ({ schema }: Family, path: string): boolean =>
  ["text", "choice"].includes(leafAt(schema, path)?.type ?? "");

/** The problems, described for the model; empty if no twin is required, or it is acceptable. */
export function twinProblems(family: Family, { twin }: FamilyReply): Problem[] {
  const { schema, form, config, variant } = family;
  if (!variant.twin) return [];
  if (twin === null) return [{ zh: "缺少易混对象 twin。", en: "The near-twin is missing." }];
  const nameLeaves = namingLeaves(family);
  const ownPaths = [...nameLeaves, ...freeLeaves(family, form.changes)].map(({ path }) => path);
  const statements = config.values.filter(
    ({ path, withheld }) =>
      !withheld && [...ownPaths, ...form.anew, form.date].includes(leafPath(family, path)),
  );
  const twinValues = new Map(twin.values.map(({ path, value }) => [path, value.trim()]));
  const twinPaths = new Set([...twinValues.keys()].map(path => leafPath(family, path)));
  const missingPaths = [...ownPaths, form.date].filter(
    path => !twinPaths.has(path) && statements.some(value => leafPath(family, value.path) === path),
  );
  const isNaming = (path: string) => nameLeaves.some(leaf => leaf.path === path);
  const equalValues = statements.filter(
    ({ path, value }) =>
      twinValues.get(path) === value && (isNaming(path) || !hasFewValues(family, path)),
  );
  const dissimilarNames = statements.filter(({ path, value }) => {
    const name = twinValues.get(path);
    return isNaming(path) && name !== undefined && name !== value && !areAlike(name, value);
  });
  const unknownPaths = [...twinValues.keys()].filter(path => leafAt(schema, path) === undefined);
  const twinConfig = twinOf(family, twin.values);
  // The twin need not have anything that the subject itself lacks.
  const oldProblems = new Set(findContradictions(twinConfig.schema, config.values));
  return [
    ...missingProblems(missingPaths),
    ...unknownPaths.map(path => ({
      zh: `twin 的“${path}”不是表里的路径。`,
      en: `The twin's "${path}" is not a path of the schema.`,
    })),
    ...equalValues.map(({ path, value }) => ({
      zh: `twin 的 ${path} 不能也是“${value}”。`,
      en: `The twin's ${path} must not also be "${value}".`,
    })),
    ...dissimilarNames.map(({ path, value }) => ({
      zh: `twin 的 ${path}“${twinValues.get(path)}”与“${value}”不够相像，要容易看混，又不互相包含。`,
      en: `The twin's ${path} "${twinValues.get(path)}" must be easily confused with "${value}", and neither may contain the other.`,
    })),
    ...findContradictions(twinConfig.schema, twinConfig.values)
      .filter(problem => !oldProblems.has(problem))
      .map(problem => ({ zh: `twin：${problem}`, en: `The twin: ${problem}` })),
  ];
}
