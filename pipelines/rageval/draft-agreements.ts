// Checks the agreements and the family of a drafted schema; reports in words for the model.

import type { DraftField, DraftLeaf, DraftSchema } from "../../schemas/rageval/prompts.ts";

export type Problem = Readonly<Record<"zh" | "en", string>>;

/** All leaves, each followed by the fields of its records under its path. */
export const elementsOf = ({ leaves }: DraftSchema): (DraftLeaf | DraftField)[] =>
  leaves.flatMap(leaf => [
    leaf,
    ...leaf.fields.map(field => ({ ...field, path: `${leaf.path}/${field.path}` })),
  ]);

type DraftAgreement = DraftSchema["agreements"][number];

const MEASURED = ["number", "money", "duration", "date"];
/** Operations that take exactly two operands if those are single values. */
const PAIRED = ["ratio", "percent"];

/** Checks that agreements use existing, computable leaves, and that no result depends on itself. */
export function agreementProblems(draft: DraftSchema): Problem[] {
  const elements = new Map(elementsOf(draft).map(element => [element.path, element]));
  const problems = draft.agreements.flatMap(agreement => problemsOf(agreement, elements));
  const results = draft.agreements.flatMap(({ result, operation }) =>
    operation === "order" ? [] : [result],
  );
  const circular = results.filter(path => isMadeFrom(path, path, draft.agreements));
  return [
    ...problems,
    ...[...new Set(circular)].map(path => ({
      zh: `按 agreements，“${path}”由它自己算出，成了循环。`,
      en: `By the agreements, "${path}" is made from itself.`,
    })),
  ];
}

function problemsOf(
  { result, operation, of, bands }: DraftAgreement,
  elements: ReadonlyMap<string, DraftLeaf | DraftField>,
): Problem[] {
  const lost = [result, ...of].filter(path => !elements.has(path));
  if (lost.length > 0)
    return lost.map(path => ({
      zh: `agreements 里的“${path}”不是叶子的路径，也不是“列表/字段”。`,
      en: `The agreement on "${result}" names "${path}", which is neither a leaf nor a list's field.`,
    }));
  const typeOf = (path: string) => elements.get(path)?.type ?? "text";
  const unmeasured =
    operation === "count"
      ? []
      : [...(operation === "bands" ? [] : [result]), ...of].filter(
          path => !MEASURED.includes(typeOf(path)),
        );
  const wrong: Problem[] = unmeasured.map(path => ({
    zh: `agreements 里的“${path}”不是数值、金额、时长或日期，不能做 ${operation}。`,
    en: `"${path}" is not a number, amount, duration or date, so that ${operation} cannot be done with it.`,
  }));
  if (PAIRED.includes(operation) && of.length !== 2)
    wrong.push({
      zh: `“${result}”的 ${operation} 要恰好两项 of。`,
      en: `The ${operation} "${result}" needs exactly two in of.`,
    });
  const single = operation === "count" ? of.filter(path => !isList(elements.get(path))) : [];
  wrong.push(
    ...single.map(path => ({
      zh: `“${path}”不是列表，不能做 count。`,
      en: `"${path}" is not a list and cannot be counted.`,
    })),
  );
  if (operation === "bands" && bands.at(-1)?.below !== null)
    wrong.push({
      zh: `“${result}”的 bands 最后一档的 below 要为 null。`,
      en: `The bands of "${result}" must end with one whose below is null.`,
    });
  return wrong;
}

const isList = (element: DraftLeaf | DraftField | undefined): boolean =>
  element !== undefined && "many" in element && (element.many || element.fields.length > 0);

function isMadeFrom(
  path: string,
  sought: string,
  agreements: readonly DraftAgreement[],
  depth = 0,
): boolean {
  const parts = agreements
    .filter(({ result, operation }) => result === path && operation !== "order")
    .flatMap(({ of }) => of);
  return (
    depth <= agreements.length &&
    parts.some(part => part === sought || isMadeFrom(part, sought, agreements, depth + 1))
  );
}

/** Checks that a family is dated, and that what it changes, leaves out or shares are leaves. */
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
  const both = shared.filter(path => changes.includes(path));
  if (both.length > 0)
    problems.push({
      zh: `family 中既列入 shared 又列入 changes：${both.join("、")}。`,
      en: `The family both shares and changes ${both.join(", ")}.`,
    });
  if (apart.minimum > apart.maximum)
    problems.push({
      zh: "family 的 apart 上下限颠倒了。",
      en: "The family's apart is the wrong way round.",
    });
  return problems;
}
