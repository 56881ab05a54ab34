// The documents of a family as configs of their own: what each states, leaves to others, copied stale, or disputes; and the near-twin.

import { fillPattern, leafAt } from "../../schemas/rageval/paths.ts";
import type { ConfigValue, MemberRow } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { renamedText } from "../text/renamed-text.ts";
import { dayInWords } from "../text/written-values.ts";
import { dayOf, type Family, type FamilyReply, leafPath, namingLeaves, madeOf } from "./family.ts";
import { follow, isIsoDay, type State, statesOf, timeless } from "./family-states.ts";

const valueAt = (state: State | undefined, path: string): ConfigValue | undefined =>
  state?.values.find(value => value.path === path);

/** The value that an earlier document states and the document's own state no longer has; its own, where nothing changed. */
export function olderValue(
  states: readonly State[],
  index: number,
  path: string,
): ConfigValue | undefined {
  const now = valueAt(states[index], path);
  const before = states.slice(0, index).map(state => valueAt(state, path));
  return before.findLast(value => value !== undefined && value.value !== now?.value) ?? now;
}

/** What holds where a document has a stale value: by its state; where that has not changed, as the reply says. */
function heldInstead(
  states: readonly State[],
  stale: NonNullable<FamilyReply["stale"]>,
): ConfigValue["holds"] {
  const { path, document, shownBy } = stale;
  const now = valueAt(states[document - 1], path);
  const older = olderValue(states, document - 1, path);
  const { value, from } = older === now ? { value: stale.holds, from: stale.from } : (now ?? {});
  return value && from && isIsoDay(from) ? { value, from, shownBy } : undefined;
}

/** What the document states at each path: as its state has it, but for what is copied stale and what is disputed. */
function statedValues(
  states: readonly State[],
  index: number,
  { stale, disputed }: FamilyReply,
): ConfigValue[] {
  return (states[index]?.values ?? []).map((value): ConfigValue => {
    if (stale?.path === value.path && stale.document === index + 1) {
      const holds = heldInstead(states, stale);
      const older = timeless(olderValue(states, index, value.path) ?? value);
      return { ...older, standing: "stale", ...(holds && { holds }) };
    }
    if (disputed?.path !== value.path) return value;
    const own = disputed.document === index + 1 ? { value: disputed.value.trim() } : {};
    return { ...value, ...own, standing: "disputed" };
  });
}

/** Paths that the document leaves to an earlier one: of the leaves named, what stands as it stood. */
function leftOut(family: Family, reply: FamilyReply, state: State, index: number): Set<string> {
  const named = new Set(reply.documents[index - 1]?.notRestated ?? []);
  const kept = new Set([
    ...namingLeaves(family).map(({ path }) => path),
    family.form.date,
    reply.stale?.path,
    reply.disputed?.path,
  ]);
  return new Set(
    state.values
      .filter(({ path }) => named.has(path) || named.has(leafPath(family, path)))
      .filter(({ path, withheld }) => !withheld && !kept.has(path) && !state.changed.has(path))
      .map(({ path }) => path),
  );
}

const inEnglish = (parts: readonly string[]): string =>
  new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);

/** How a document names the one before it, and what it leaves to it. */
function reference(
  { schema: { language } }: Family,
  { kind, day }: { readonly kind: string; readonly day: string },
  leaves: readonly Leaf[],
): string {
  const date = dayInWords(day, language);
  if (language === "zh")
    return leaves.length === 0
      ? `${date}的${kind}`
      : `${date}的${kind}（其中载明${leaves.map(({ label }) => label).join("、")}）`;
  const named = leaves.map(({ many, label }) => `${many ? "each" : "the"} ${label}`);
  return leaves.length === 0
    ? `the ${kind} of ${date}`
    : `the ${kind} of ${date}, which states ${inEnglish(named)}`;
}

const kindAt = ({ form }: Family, index: number): string =>
  form.kinds[index] ?? form.kinds.at(-1) ?? "";

/** The document before this one, and what it leaves to which earlier one: the last that states it itself. */
function referencesBack(
  family: Family,
  states: readonly State[],
  reply: FamilyReply,
  index: number,
): string[] {
  const away = states.map((state, at) => leftOut(family, reply, state, at));
  const before = states.slice(0, index).map(({ day }, at) => {
    const left = [...(away[index] ?? [])].filter(
      path => at === away.slice(0, index).findLastIndex(paths => !paths.has(path)),
    );
    // Of records the list is named, not each field of each.
    const paths = new Set(left.map(path => leafPath(family, path)));
    const leaves = [...paths].flatMap(path => leafAt(family.schema, path) ?? []);
    return { at, leaves, text: reference(family, { kind: kindAt(family, at), day }, leaves) };
  });
  return before
    .filter(({ at, leaves }) => at === index - 1 || leaves.length > 0)
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
  const away = leftOut(family, reply, state, index);
  const values = statedValues(states, index, reply).filter(({ path }) => !away.has(path));
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
      ...referencesBack(family, states, reply, index),
      ...(reply.documents[index - 1]?.refers ?? []).filter(text => text.trim()),
    ],
    notRestated: [...away].filter(path => form.date !== path),
  };
}

