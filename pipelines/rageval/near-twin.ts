// Makes the config of a near-twin of a family's subject: a similar name, some shared facts, its own values for the rest, sums recomputed.

import { fillPattern, leafAt } from "../../schemas/rageval/paths.ts";
import type { ConfigValue, MemberRow } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { replaceNames } from "../text/replace-names.ts";
import {
  dayOf,
  type Family,
  type FamilyReply,
  kindAt,
  leafPath,
  sourcePathsOf,
  namingLeaves,
} from "./family.ts";
import { recomputeDependents, withoutValidity } from "./family-states.ts";

/** A near-twin's values, and the part of the schema they fill. */
export interface Twin {
  readonly schema: ScenarioSchema;
  readonly values: ConfigValue[];
}

/** The leaf without bounds, which are shown only for changeable leaves. */
const withoutBounds = ({ range: _range, fields, ...leaf }: Leaf): Leaf => ({
  ...leaf,
  ...(fields && { fields: fields.map(({ range: _own, ...field }) => field) }),
});

/** The leaves of a twin: those with a value of its own, and those derived from them, directly or indirectly. */
function keptLeafPaths(family: Family, values: readonly ConfigValue[]): ReadonlySet<string> {
  const { leaves } = family.schema;
  const keptPaths = new Set(values.map(({ path }) => leafPath(family, path)));
  const isKeptPart = (part: string) =>
    leaves.some(
      ({ path, many }) =>
        keptPaths.has(path) && (path === part || (many && part.startsWith(`${path}/`))),
    );
  for (let size = -1; size < keptPaths.size; ) {
    size = keptPaths.size;
    for (const leaf of leaves) {
      const parts = sourcePathsOf(family, leaf);
      if (parts.length > 0 && parts.every(isKeptPart)) keptPaths.add(leaf.path);
    }
  }
  return keptPaths;
}

/** The twin: shared values, the reply's values, and what follows from both; it states nothing else. */
export function twinOf(family: Family, pairs: NonNullable<FamilyReply["twin"]>["values"]): Twin {
  const { schema, form, config } = family;
  const sharedPaths = new Set([...form.shared, schema.subScenario ?? ""]);
  const ownValues = new Map(pairs.map(({ path, value }) => [path, value.trim()]));
  const names = namingLeaves(family).flatMap(({ path }) => {
    const [name, twinName] = [
      config.values.find(value => value.path === path)?.value,
      ownValues.get(path),
    ];
    return name && twinName ? [[name, twinName] as const] : [];
  });
  // A shared text may name the subject ("Alder Mills left the trade"): for the twin it must name the twin.
  const rename = (value: ConfigValue): ConfigValue => ({
    ...value,
    value: replaceNames(value.value, new Map(names)),
  });
  const values = config.values.flatMap((value): ConfigValue[] => {
    const leaf = leafAt(schema, value.path);
    if (value.withheld || leaf === undefined) return [];
    if (sharedPaths.has(leafPath(family, value.path))) return [rename(withoutValidity(value))];
    const ownValue = ownValues.get(value.path);
    return ownValue === undefined || ownValue === "" || sourcePathsOf(family, leaf).length > 0
      ? []
      : [{ ...withoutValidity(value), value: ownValue, filledBy: "model" }];
  });
  const namingPaths = new Set(namingLeaves(family).map(({ path }) => path));
  const shownPaths = new Set([...form.changes, ...form.anew]);
  const keptPaths = keptLeafPaths(family, values);
  const statedPaths = new Set(config.values.map(({ path }) => leafPath(family, path)));
  const leaves = schema.leaves
    .filter(({ path }) => keptPaths.has(path))
    .map(leaf => {
      const { options: _options, optionsBy: _optionsBy, ...leafWithoutOptions } = leaf;
      if (namingPaths.has(leaf.path)) return leafWithoutOptions;
      const isComputed = sourcePathsOf(family, leaf).length > 0;
      if (shownPaths.has(leaf.path) && !isComputed) return leaf;
      // What the subject states is computed for the twin as well, even if it is optional.
      return {
        ...withoutBounds(leaf),
        ...(isComputed && statedPaths.has(leaf.path) && { optional: undefined }),
      };
    });
  const twinSchema = { ...schema, leaves };
  const givenPaths = new Set(values.map(({ path }) => path));
  const computedValues = recomputeDependents({ ...family, schema: twinSchema }, values, givenPaths);
  return {
    schema: twinSchema,
    values: [...values, ...computedValues.filter(({ path }) => !givenPaths.has(path))],
  };
}

export function twinRows(family: Family, reply: FamilyReply): MemberRow[] {
  const { config, variant } = family;
  if (!variant.twin || reply.twin === null) return [];
  const { schema, values } = twinOf(family, reply.twin.values);
  const subject = fillPattern(
    schema.subject,
    name => values.find(({ path }) => path === name)?.value,
  );
  if (subject === undefined) return [];
  const familyFields = {
    familyId: config.id,
    number: variant.documents + 1,
    of: variant.documents,
  };
  return [
    {
      ...config,
      id: rowId("m", config.id, "twin", values),
      subject,
      values,
      configId: config.id,
      family: {
        ...familyFields,
        kind: kindAt(family, 0),
        day: dayOf(schema, values) ?? family.day,
        isTwin: true,
      },
      refers: [],
      notRestated: [],
    },
  ];
}
