// Lists over all documents of a kind are what a scan of every fact finds, and nothing that is open decides them.

import { describe, expect, test } from "vitest";
import { corpusLists } from "../../pipelines/questions/corpus-lists.ts";
import type { CorpusList, Criterion } from "../../schemas/questions/corpus-list.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { readSchema } from "../rageval/domain-files.ts";
import { type Language, ruleCorpus, type Stating, writeOut } from "../support/rule-corpus.ts";

const options = { count: 12, seed: 1, canShareItem: () => true };

/** A date as a number of its digits, an amount as it is written. */
function numberIn(text: string): number {
  const [, year, month, day = 1] = /(\d{4})年(\d+)月(?:(\d+)日)?/.exec(text) ?? [];
  if (year) return Number(year) * 10_000 + Number(month) * 100 + Number(day);
  const isDay = /^(?:\d{1,2} )?[A-Z][a-z]+ \d{4}$/.test(text);
  return isDay ? Date.parse(`${text} UTC`) : Number(/[\d,.]+/.exec(text)?.[0].replaceAll(",", ""));
}

const says: Readonly<
  Record<Criterion["test"], (value: string, bound: string, all: readonly string[]) => boolean>
> = {
  is: (value, bound) => value === bound,
  above: (value, bound) => numberIn(value) > numberIn(bound),
  below: (value, bound) => numberIn(value) < numberIn(bound),
  since: (value, bound) => numberIn(value) >= numberIn(bound),
  before: (value, bound) => numberIn(value) < numberIn(bound),
  greatest: (value, _, all) => numberIn(value) === Math.max(...all.map(numberIn)),
  least: (value, _, all) => numberIn(value) === Math.min(...all.map(numberIn)),
};

/** The subjects that meet all criteria, one after the other, by every fact that there is. */
const scan = (facts: readonly FactRow[], { criteria }: CorpusList): string[] =>
  criteria.reduce(
    (left: string[], { path, test: name, bound }) => {
      const own = facts.filter(fact => fact.path === path && left.includes(fact.subject));
      const all = own.map(({ value }) => value);
      return own
        .filter(({ value }) => says[name](value, bound ?? "", all))
        .map(({ subject }) => subject);
    },
    [...new Set(facts.map(({ subject }) => subject))],
  );

const namesOf = ({ members }: CorpusList) => members.map(({ subject }) => subject).sort();

