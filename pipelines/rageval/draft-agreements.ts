// Checks the agreements and the family of a drafted schema; describes the problems for the model.

import type { DraftField, DraftLeaf, DraftSchema } from "../../schemas/rageval/prompts.ts";
import type { Problem } from "./family.ts";

/** All leaves, each followed by the fields of its records under its path. */
export const elementsOf = ({ leaves }: DraftSchema): (DraftLeaf | DraftField)[] =>
  leaves.flatMap(leaf => [
    leaf,
    ...leaf.fields.map(field => ({ ...field, path: `${leaf.path}/${field.path}` })),
  ]);

type DraftAgreement = DraftSchema["agreements"][number];

const measurableTypes = ["number", "money", "duration", "date"];
/** Operations that take exactly two operands if the operands are single values. */
const binaryOperations = ["ratio", "percent"];

/** Checks that agreements use existing, computable leaves, and that no result depends on itself. */
export function agreementProblems(draft: DraftSchema): Problem[] {
  const elements = new Map(elementsOf(draft).map(element => [element.path, element]));
  const problems = draft.agreements.flatMap(agreement => problemsOf(agreement, elements));
  const results = draft.agreements.flatMap(({ result, operation }) =>
    operation === "order" ? [] : [result],
  );
  const circularPaths = results.filter(path => isComputedFrom(path, path, draft.agreements));
  return [
    ...problems,
    ...[...new Set(circularPaths)].map(path => ({
      zh: `按 agreements，“${path}”由它自己算出，成了循环。`,
      en: `According to the agreements, "${path}" is computed from itself.`,
    })),
  ];
}

function problemsOf(
  { result, operation, of, bands }: DraftAgreement,
  elements: ReadonlyMap<string, DraftLeaf | DraftField>,
): Problem[] {
  const unknownPaths = [result, ...of].filter(path => !elements.has(path));
  if (unknownPaths.length > 0)
    return unknownPaths.map(path => ({
      zh: `agreements 里的“${path}”不是叶子的路径，也不是“列表/字段”。`,
      en: `The agreement on "${result}" names "${path}", which is neither a leaf nor a field of a list.`,
    }));
  const typeOf = (path: string) => elements.get(path)?.type ?? "text";
  const unmeasurablePaths =
    operation === "count"
      ? []
      : [...(operation === "bands" ? [] : [result]), ...of].filter(
          path => !measurableTypes.includes(typeOf(path)),
        );
  const problems: Problem[] = unmeasurablePaths.map(path => ({
    zh: `agreements 里的“${path}”不是数值、金额、时长或日期，不能做 ${operation}。`,
    en: `"${path}" is not a number, amount, duration or date, so ${operation} cannot be computed with it.`,
  }));
  if (binaryOperations.includes(operation) && of.length !== 2)
    problems.push({
      zh: `“${result}”的 ${operation} 中，of 必须恰好有两项。`,
      en: `The ${operation} "${result}" needs exactly two paths in \`of\`.`,
    });
  const singleValues = operation === "count" ? of.filter(path => !isList(elements.get(path))) : [];
  problems.push(
    ...singleValues.map(path => ({
      zh: `“${path}”不是列表，不能做 count。`,
      en: `"${path}" is not a list and cannot be counted.`,
    })),
  );
  if (operation === "bands" && bands.at(-1)?.below !== null)
    problems.push({
      zh: `“${result}”的 bands 最后一档的 below 要为 null。`,
      en: `The bands of "${result}" must end with one whose \`below\` is null.`,
    });
  return problems;
}

const isList = (element: DraftLeaf | DraftField | undefined): boolean =>
  element !== undefined && "many" in element && (element.many || element.fields.length > 0);

function isComputedFrom(
  path: string,
  source: string,
  agreements: readonly DraftAgreement[],
  depth = 0,
): boolean {
  const parts = agreements
    .filter(({ result, operation }) => result === path && operation !== "order")
    .flatMap(({ of }) => of);
  return (
    depth <= agreements.length &&
    parts.some(part => part === source || isComputedFrom(part, source, agreements, depth + 1))
  );
}

/** Checks that a family is dated, and that everything it changes, leaves out or shares is a leaf. */
export function familyProblems({ leaves, family }: DraftSchema): Problem[] {
  if (family === null) return [];
  const { date, changes, notRestated, shared, apart } = family;
  const byPath = new Map(leaves.map(leaf => [leaf.path, leaf]));
  const problems: Problem[] = [...changes, ...notRestated, ...shared]
    .filter(path => !byPath.has(path))
    .map(path => ({
      zh: `family 里的“${path}”不是叶子的路径。`,
      en: `The family names "${path}", which is not a leaf.`,
    }));
  if (byPath.get(date)?.type !== "date")
    problems.push({
      zh: `family 的 date“${date}”不是日期叶子。`,
      en: `The family's date "${date}" is not a leaf of type date.`,
    });
  const sharedChanges = shared.filter(path => changes.includes(path));
  if (sharedChanges.length > 0)
    problems.push({
      zh: `family 中既列入 shared 又列入 changes：${sharedChanges.join("、")}。`,
      en: `The family both shares and changes ${sharedChanges.join(", ")}.`,
    });
  if (apart.minimum > apart.maximum)
    problems.push({
      zh: "family 的 apart 上下限颠倒了。",
      en: "The minimum of the family's `apart` exceeds its maximum.",
    });
  return problems;
}
