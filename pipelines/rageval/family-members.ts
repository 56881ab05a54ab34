// Creates one config per document of a family, with what the document states, omits, disputes or copies in a stale version; and one for the near-twin.

import { leafAt, recordOrOwnPath } from "../../schemas/rageval/paths.ts";
import type { ConfigValue, MemberRow } from "../../schemas/rageval/records.ts";
import type { Leaf } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { dayInWords } from "../text/write-values.ts";
import { type Family, type FamilyReply, kindAt, leafPath, namingLeaves } from "./family.ts";
import { isIsoDay, type State, statesOf, withoutValidity } from "./family-states.ts";
import { twinRows } from "./near-twin.ts";

const valueAt = (state: State | undefined, path: string): ConfigValue | undefined =>
  state?.values.find(value => value.path === path);

/** The outdated value that an earlier document states; the document's own value if nothing changed. */
export function olderValue(
  states: readonly State[],
  index: number,
  path: string,
): ConfigValue | undefined {
  const current = valueAt(states[index], path);
  const earlierValues = states.slice(0, index).map(state => valueAt(state, path));
  return (
    earlierValues.findLast(value => value !== undefined && value.value !== current?.value) ??
    current
  );
}

/** The value that holds instead of a stale one: by the document's state, or by the reply if the state is unchanged. */
function validValue(
  states: readonly State[],
  stale: NonNullable<FamilyReply["stale"]>,
): ConfigValue["holds"] {
  const { path, document, shownBy } = stale;
  const current = valueAt(states[document - 1], path);
  const older = olderValue(states, document - 1, path);
  const { value, from } =
    older === current ? { value: stale.holds, from: stale.from } : (current ?? {});
  return value && from && isIsoDay(from) ? { value, from, shownBy } : undefined;
}

/** What the document states at each path: its state, except for the stale and the disputed value. */
function statedValues(
  states: readonly State[],
  index: number,
  { stale, disputed }: FamilyReply,
): ConfigValue[] {
  return (states[index]?.values ?? []).map((value): ConfigValue => {
    if (stale?.path === value.path && stale.document === index + 1) {
      const holds = validValue(states, stale);
      const older = withoutValidity(olderValue(states, index, value.path) ?? value);
      return { ...older, standing: "stale", ...(holds && { holds }) };
    }
    if (disputed?.path !== value.path) return value;
    const ownValue = disputed.document === index + 1 ? { value: disputed.value.trim() } : {};
    return { ...value, ...ownValue, standing: "disputed" };
  });
}

/**
 * Paths that the document leaves to an earlier one: unchanged values of the leaves that the reply names. Records are
 * omitted only as a whole: a date without its event means nothing.
 */
function omittedPaths(
  family: Family,
  reply: FamilyReply,
  state: State,
  index: number,
): Set<string> {
  const namedPaths = new Set((reply.documents[index - 1]?.notRestated ?? []).map(recordOrOwnPath));
  const conflicts = [reply.stale, reply.disputed].flatMap(conflict => conflict?.path ?? []);
  const restatedPaths = new Set([
    ...namingLeaves(family).map(({ path }) => path),
    family.form.date,
    ...[...conflicts, ...state.changedPaths].map(recordOrOwnPath),
  ]);
  return new Set(
    state.values
      .filter(
        ({ path }) =>
          namedPaths.has(recordOrOwnPath(path)) || namedPaths.has(leafPath(family, path)),
      )
      .filter(({ path, withheld }) => !withheld && !restatedPaths.has(recordOrOwnPath(path)))
      .map(({ path }) => path),
  );
}

const englishList = (parts: readonly string[]): string =>
  new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);

/** How a document refers to the one before it, and which values it leaves to that document. */
function referenceTo(
  { schema: { language } }: Family,
  { kind, day }: { readonly kind: string; readonly day: string },
  leaves: readonly Leaf[],
): string {
  const date = dayInWords(day, language);
  if (language === "zh")
    return leaves.length === 0
      ? `${date}的${kind}`
      : `${date}的${kind}（其中载明${leaves.map(({ label }) => label).join("、")}）`;
  const names = leaves.map(({ many, label }) => `${many ? "each" : "the"} ${label}`);
  return leaves.length === 0
    ? `the ${kind} of ${date}`
    : `the ${kind} of ${date}, which states ${englishList(names)}`;
}

/** References to the previous document, and to the last earlier document that states each omitted value. */
function backReferences(
  family: Family,
  states: readonly State[],
  reply: FamilyReply,
  index: number,
): string[] {
  const omitted = states.map((state, number) => omittedPaths(family, reply, state, number));
  const references = states.slice(0, index).map(({ day }, earlier) => {
    const pathsStatedThere = [...(omitted[index] ?? [])].filter(
      path => earlier === omitted.slice(0, index).findLastIndex(paths => !paths.has(path)),
    );
    // Records are named by their list, not by every field.
    const paths = new Set(pathsStatedThere.map(path => leafPath(family, path)));
    const leaves = [...paths].flatMap(path => leafAt(family.schema, path) ?? []);
    const text = referenceTo(family, { kind: kindAt(family, earlier), day }, leaves);
    return { earlier, leaves, text };
  });
  return references
    .filter(({ earlier, leaves }) => earlier === index - 1 || leaves.length > 0)
    .toReversed()
    .map(({ text }) => text);
}

function memberOf(
  family: Family,
  states: readonly State[],
  reply: FamilyReply,
  index: number,
): MemberRow {
  const { config, variant, form } = family;
  const state = states[index] as State;
  const omitted = omittedPaths(family, reply, state, index);
  const values = statedValues(states, index, reply).filter(({ path }) => !omitted.has(path));
  return {
    ...config,
    id: rowId("m", config.id, index + 1, values),
    values,
    configId: config.id,
    family: {
      familyId: config.id,
      number: index + 1,
      of: variant.documents,
      kind: kindAt(family, index),
      day: state.day,
      isTwin: false,
    },
    refers: [
      ...backReferences(family, states, reply, index),
      ...(reply.documents[index - 1]?.refers ?? []).filter(text => text.trim()),
    ],
    notRestated: [...omitted].filter(path => form.date !== path),
  };
}

/** One row per document, by date; the near-twin comes last. */
export function membersOf(family: Family, reply: FamilyReply): MemberRow[] {
  const states = statesOf(family, reply);
  return [
    ...states.map((_, index) => memberOf(family, states, reply, index)),
    ...twinRows(family, reply),
  ];
}
