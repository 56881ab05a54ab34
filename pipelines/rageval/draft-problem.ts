// Checks a drafted schema beyond its contract; describes the problems for the model.

import { placeholdersOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { DraftSchema } from "../../schemas/rageval/prompts.ts";
import { agreementProblems, elementsOf, familyProblems } from "./draft-agreements.ts";
import type { Problem } from "./family.ts";

/** All problems of a draft, one per line, in its language; undefined if it can be completed into a schema. */
export function draftProblem(draft: DraftSchema, language: "zh" | "en"): string | undefined {
  const problems = [
    ...pathProblems(draft),
    ...leafProblems(draft),
    ...sectionProblems(draft),
    ...subjectProblems(draft),
    ...orderProblems(draft),
    ...listProblems(draft),
    ...agreementProblems(draft),
    ...familyProblems(draft),
  ];
  return problems.length > 0 ? problems.map(problem => problem[language]).join("\n") : undefined;
}

const repeatedNames = (names: readonly string[]) => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** The path of a field of the same record. */
const siblingPath = (path: string, name: string) =>
  [...path.split("/").slice(0, -1), name].join("/");

function pathProblems(draft: DraftSchema): Problem[] {
  const paths = elementsOf(draft).map(({ path }) => path);
  const malformedPaths = paths.filter(path => !/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u.test(path));
  const numberedPaths = paths.filter(path => withoutElement(path) !== path);
  return [
    ...repeatedNames(paths).map(path => ({
      zh: `路径“${path}”重复出现，每个叶子的路径要各不相同。`,
      en: `The path "${path}" occurs twice; every leaf needs its own.`,
    })),
    ...elementsOf(draft).flatMap(({ path, pattern }) =>
      placeholdersOf(pattern ?? "")
        .filter(name => !paths.includes(name) && !paths.includes(siblingPath(path, name)))
        .map(name => ({
          zh: `“${path}”的 pattern 用到的“${name}”不是叶子的路径。`,
          en: `The pattern of "${path}" names "${name}", which is not a leaf.`,
        })),
    ),
    ...malformedPaths.map(path => ({
      zh: `路径“${path}”写法不对，应由单词组成，层级之间用“/”隔开。`,
      en: `The path "${path}" does not consist of words separated by "/".`,
    })),
    ...numberedPaths.map(path => ({
      zh: `路径“${path}”中有一层是数字；只有列表中的各项才编号，由程序来编。`,
      en: `The path "${path}" has a number for a level; only elements of a list are numbered, and code does that.`,
    })),
  ];
}

const isBlank = (text: string) => text.trim() === "";

function leafProblems(draft: DraftSchema): Problem[] {
  const { scenario } = draft;
  const leaves = elementsOf(draft);
  const unlabelledLeaves = leaves.filter(({ label }) => isBlank(label));
  const reversedRanges = leaves.filter(
    ({ range }) => range !== null && range.minimum > range.maximum,
  );
  const emptyOptions = leaves.filter(({ options }) => options.some(isBlank));
  return [
    ...(isBlank(scenario)
      ? [{ zh: "scenario 不能为空，要写明是哪一类文档。", en: "The scenario needs a name." }]
      : []),
    ...unlabelledLeaves.map(({ path }) => ({
      zh: `叶子“${path}”缺少 label。`,
      en: `The leaf "${path}" needs a label.`,
    })),
    ...reversedRanges.map(({ path }) => ({
      zh: `叶子“${path}”的 range 上下限颠倒了。`,
      en: `The minimum of the range of "${path}" exceeds its maximum.`,
    })),
    ...emptyOptions.map(({ path }) => ({
      zh: `叶子“${path}”的 options 里有空白选项。`,
      en: `The leaf "${path}" has an empty option.`,
    })),
  ];
}

function sectionProblems({ leaves, sections }: DraftSchema): Problem[] {
  const ids = sections.map(({ id }) => id);
  const unassignedLeaves = leaves.filter(({ section }) => !ids.includes(section));
  return [
    ...repeatedNames(ids).map(id => ({
      zh: `sections 中“${id}”这一节重复出现。`,
      en: `The section "${id}" occurs twice.`,
    })),
    ...unassignedLeaves.map(({ path, section }) => ({
      zh: `叶子“${path}”所属的节“${section}”不在 sections 里。`,
      en: `The leaf "${path}" names section "${section}", which is not in sections.`,
    })),
  ];
}

function subjectProblems({ leaves, subject, subScenario }: DraftSchema): Problem[] {
  const byPath = new Map(leaves.map(leaf => [leaf.path, leaf]));
  const subjectPaths = placeholdersOf(subject);
  const unknownPaths =
    subjectPaths.length === 0 ? [subject] : subjectPaths.filter(path => !byPath.has(path));
  const missingPaths = subScenario !== null && !byPath.has(subScenario) ? [subScenario] : [];
  return [
    ...unknownPaths.map(path => ({
      zh: `subject 要用花括号括起的叶子路径组成，而“${path}”不是。`,
      en: `The subject must be built from leaf paths in braces; "${path}" is not one.`,
    })),
    ...subjectPaths
      .filter(path => byPath.get(path)?.many || byPath.get(path)?.fields.length)
      .map(path => ({
        zh: `subject 用到的“${path}”含有多项，这里只能用单值的叶子节点。`,
        en: `The subject is built from "${path}", which is a list; only a leaf with a single value can be used.`,
      })),
    ...[...subjectPaths, subScenario ?? ""]
      .filter(path => byPath.get(path)?.optional)
      .map(path => ({
        zh: `“${path}”用于 subject 或 subScenario，不能是 optional。`,
        en: `"${path}" is used for the subject or the sub-scenario and must not be optional.`,
      })),
    ...missingPaths.map(path => ({
      zh: `subScenario 所写的“${path}”不是叶子的路径；没有就填 null。`,
      en: `subScenario "${path}" is not the path of a leaf; give null if there is none.`,
    })),
  ];
}

function orderProblems({ leaves }: DraftSchema): Problem[] {
  const paths = new Set(leaves.map(({ path }) => path));
  const isDangling = ({ path, after }: DraftSchema["leaves"][number]) =>
    after !== null && (!paths.has(after) || after === path);
  const predecessors = new Map(
    leaves.flatMap(({ path, after }) => (after === null ? [] : [[path, after] as const])),
  );
  const circularPaths = leaves
    .filter(leaf => !isDangling(leaf) && isCircular(leaf.path, predecessors))
    .map(({ path }) => path);
  const problems: Problem[] = leaves.filter(isDangling).map(({ path, after }) => ({
    zh: `叶子“${path}”的 after 为“${after}”，但它不是其他叶子的路径。`,
    en: `The leaf "${path}" comes after "${after}", which is not another leaf.`,
  }));
  if (circularPaths.length === 0) return problems;
  const cycle = {
    zh: `这些叶子的 after 首尾相接，成了循环：${circularPaths.join("、")}。`,
    en: `The \`after\` of these leaves forms a cycle: ${circularPaths.join(", ")}.`,
  };
  return [...problems, cycle];
}

/** Checks that fields of records have one level, and that only lists have counts. */
function listProblems({ leaves }: DraftSchema): Problem[] {
  const reversedCounts = leaves.filter(
    ({ count }) => count !== null && count.minimum > count.maximum,
  );
  const singleValues = leaves.filter(
    ({ count, many, fields }) => count !== null && !many && fields.length === 0,
  );
  return [
    ...leaves
      .filter(({ fields }) => fields.length === 1)
      .map(({ path }) => ({
        zh: `“${path}”的记录只有一个字段；只有一项内容的列表不设 fields，应将 many 设为 true。`,
        en: `The records of "${path}" have one field; a list of single values has no fields, and its \`many\` is true.`,
      })),
    ...leaves.flatMap(({ path, fields }) =>
      fields
        .filter(field => field.path.includes("/"))
        .map(field => ({
          zh: `“${path}”的字段路径“${field.path}”只能有一层。`,
          en: `The field "${field.path}" of "${path}" must have only one level.`,
        })),
    ),
    ...reversedCounts.map(({ path }) => ({
      zh: `“${path}”的 count 上下限颠倒了。`,
      en: `The minimum of the count of "${path}" exceeds its maximum.`,
    })),
    ...singleValues.map(({ path }) => ({
      zh: `“${path}”只有一个值，不设 count。`,
      en: `"${path}" has one value and needs no count.`,
    })),
  ];
}

/** Whether the chain of predecessors of a leaf leads back to it. */
function isCircular(path: string, predecessors: ReadonlyMap<string, string>): boolean {
  const visited = new Set<string>();
  let predecessor = predecessors.get(path);
  while (predecessor !== undefined && !visited.has(predecessor)) {
    if (predecessor === path) return true;
    visited.add(predecessor);
    predecessor = predecessors.get(predecessor);
  }
  return false;
}
