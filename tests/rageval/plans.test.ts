// Plans are spread, the same in any order of arrival, never across the splits, and fast over many candidates.

import { expect, test } from "vitest";
import type { Candidate } from "../../pipelines/rageval/candidates.ts";
import { plansStage } from "../../pipelines/rageval/plans.ts";
import { spread } from "../../pipelines/rageval/spread.ts";
import { devDocuments } from "../../pipelines/items/dev-documents.ts";
import { drawFrom, shuffle } from "../../pipelines/text/random.ts";
import { QuestionType } from "../../schemas/items/item-types.ts";
import { type FactRow, plans } from "../../schemas/rageval/records.ts";
import { aFact, aSchema, companies } from "../support/facts.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const mix = Object.fromEntries(QuestionType.options.map(type => [type, 1]));

function planned(facts: readonly FactRow[], { items = 70, devShare = 0.25, wanted = 0 } = {}) {
  const documents = [...new Set(facts.map(({ documentId }) => documentId))].map(id =>
    aDocument({ id }),
  );
  const demand = QuestionType.options.map(type => ({
    id: `${type}/finance/en`,
    type,
    language: "en" as const,
    domain: "finance",
    target: 1,
    made: 0,
    wanted,
    because: null,
  }));
  const { context } = scriptedContext({ documents, schemas: [aSchema()], demand });
  return plansStage({ items, mix, devShare })
    .all([...facts], context as never)
    .rows.map(row => plans.row.parse(row));
}

test("the same facts in any order give the same plans", () => {
  const facts = companies(12);
  const expected = planned(facts);
  expect(new Set(expected.map(({ type }) => type))).toEqual(new Set(QuestionType.options));
  for (const seed of [1, 2, 3]) expect(planned(shuffle(drawFrom(seed), facts))).toEqual(expected);
});

test("no plan joins a dev document with a test document", () => {
  const facts = companies(12);
  const dev = devDocuments(
    facts.map(({ documentId }) => documentId),
    0.25,
  );
  const sides = planned(facts).map(
    ({ documentIds }) => new Set(documentIds.map(id => dev.has(id))).size,
  );
  expect(dev.size).toBe(3);
  expect(new Set(sides)).toEqual(new Set([1]));
});

test("each quota is filled to its target, ranked from 1, each plan on other facts", () => {
  const rows = planned(companies(12)).filter(({ type }) => type === "factual");
  expect(rows.map(({ rank }) => rank)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(10);
});

test("spares that are asked for come behind what was planned before", () => {
  const before = planned(companies(12));
  const after = planned(companies(12), { wanted: 5 });
  const factual = (rows: typeof before) =>
    rows.filter(({ type }) => type === "factual").map(({ id }) => id);
  expect(factual(after).slice(0, 10)).toEqual(factual(before));
  expect(factual(after)).toHaveLength(15);
});

test("documents whose subjects contain one another are told apart over both splits and all domains", () => {
  const twins = [
    aFact({ documentId: "d1x", subject: "Alder Mills" }),
    aFact({ documentId: "zz", domain: "law", subject: "the case against Alder Mills" }),
  ];
  const facts = companies(6).filter(({ documentId }) => documentId !== "d1x");
  const used = planned([...twins, ...facts], { items: 500 }).flatMap(
    ({ documentIds }) => documentIds,
  );
  expect(used).toContain("d2x");
  expect(used).not.toContain("d1x");
});

test("a plan is used evenly over documents and leaves", () => {
  const candidates = companies(4)
    .filter(({ path }) => path !== "company/staff/1")
    .map((fact): Candidate => ({ facts: [fact], kind: fact.path }));
  const chosen = spread(candidates, 12);
  const count = (keys: string[]) =>
    [...new Set(keys)].map(key => keys.filter(one => one === key).length);
  expect(count(chosen.map(({ kind }) => kind))).toEqual([2, 2, 2, 2, 2, 2]);
  expect(count(chosen.map(({ facts }) => facts[0]?.documentId ?? ""))).toEqual([3, 3, 3, 3]);
});

test("equal candidates keep their order, and no more come than there are", () => {
  const candidates = ["a", "b", "c"].map(
    (id): Candidate => ({ facts: [aFact({ documentId: id })], kind: id }),
  );
  expect(spread(candidates, 9)).toEqual(candidates);
  expect(spread(candidates, 2)).toEqual(candidates.slice(0, 2));
  expect(spread([], 3)).toEqual([]);
});

/** How often the candidates were looked at until a tenth of them was chosen. */
function looksAt(count: number, kinds: number): number {
  let looks = 0;
  const candidates = Array.from({ length: count }, (_, index): Candidate => {
    const facts = [`d${index % 500}`, `d${(index * 7) % 500}`].map(documentId =>
      aFact({ documentId, id: `${documentId}-${index}` }),
    );
    return {
      kind: `k${index % kinds}`,
      get facts() {
        looks += 1;
        return facts;
      },
    };
  });
  expect(spread(candidates, count / 10)).toHaveLength(count / 10);
  return looks;
}

test.each([1, 40])(
  "of 20,000 candidates of %i kinds each is looked at a few times, not once for every choice",
  kinds => {
    expect(looksAt(20_000, kinds)).toBeLessThan(20 * 20_000);
  },
);
