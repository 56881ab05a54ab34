// Checks a family proposed by a model, and describes the problems for the model: days, changes, stale and disputed values, the twin.

import { leafAt } from "../../schemas/rageval/paths.ts";
import { dayRangeOf } from "../text/write-values.ts";
import { conflictProblems } from "./conflict-problems.ts";
import { withoutLeaves } from "./config-leaves.ts";
import { findContradictions } from "./contradictions.ts";
import {
  type Family,
  type FamilyReply,
  freeLeaves,
  leafPath,
  sourcePathsOf,
  type Problem,
} from "./family.ts";
import { isIsoDay, isStatedInEachDocument, type State, statesOf } from "./family-states.ts";
import { twinProblems } from "./twin-problems.ts";
import { formProblems } from "./value-form.ts";

/** Maximum number of problems reported at once; a model corrects no more than that. */
const maxProblems = 12;

/** All problems, one per line, in the schema's language; undefined if the family is acceptable. */
export function familyProblem(family: Family, reply: FamilyReply): string | undefined {
  const days = dayProblems(family, reply);
  const problems = days.length > 0 ? days : contentProblems(family, reply);
  return problems.length === 0
    ? undefined
    : problems
        .slice(0, maxProblems)
        .map(problem => problem[family.schema.language])
        .join("\n");
}

function contentProblems(family: Family, reply: FamilyReply): Problem[] {
  const states = statesOf(family, reply);
  return [
    ...reply.documents.flatMap((_, index) => changeProblems(family, reply, states, index + 1)),
    ...notRestatedProblems(family, reply),
    ...stateProblems(family, reply, states),
    ...conflictProblems(family, reply, states),
    ...twinProblems(family, reply),
  ];
}

function dayProblems({ day, form, variant }: Family, { documents }: FamilyReply): Problem[] {
  const laterCount = variant.documents - 1;
  if (documents.length !== laterCount)
    return [
      {
        zh: `documents 要写${laterCount}份，即第2份至第${variant.documents}份，现有${documents.length}份。`,
        en: `The number of later documents must be ${laterCount} (documents 2 to ${variant.documents}), not ${documents.length}.`,
      },
    ];
  return documents.flatMap((document, index): Problem[] => {
    const previousDay = documents[index - 1]?.day ?? day;
    const [first, second] = [dayRangeOf(previousDay)?.first ?? 0, dayRangeOf(document.day)?.first];
    const number = index + 2;
    if (!isIsoDay(document.day) || second === undefined || Number.isNaN(second))
      return [
        {
          zh: `第${number}份的 day“${document.day}”要写成 2024-03-05 的形式。`,
          en: `The day of document ${number}, "${document.day}", must have the form YYYY-MM-DD.`,
        },
      ];
    const { minimum, maximum } = form.apart;
    const gap = second - first;
    return gap >= minimum && gap <= maximum
      ? []
      : [
          {
            zh: `第${number}份（${document.day}）应在前一份（${previousDay}）之后${minimum}至${maximum}天，现为${gap}天。`,
            en: `Document ${number} (${document.day}) must come ${minimum} to ${maximum} days after the one before it (${previousDay}), not ${gap}.`,
          },
        ];
  });
}

/** Problems with the changes of one later document. */
function changeProblems(
  family: Family,
  reply: FamilyReply,
  states: readonly State[],
  index: number,
): Problem[] {
  const { form } = family;
  const changes = reply.documents[index - 1]?.changes ?? [];
  const earlierState = states[index - 1];
  const number = index + 1;
  const problems = changes.flatMap(change => changeProblem(family, change, states, index));
  const isDated = changes.some(({ path }) => form.changes.includes(leafPath(family, path)));
  const changedPaths = new Set(changes.map(({ path }) => leafPath(family, path)));
  const missingLeaves = freeLeaves(family, form.anew).filter(({ path }) => !changedPaths.has(path));
  const undatedProblem = {
    zh: `第${number}份没有任何一项的变更日期介于两份文档的日期之间，请从可变更的路径中至少选一项。`,
    en: `Document ${number} has no value that changed on a day between the documents' dates; choose at least one path that may change.`,
  };
  const missingProblem = {
    zh: `第${number}份缺少每份文档都要自己写明的项：${missingLeaves.map(({ path }) => path).join("、")}。`,
    en: `Document ${number} lacks what every document states for itself: ${missingLeaves.map(({ path }) => path).join(", ")}.`,
  };
  const canChange = freeLeaves(family, form.changes).some(({ path }) =>
    earlierState?.values.some(value => leafPath(family, value.path) === path && !value.withheld),
  );
  return [
    ...problems,
    ...(isDated || !canChange ? [] : [undatedProblem]),
    ...(missingLeaves.length > 0 ? [missingProblem] : []),
  ];
}