/** A near-twin's values, and the part of the schema that it fills. */
export interface Twin {
  readonly schema: ScenarioSchema;
  readonly values: ConfigValue[];
}

/** Without the bounds that only what may change is shown with. */
const unbounded = ({ range: _range, fields, ...leaf }: Leaf): Leaf => ({
  ...leaf,
  ...(fields && { fields: fields.map(({ range: _own, ...field }) => field) }),
});

/** The leaves that a twin has: with a value of its own, or made of such, or of what is made of them. */
function keptLeaves(family: Family, values: readonly ConfigValue[]): ReadonlySet<string> {
  const { leaves } = family.schema;
  const kept = new Set(values.map(({ path }) => leafPath(family, path)));
  const isKept = (part: string) =>
    leaves.some(
      ({ path, many }) =>
        kept.has(path) && (path === part || (many && part.startsWith(`${path}/`))),
    );
  for (let before = -1; before < kept.size; ) {
    before = kept.size;
    for (const leaf of leaves) {
      const parts = madeOf(family, leaf);
      if (parts.length > 0 && parts.every(isKept)) kept.add(leaf.path);
    }
  }
  return kept;
}

/** What it shares, what it is given, and what follows from both; anything else it does not tell. */
export function twinOf(family: Family, given: NonNullable<FamilyReply["twin"]>["values"]): Twin {
  const { schema, form, config } = family;
  const shared = new Set([...form.shared, schema.subScenario ?? ""]);
  const others = new Map(given.map(({ path, value }) => [path, value.trim()]));
  const names = namingLeaves(family).flatMap(({ path }) => {
    const [own, other] = [
      config.values.find(value => value.path === path)?.value,
      others.get(path),
    ];
    return own && other ? [[own, other] as const] : [];
  });
  // A shared text may name the subject ("Alder Mills left the trade"): of the twin it names the twin.
  const renamed = (value: ConfigValue): ConfigValue => ({
    ...value,
    value: renamedText(value.value, new Map(names)),
  });
  const values = config.values.flatMap((value): ConfigValue[] => {
    const leaf = leafAt(schema, value.path);
    if (value.withheld || leaf === undefined) return [];
    if (shared.has(leafPath(family, value.path))) return [renamed(timeless(value))];
    const other = others.get(value.path);
    return other === undefined || other === "" || madeOf(family, leaf).length > 0
      ? []
      : [{ ...timeless(value), value: other, filledBy: "model" }];
  });
  const naming = new Set(namingLeaves(family).map(({ path }) => path));
  const shown = new Set([...form.changes, ...form.anew]);
  const kept = keptLeaves(family, values);
  const stated = new Set(config.values.map(({ path }) => leafPath(family, path)));
  const leaves = schema.leaves
    .filter(({ path }) => kept.has(path))
    .map(leaf => {
      const { options: _options, optionsBy: _optionsBy, ...open } = leaf;
      if (naming.has(leaf.path)) return open;
      const isMade = madeOf(family, leaf).length > 0;
      if (shown.has(leaf.path) && !isMade) return leaf;
      // What the subject states is computed of the twin as well, though a document might do without it.
      return {
        ...unbounded(leaf),
        ...(isMade && stated.has(leaf.path) && { optional: undefined }),
      };
    });
  const own = { ...schema, leaves };
  const told = new Set(values.map(({ path }) => path));
  const computed = follow({ ...family, schema: own }, values, told);
  return { schema: own, values: [...values, ...computed.filter(({ path }) => !told.has(path))] };
}

function twinRow(family: Family, reply: FamilyReply): MemberRow[] {
  const { config, variant } = family;
  if (!variant.twin || reply.twin === null) return [];
  const { schema, values } = twinOf(family, reply.twin.values);
  const subject = fillPattern(
    schema.subject,
    name => values.find(({ path }) => path === name)?.value,
  );
  if (subject === undefined) return [];
  const place = { familyId: config.id, number: variant.documents + 1, of: variant.documents };
  return [
    {
      ...config,
      id: rowId("m", config.id, "twin", values),
      subject,
      values,
      configId: config.id,
      family: {
        ...place,
        kind: kindAt(family, 0),
        day: dayOf(schema, values) ?? family.day,
        isTwin: true,
      },
      refers: [],
      notRestated: [],
    },
  ];
}

/** One row a document, in the order of their days; the near-twin comes last. */
export function membersOf(family: Family, reply: FamilyReply): MemberRow[] {
  const states = statesOf(family, reply);
  return [
    ...states.map((_, index) => memberOf(family, states, reply, index)),
    ...twinRow(family, reply),
  ];
}
