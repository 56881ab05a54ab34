// Families of the prepared schemas, made without a model: each document states its own values and days, near-twins are taken for their originals.

import { describe, expect, test } from "vitest";
import { valueInForceOn, statementsAt } from "../../pipelines/text/timeline.ts";
import { areAlike } from "../../pipelines/text/alike-names.ts";
import { dayInWords } from "../../pipelines/text/write-values.ts";
import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import { type FactRow, members } from "../../schemas/rageval/records.ts";
import { readDomain } from "./clinic.ts";
import { type FloorFamily, floorFamily } from "./floor-families.ts";

const kinds = (["zh", "en"] as const).flatMap(language =>
  ["finance", "law", "medical"].map(domain => ({ domain, language })),
);
const seeds = ["a", "b", "c"];

const makeFamilies = (kind: (typeof kinds)[number], documents: number) =>
  Promise.all(
    seeds.map(async seed => {
      const family = await floorFamily({ ...kind, documents, twin: true, seed });
      return { ...family, schema: readDomain(kind.domain, kind.language) };
    }),
  );

const made = new Map<string, ReturnType<typeof makeFamilies>>();

/** Families of a domain and language, each made once. */
function familiesOf(kind: (typeof kinds)[number], documents: number) {
  const key = JSON.stringify([kind, documents]);
  const known = made.get(key) ?? makeFamilies(kind, documents);
  made.set(key, known);
  return known;
}

const factsOf = ({ facts }: FloorFamily, number: number) =>
  facts.filter(({ family }) => family?.number === number);

const saidOf = ({ documents }: FloorFamily, { documentId, spans }: FactRow): string => {
  const text = documents.find(({ id }) => id === documentId)?.text ?? "";
  return spans.map(({ start, end }) => text.slice(start, end)).join("");
};

/** Facts that changed on a day between two documents, where the later one says so first. */
const changesIn = (family: FloorFamily & { schema: ReturnType<typeof readDomain> }) =>
  family.members
    .filter(({ family: place }) => place.number > 1 && !place.isTwin)
    .flatMap(({ family: { number, day } }) => {
      const opens = family.members[number - 2]?.family.day ?? "";
      return factsOf(family, number)
        .filter(
          ({ path, state }) => state !== "withheld" && family.schema.family?.changes.includes(path),
        )
        .filter(({ from = "" }) => from > opens && from < (day ?? ""));
    });

