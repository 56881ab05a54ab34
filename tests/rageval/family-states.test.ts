// What follows from a change in a family is computed again: in its record, in what its records add up to, and in what follows from that.

import { expect, test } from "vitest";
import { findContradictions } from "../../pipelines/rageval/contradictions.ts";
import { familyOf, type FamilyReply } from "../../pipelines/rageval/family.ts";
import { membersOf } from "../../pipelines/rageval/family-members.ts";
import { statesOf } from "../../pipelines/rageval/family-states.ts";
import type { FamilyForm, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { names } from "./clinic.ts";
import { at, en, fill, zh } from "./counts.ts";

const form: FamilyForm = {
  kinds: ["judgment", "appeal judgment"],
  date: "case/charged",
  apart: { minimum: 100, maximum: 400 },
  changes: ["total/repaid"],
  anew: ["counts"],
  notRestated: [],
  shared: ["case/offence", "case/alias", "case/number"],
};

type Changes = Record<string, string>;

function laterState(
  schema: ScenarioSchema,
  seed: number,
  changes: (values: string[]) => Changes,
  over: Pick<Partial<FamilyReply>, "disputed"> & { notRestated?: string[]; form?: object } = {},
) {
  const values = fill(schema, seed);
  const paths = values.map(({ path }) => path);
  const config = {
    id: "c",
    schemaId: "s",
    variantId: "v",
    language: schema.language,
    domain: schema.domain,
    subject: "s",
    subScenario: null,
    values,
  };
  const family = familyOf({
    schema: { ...schema, family: { ...form, ...over.form } },
    config,
    variant: { documents: 2, twin: false, number: 1 },
    names: names[schema.language],
    seed,
  });
  const told = Object.entries(changes(paths)).map(([path, value]) => ({
    path,
    value,
    from: null,
    because: "",
  }));
  const reply: FamilyReply = {
    documents: [
      { day: "2022-02-01", changes: told, notRestated: over.notRestated ?? [], refers: [] },
    ],
    stale: null,
    disputed: over.disputed ?? null,
    twin: null,
  };
  const [before, after] = statesOf(family!, reply);
  const later = membersOf(family!, reply)[1]!;
  return { before: before!.values, after: after!.values, changed: after!.changedPaths, later };
}

const sumsUp = (schema: ScenarioSchema, values: Parameters<typeof findContradictions>[1]) =>
  findContradictions(schema, values).filter(problem => !problem.startsWith("case/charged"));

const kilos = { en: "3 kg", zh: "3公斤" };

test.each([en, zh])("one record's change is counted on to the end in $language", schema => {
  const { before, after, changed } = laterState(schema, 4, paths =>
    Object.fromEntries(
      paths.flatMap(path =>
        /^counts\/\d+\/(?:day|item|victim|rate)$/.test(path)
          ? []
          : /^counts\/\d+\/weight$/.test(path)
            ? [[path, kilos[schema.language]]]
            : [],
      ),
    ),
  );
  expect(at(after, "counts/amount")).not.toEqual(at(before, "counts/amount"));
  expect(at(after, "total/amount")).not.toEqual(at(before, "total/amount"));
  expect(at(after, "total/owed")).not.toEqual(at(before, "total/owed"));
  expect(changed.has("total/amount")).toBe(true);
  expect(sumsUp(schema, after)).toEqual([]);
});

test.each([en, zh])("of a list told again the records told are left in $language", schema => {
  const { before, after } = laterState(schema, 4, () => ({
    "counts/1/weight": kilos[schema.language],
    "counts/2/weight": kilos[schema.language],
  }));
  expect(at(before, "counts/day").length).toBeGreaterThan(2);
  expect(at(after, "counts/day")).toHaveLength(2);
  expect(at(after, "total/counts")[0]).toMatch(/^2/);
  expect(sumsUp(schema, after)).toEqual([]);
});

test.each([en, zh])("a record more is taken in with what it computes in $language", schema => {
  const { before, after } = laterState(schema, 4, paths => {
    const first = paths.filter(path => /^counts\/1\/(?!amount)/.test(path));
    const next = paths.filter(path => /^counts\/\d+\/day$/.test(path)).length + 1;
    const values = fill(schema, 4);
    return Object.fromEntries(
      paths
        .filter(path => /^counts\/\d+\/(?!amount)/.test(path))
        .concat(first.map(path => path.replace("/1/", `/${next}/`)))
        .map(path => {
          const same = values.find(value => value.path === path.replace(`/${next}/`, "/1/"));
          return [path, same?.value ?? ""];
        }),
    );
  });
  expect(at(after, "counts/amount")).toHaveLength(at(before, "counts/amount").length + 1);
  expect(at(after, "counts/amount").at(-1)).toBe(at(before, "counts/amount")[0]);
  expect(at(after, "total/amount")).not.toEqual(at(before, "total/amount"));
});

const fieldsOf = (paths: readonly string[], record: number) =>
  paths.filter(path => path.startsWith(`counts/${record}/`));

test.each([en, zh])("records are left to an earlier document only whole in $language", schema => {
  const notRestated = ["counts/1/day", "counts/2/day", "counts/3/day"];
  const { before, later } = laterState(
    schema,
    4,
    () => ({ "counts/2/weight": kilos[schema.language] }),
    {
      form: { changes: ["counts"], anew: [] },
      notRestated,
      disputed: { document: 2, path: "counts/3/day", value: fill(schema, 5)[0]!.value },
    },
  );
  const all = before.map(({ path }) => path);
  const stated = later.values.map(({ path }) => path);
  // Nothing of the first; of the second a field changed, of the third one is disputed.
  expect(fieldsOf(all, 1).length).toBeGreaterThan(2);
  expect(later.notRestated).toEqual(fieldsOf(all, 1));
  expect(fieldsOf(stated, 1)).toEqual([]);
  expect(fieldsOf(stated, 2)).toEqual(fieldsOf(all, 2));
  expect(fieldsOf(stated, 3)).toEqual(fieldsOf(all, 3));
});

test.each([en, zh])("a part that the subject lacks holds nothing up in $language", schema => {
  const repaid = schema.leaves.find(({ path }) => path === "total/repaid")!;
  const waived = { ...repaid, path: "total/waived", fill: "model" as const, optional: true };
  const lacking = {
    ...schema,
    leaves: [...schema.leaves, waived],
    agreements: schema.agreements.map(agreement =>
      agreement.result === "total/owed"
        ? { ...agreement, of: [...agreement.of, waived.path] }
        : agreement,
    ),
  };
  const { before, after } = laterState(lacking, 4, () => ({
    "counts/1/weight": kilos[schema.language],
  }));
  expect(at(before, waived.path)).toEqual([]);
  expect(at(after, "total/owed")).not.toEqual(at(before, "total/owed"));
  expect(sumsUp(lacking, after)).toEqual([]);
});