describe.each(["finance", "law", "medical"])("%s", domain => {
  describe.each<Language>(["zh", "en"])("%s", language => {
    const { facts } = ruleCorpus(domain, language, 24);
    const lists = corpusLists(facts, options);

    test("every list is an exhaustive scan of all facts, with two to eight members or a single extreme", () => {
      expect(lists.length).toBeGreaterThan(8);
      expect(lists.map(namesOf)).toEqual(lists.map(list => scan(facts, list).sort()));
      const sizes = lists.map(({ members }) => members.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
      const extremes = lists.filter(({ criteria }) => criteria.some(({ bound }) => bound === null));
      expect(extremes.map(({ members }) => members.length)).toEqual(extremes.map(() => 1));
      expect(extremes.length).toBeGreaterThan(0);
      expect(sizes.filter(size => size === 1)).toHaveLength(extremes.length);
    });

    test("no two turn on one leaf, none on a name or number of a case, and those beside a list are not of it", () => {
      const leaves = lists.map(({ criteria }) => [...new Set(criteria.map(({ path }) => path))]);
      expect(new Set(leaves.flat()).size).toBe(leaves.flat().length);
      const types = new Set(lists.flatMap(({ criteria }) => criteria.map(({ type }) => type)));
      expect(
        [...types].filter(type => /person|organisation|identifier|text|code/.test(type)),
      ).toEqual([]);
      for (const list of lists)
        expect(scan(facts, list)).not.toEqual(
          expect.arrayContaining(list.others.map(({ subject }) => subject)),
        );
    });

    test("one more planted member changes the list", () => {
      const changed = lists.map(list => {
        const [first] = list.members;
        const like = facts.find(({ id }) => id === first!.factIds[0])!.documentId;
        const planted = facts
          .filter(({ documentId }) => documentId === like)
          .map(fact => ({
            ...fact,
            id: `more-${fact.id}`,
            documentId: "more",
            subject: "More",
            family: { ...fact.family!, familyId: "more" },
          }));
        const all = [...facts, ...planted];
        const same = corpusLists(all, options).filter(
          ({ criteria }) => JSON.stringify(criteria) === JSON.stringify(list.criteria),
        );
        expect(scan(all, list)).toContain("More");
        expect(same.map(namesOf)).toEqual(same.map(() => [...namesOf(list), "More"].sort()));
        return same.length;
      });
      expect(Math.max(...changed)).toBe(1);
    });
  });
});

const schema = readSchema("finance.en.yaml");
const capital = { path: "company/capital", label: "capital", type: "money" as const };
const money = (amount: number) => ({ ...capital, value: `US$${amount} million` });
const names = ["Ada", "Bram", "Cora", "Dora", "Eve", "Finn", "Gus", "Hal"];
const amounts = [100, 120, 130, 150, 400, 420, 160, 170];

/** Eight subjects with a capital each; two of them clearly more than the others. */
const corpusWith = (changes: Readonly<Record<string, readonly Partial<Stating>[]>> = {}) =>
  names.flatMap((subject, at) =>
    (changes[subject] ?? [{}]).flatMap((change, index) => {
      const place = { familyId: subject, number: index + 1 };
      const told = { id: `${subject}${index}`, subject, values: [money(amounts[at]!)], ...change };
      return writeOut(schema, { ...told, place: { ...place, ...change.place } }).facts;
    }),
  );
const listsOver = (changes?: Parameters<typeof corpusWith>[0]) =>
  corpusLists(corpusWith(changes), options).map(list => ({
    members: namesOf(list),
    isLatest: list.isLatest,
    bound: list.criteria[0]!.bound,
  }));

test("a bound is a round number clearly between two values", () => {
  expect(listsOver()).toEqual([
    { members: ["Eve", "Finn"], isLatest: false, bound: "US$300 million" },
  ]);
});

test("a subject of several documents counts once, with what holds last, and the list says so", () => {
  const later = { values: [{ ...money(410), from: "2022-01-01" }] };
  expect(listsOver({ Gus: [{}, later] })).toEqual([
    { members: ["Eve", "Finn", "Gus"], isLatest: true, bound: "US$300 million" },
  ]);
  expect(listsOver({ Eve: [{}, { values: [] }] })).toEqual(listsOver());
  const nearer = [{ values: [money(418)] }, { values: [{ ...money(420), from: "2022-01-01" }] }];
  expect(listsOver({ Finn: nearer })[0]?.isLatest).toBe(true);
});

test("a near-twin is a subject of its own", () => {
  const twin = { subject: "Evie", values: [money(430)], place: { isTwin: true } };
  expect(listsOver({ Eve: [{}, twin] })[0]!.members).toEqual(["Eve", "Evie", "Finn"]);
});

/** What a bound between the others and these singles out, where that above all others decides nothing. */
const low = [["Ada", "Bram", "Cora"]];

test.each<[string, Partial<FactRow>, string[][]]>([
  ["disputed on the other side", { standing: "disputed" }, low],
  ["a draft's", { standing: "draft" }, low],
  ["not found where it should stand", { state: "missing" }, low],
  ["kept out of its document", { state: "withheld" }, [["Eve", "Finn"]]],
])("no list turns on a value that is %s", (_, over, expected) => {
  const open = { values: [{ ...money(600), ...over }] };
  expect(listsOver({ Gus: [{}, open] }).map(({ members }) => members)).toEqual(expected);
});

test("a stale copy counts as what holds instead, where both are on one side of the bound", () => {
  const holds = { value: "US$165 million", from: "2021-05-01", shownBy: ["company/capital"] };
  const later = { values: [{ ...money(165), from: "2021-05-01" }] };
  const stale = { values: [{ ...money(160), standing: "stale" as const, holds }] };
  expect(listsOver({ Gus: [{}, later, stale] })).toEqual(listsOver());
  const turned = { values: [{ ...money(410), from: "2021-05-01" }] };
  const held = { ...holds, value: "US$410 million" };
  const copied = { values: [{ ...money(160), standing: "stale" as const, holds: held }] };
  expect(listsOver({ Gus: [{}, turned, copied] }).map(({ members }) => members)).toEqual(low);
});

test("no list holds two subjects of one name, is of four subjects, or stands over dev and test alike", () => {
  expect(listsOver({ Finn: [{ subject: "Eve" }] }).map(({ members }) => members)).toEqual(low);
  const few = corpusWith().filter(({ subject }) => "Ada Bram Eve Finn".includes(subject));
  expect(corpusLists(few, options)).toEqual([]);
  expect(corpusLists(corpusWith(), { ...options, canShareItem: () => false })).toEqual([]);
});