describe.each(kinds)("a $domain family in $language", ({ domain, language }) => {
  test("is one row a document, by day, and the near-twin last", async () => {
    for (const { members: rows, documents, config, schema } of await familiesOf(
      { domain, language },
      3,
    )) {
      expect(rows.map(row => members.row.parse(row)).map(({ family }) => family.isTwin)).toEqual([
        false,
        false,
        false,
        true,
      ]);
      const days = rows.slice(0, 3).map(({ family }) => family.day ?? "");
      expect([...days].sort()).toEqual(days);
      expect(rows.map(({ family }) => family.number)).toEqual([1, 2, 3, 4]);
      expect(rows.slice(0, 3).map(({ subject }) => subject)).toEqual(Array(3).fill(config.subject));
      expect(documents.map(({ configId, published }) => [configId, published])).toEqual(
        rows.map(({ id, family }) => [id, family.day]),
      );
      expect(rows[1]?.family.kind).toBe(schema.family?.kinds[1]);
      const heading = documents[1]?.text.split("\n\n")[0]?.toLowerCase();
      expect(heading).toContain(schema.family?.kinds[1]?.toLowerCase());
    }
  });

  test("states the old value in one document, the new one with its day in a later one", async () => {
    for (const family of await familiesOf({ domain, language }, 2)) {
      const changes = changesIn(family);
      expect(changes.length).toBeGreaterThan(0);
      for (const change of changes) {
        const old = factsOf(family, 1).find(({ path }) => path === change.path);
        expect(old?.value).not.toBe(change.value);
        expect(old && saidOf(family, old)).toContain(old?.value);
        expect(saidOf(family, change)).toContain(change.value);
        expect(saidOf(family, change)).toContain(dayInWords(change.from ?? "", language));
      }
    }
  });

  test("states all that its members say, refers back, and does not restate at least two leaves", async () => {
    for (const documents of [2, 3])
      for (const family of await familiesOf({ domain, language }, documents)) {
        expect(family.facts.filter(({ state }) => state === "missing")).toEqual([]);
        for (const { notRestated, refers, values, family: place } of family.members.slice(
          1,
          documents,
        )) {
          expect(notRestated.length).toBeGreaterThanOrEqual(2);
          expect(values.filter(({ path }) => notRestated.includes(path))).toEqual([]);
          const before = family.members[place.number - 2]?.family.day ?? "";
          expect(refers[0]).toContain(dayInWords(before, language));
          expect(family.documents[place.number - 1]?.text).toContain(refers[0]);
        }
      }
  });

  test("what a document leaves to another, that one states itself", async () => {
    for (const { members: rows, schema } of await familiesOf({ domain, language }, 3)) {
      const left = rows.flatMap(({ notRestated, refers }) =>
        notRestated.map(path => {
          // Of a record its list is named.
          const isOf = (leaf: { readonly path: string }) =>
            path === leaf.path || path.startsWith(`${leaf.path}/`);
          const label = schema.leaves.find(isOf)?.label ?? "";
          const said = refers.find(text => text.includes(label)) ?? "";
          const named = rows.find(({ family: { day } }) =>
            said.includes(dayInWords(day ?? "", language)),
          );
          return named?.values.some(value => value.path === path);
        }),
      );
      expect(left.length).toBeGreaterThanOrEqual(4);
      expect(left.filter(isStated => isStated !== true)).toEqual([]);
    }
  });

  test("of three documents, copies a value stale that an earlier one replaced, or is of two minds", async () => {
    for (const family of await familiesOf({ domain, language }, 3)) {
      const odd = family.facts.filter(({ standing }) => standing !== undefined);
      const paths = [...new Set(odd.map(({ path }) => path))];
      expect(paths).toHaveLength(1);
      const statements = statementsAt(family.facts, family.config.id, paths[0] ?? "");
      const last = family.members[2]?.family.day ?? "";
      for (const { value, holds } of odd.filter(({ standing }) => standing === "stale")) {
        const held = valueInForceOn(statements, last);
        expect(held?.value).toBe(holds?.value);
        expect(held?.value).not.toBe(value);
        expect(valueInForceOn(statements, family.members[0]?.family.day ?? "")?.value).toBe(value);
      }
      const disputed = odd.filter(({ standing }) => standing === "disputed");
      expect([0, 3]).toContain(disputed.length);
      expect(new Set(disputed.map(({ value }) => value)).size).toBe(disputed.length === 0 ? 0 : 2);
    }
  });

  test("has a near-twin with a name alike, three facts shared, and all else of its own", async () => {
    for (const { config, members: rows, schema } of await familiesOf({ domain, language }, 2)) {
      const twin = rows.at(-1);
      const valueOf = (path: string) => config.values.find(value => value.path === path)?.value;
      const { shared = [], changes = [], anew = [], date = "" } = schema.family ?? {};
      const told = (paths: readonly string[]) =>
        (twin?.values ?? []).filter(({ path }) => paths.includes(path));
      expect(twin?.subject).not.toBe(config.subject);
      const names = told(placeholdersOf(schema.subject).filter(path => !shared.includes(path)));
      expect(names.every(({ path, value }) => areAlike(value, valueOf(path) ?? ""))).toBe(true);
      expect(told(shared).length).toBeGreaterThanOrEqual(3);
      expect(told(shared).every(({ path, value }) => value === valueOf(path))).toBe(true);
      const own = told([...changes, ...anew, date]);
      expect(own.length).toBeGreaterThan(3);
      expect(own.filter(({ path, value }) => value === valueOf(path))).toEqual([]);
    }
  });
});

test("the same seed makes the same family, another one another", async () => {
  const wish = { domain: "law", language: "en", documents: 2, twin: true } as const;
  const [one, again, other] = await Promise.all(
    ["a", "a", "b"].map(seed => floorFamily({ ...wish, seed })),
  );
  expect(one?.members).toEqual(again?.members);
  expect(one?.members).not.toEqual(other?.members);
});