function changeProblem(
  family: Family,
  { path, value, from }: FamilyReply["documents"][number]["changes"][number],
  states: readonly State[],
  index: number,
): Problem[] {
  const { schema, form } = family;
  const number = index + 1;
  const leaf = leafAt(schema, path);
  const prefix = { zh: `第${number}份的 ${path}：`, en: `Document ${number}, ${path}: ` };
  const toProblems = (zh: string, en: string): Problem[] => [
    { zh: `${prefix.zh}${zh}。`, en: `${prefix.en}${en}.` },
  ];
  if (leaf === undefined) return toProblems("表里没有这个路径", "the schema has no such path");
  const isOwn = isStatedInEachDocument(family, path);
  if (
    !isOwn &&
    sourcePathsOf(family, leaf).length === 0 &&
    !form.changes.includes(leafPath(family, path))
  )
    return toProblems("这一项不会变更，各份文档相同", "this stays the same in every document");
  if (sourcePathsOf(family, leaf).length > 0 || leaf.path === form.date) return [];
  const [earlierState, state] = [states[index - 1], states[index]];
  const problems = formProblems({ schema, values: state?.values ?? [] }, leaf, value).flatMap(
    formProblem => toProblems(`“${value}”${formProblem}`, `"${value}" ${formProblem}`),
  );
  const oldValue = earlierState?.values.find(other => other.path === path)?.value;
  const [earliestDay, latestDay] = [earlierState?.day ?? "", state?.day ?? ""];
  if (oldValue === value.trim() && !isOwn)
    problems.push(
      ...toProblems(
        `“${value}”与变更之前相同`,
        `"${value}" is unchanged from the previous document`,
      ),
    );
  if (!isOwn && (from === null || !isIsoDay(from) || from <= earliestDay || from >= latestDay))
    problems.push(
      ...toProblems(
        `from 要写成 2024-03-05 的形式，且在 ${earliestDay} 之后、${latestDay} 之前`,
        `from must be a day of the form YYYY-MM-DD, after ${earliestDay} and before ${latestDay}`,
      ),
    );
  return problems;
}

function notRestatedProblems(family: Family, { documents }: FamilyReply): Problem[] {
  return documents.flatMap(({ notRestated }, index) =>
    notRestated
      .filter(path => leafAt(family.schema, path) === undefined)
      .map(path => ({
        zh: `第${index + 2}份 notRestated 中的“${path}”不是表里的路径。`,
        en: `notRestated of document ${index + 2} lists "${path}", which is not a path of the schema.`,
      })),
  );
}

/** New contradictions in what a later document itself states, beyond those in the first. */
function stateProblems(
  family: Family,
  { documents }: FamilyReply,
  states: readonly State[],
): Problem[] {
  return states.slice(1).flatMap((state, index) =>
    contradictionsIn(family, state, documents[index]?.notRestated ?? []).map(problem => ({
      zh: `第${index + 2}份：${problem}`,
      en: `Document ${index + 2}: ${problem}`,
    })),
  );
}

/** Contradictions in a document that leaves these leaves to an earlier one. */
function contradictionsIn(
  family: Family,
  { values, changedPaths }: State,
  notRestated: readonly string[],
): string[] {
  const { schema, config, form } = family;
  const oldProblems = new Set(findContradictions(schema, config.values));
  const omittedPaths = new Set(notRestated);
  const statedValues = values.filter(({ path }) => !omittedPaths.has(leafPath({ schema }, path)));
  const omittedLeaves = schema.leaves.filter(({ path }) => omittedPaths.has(path));
  const { leaves, agreements, ...rest } = withoutLeaves(schema, omittedLeaves);
  const changedLists = new Set([...changedPaths].map(path => leafPath(family, path)));
  // A day after the first document may have passed when a later document repeats it.
  const isOvertaken = (path: string) => !changedLists.has(path);
  const unboundLeaves = leaves.map(leaf => ({
    ...leaf,
    // Last year's figure may no longer be in its range.
    ...(leaf.previous && { range: undefined }),
    ...(leaf.after?.path === form.date && isOvertaken(leaf.path) && { after: undefined }),
  }));
  const bindingAgreements = agreements.filter(
    ({ operation, result, of }) =>
      operation !== "order" || !of.includes(form.date) || !isOvertaken(result),
  );
  return findContradictions(
    { ...rest, agreements: bindingAgreements, leaves: unboundLeaves },
    statedValues,
  ).filter(problem => !oldProblems.has(problem));
}
