// Checks the stale value that one document of a family copies, and the value on which the family's documents disagree.

import { leafAt, placeholdersOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { isUsedInComputation } from "./value-agreements.ts";
import { findContradictions } from "./contradictions.ts";
import { type Family, type FamilyReply, leafPath, sourcePathsOf, type Problem } from "./family.ts";
import { membersOf, olderValue } from "./family-members.ts";
import type { State } from "./family-states.ts";
import { valueInForceOn, type Statement, statementsAt } from "../text/timeline.ts";
import { formProblems } from "./value-form.ts";

/** The problems, described for the model; empty if the values are as declared. */
export function conflictProblems(
  family: Family,
  reply: FamilyReply,
  states: readonly State[],
): Problem[] {
  const { stale, disputed } = reply;
  if (stale === null && disputed === null && hasFixedDate(family))
    return [{ zh: "stale 和 disputed 至少写一项。", en: "Give stale, disputed or both." }];
  return [
    ...(stale ? staleProblems(family, { ...reply, stale }, states) : []),
    ...(disputed ? disputedProblems(family, { ...reply, disputed }, states) : []),
  ];
}

/** Paths whose values are the same in all documents and may be stated differently in one. */
function disputablePaths(family: Family): string[] {
  const { schema, form, config } = family;
  const subjectPaths = placeholdersOf(schema.subject);
  const excludedPaths = [...form.changes, ...form.anew, ...subjectPaths, form.date];
  return config.values
    .filter(({ path, withheld }) => {
      const leaf = leafAt(schema, path);
      return (
        !withheld &&
        leaf &&
        sourcePathsOf(family, leaf).length === 0 &&
        !isUsedInComputation(schema, path) &&
        !excludedPaths.includes(leafPath({ schema }, path))
      );
    })
    .map(({ path }) => path);
}

/** Whether the family has a date that cannot change: without one, everything in it may have changed. */
const hasFixedDate = (family: Family): boolean =>
  disputablePaths(family).some(
    path => withoutElement(path) === path && leafAt(family.schema, path)?.type === "date",
  );

const valueIn = (state: State | undefined, path: string): ConfigValue | undefined =>
  state?.values.find(value => value.path === path && !value.withheld);

/** The statements of all documents, each with the index of its document. */
const statementsOf = (family: Family, reply: FamilyReply): Statement[] =>
  membersOf(family, reply).flatMap(({ id, family: familyPlace, values }) =>
    values.map(value => ({ ...value, documentId: id, family: familyPlace })),
  );

function staleProblems(
  family: Family,
  reply: FamilyReply & { readonly stale: NonNullable<FamilyReply["stale"]> },
  states: readonly State[],
): Problem[] {
  const { document, path, shownBy, holds } = reply.stale;
  const state = states[document - 1];
  const { schema } = family;
  const leaf = leafAt(schema, path);
  const value = valueIn(state, path);
  if (document < 2 || state === undefined || leaf === undefined || value === undefined)
    return [
      {
        zh: `stale 要指明第2份或其后的一份文档，以及它写有的一个路径，而不是第${document}份的“${path}”。`,
        en: `stale must name document 2 or a later one and a path that it states, not "${path}" of document ${document}.`,
      },
    ];
  const older = olderValue(states, document - 1, path);
  const isUnchanged = older === value;
  const problems: Problem[] = [];
  if (state.changedPaths.has(path) && sourcePathsOf(family, leaf).length === 0)
    problems.push({
      zh: `stale：第${document}份已直接写出 ${path} 的新值，不能在此处照抄旧值。只能照抄这样的项：它的变更写在更早的文档里，或者它由其他各项算出。`,
      en: `stale: document ${document} itself states the new value of ${path}; a stale value must be one that an earlier document changed, or that is computed from other values.`,
    });
  if (isUnchanged && document < states.length)
    problems.push({
      zh: `stale：既然没有文档变更过 ${path}，就只有最后一份可以仍写旧值。`,
      en: `stale: no document changes ${path}, so only the last one can still state its old value.`,
    });
  const current = valueInForceOn(
    statementsAt(statementsOf(family, reply), family.config.id, path),
    state.day,
  );
  const formErrors = isUnchanged ? formProblems({ schema, values: state.values }, leaf, holds) : [];
  if (current === undefined || current.value === older?.value || formErrors.length > 0)
    problems.push({
      zh: `stale：holds 要写与旧值“${older?.value ?? ""}”不同的现值，from 要写它开始成立的日子（如 2024-03-05），不晚于 ${state.day}${formErrors.map(text => `；“${holds}”${text}`).join("")}。`,
      en: `stale: holds must be the value that holds instead of "${older?.value ?? ""}", and from the day (YYYY-MM-DD) since which it has held, ${state.day} at the latest${formErrors.map(text => `; "${holds}" ${text}`).join("")}.`,
    });
  const changedPaths = new Set(states.flatMap(({ changedPaths }) => [...changedPaths]));
  const isChange = (other: string) => changedPaths.has(other) && valueIn(state, other);
  if (shownBy.length === 0 || !shownBy.every(isChange))
    problems.push({
      zh: "stale：shownBy 要列出能说明旧值已不成立的路径，且其值在各份文档之间变更过。",
      en: "stale: shownBy must list the paths of changed values that show that the old one no longer holds.",
    });
  return problems;
}

function disputedProblems(
  family: Family,
  reply: FamilyReply & { readonly disputed: NonNullable<FamilyReply["disputed"]> },
  states: readonly State[],
): Problem[] {
  const { document, path, value } = reply.disputed;
  const { schema } = family;
  const leaf = leafAt(schema, path);
  const statedValue = valueIn(states[document - 1], path);
  const isDisputable = disputablePaths(family).includes(path) && path !== reply.stale?.path;
  if (document < 2 || !leaf || !statedValue || !isDisputable)
    return [
      {
        zh: `disputed 要指明第2份或其后的一份文档，以及该文档中的一个路径（其值在各份文档中本应相同），而不是第${document}份的“${path}”。`,
        en: `disputed must name document 2 or a later one and a path it states that should be the same in all, not "${path}" of document ${document}.`,
      },
    ];
  const errors = formProblems({ schema, values: states[document - 1]?.values ?? [] }, leaf, value);
  if (statedValue.value === value.trim())
    errors.push(
      { zh: "与其他文档相同", en: "is the same as in the other documents" }[schema.language],
    );
  if (errors.length === 0)
    return newContradictions(schema, states[document - 1]?.values ?? [], { path, value });
  return errors.map(text => ({
    zh: `disputed：${path}“${value}”${text}。`,
    en: `disputed: ${path} "${value}" ${text}.`,
  }));
}

/** The contradictions that the disputed value causes, such as a day before the one it must follow. */
function newContradictions(
  schema: Family["schema"],
  values: readonly ConfigValue[],
  { path, value }: Pick<ConfigValue, "path" | "value">,
): Problem[] {
  const oldProblems = new Set(findContradictions(schema, values));
  const disputedValues = values.map(configValue =>
    configValue.path === path ? { ...configValue, value: value.trim() } : configValue,
  );
  return findContradictions(schema, disputedValues)
    .filter(problem => !oldProblems.has(problem))
    .map(problem => ({ zh: `disputed：${problem}`, en: `disputed: ${problem}` }));
}
