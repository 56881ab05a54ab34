// Twins of generated documents: what a schema says hangs together changes together, names by other values of their leaf.

import { expect, test } from "vitest";
import { makeTwin, type RunRows } from "../../pipelines/twin/twin.ts";
import type { FactRow, SchemaRow } from "../../schemas/rageval/records.ts";
import type { LeafType } from "../../schemas/rageval/schema.ts";
import { aSchema } from "../support/facts.ts";
import { aDocument, anItem, aQuestion, evidenceOf } from "../support/items.ts";

/** What is made of what: the tree that a change must run through. */
const madeOf: Readonly<Record<string, readonly string[]>> = {
  "sales/total": ["sales/home", "sales/abroad"],
  "result/profit": ["sales/total", "costs/total"],
  "result/margin": ["result/profit", "sales/total"],
};

const leaf = (path: string, type: LeafType, more: object = {}) => ({
  path,
  label: path.replace("/", " "),
  type,
  description: path,
  fill: "rule",
  section: path.split("/")[0],
  ...more,
});

const schema = (more: object = {}): SchemaRow =>
  aSchema({
    sections: ["company", "sales", "costs", "result"].map(id => ({ id, title: id, form: "" })),
    leaves: [
      leaf("company/name", "organisation"),
      leaf("company/auditor", "person"),
      leaf("sales/home", "money"),
      leaf("sales/abroad", "money"),
      leaf("sales/total", "money"),
      leaf("costs/total", "money"),
      leaf("result/profit", "money"),
      leaf("result/margin", "number"),
    ],
    agreements: [
      { result: "sales/total", operation: "sum", of: madeOf["sales/total"], because: "" },
      {
        result: "result/profit",
        operation: "difference",
        of: madeOf["result/profit"],
        because: "",
      },
      { result: "result/margin", operation: "percent", of: madeOf["result/margin"], because: "" },
    ],
    ...more,
  });

interface Company {
  readonly name: string;
  readonly auditor: string;
  readonly home: number;
  readonly abroad: number;
  readonly costs: number;
}

const companies: readonly Company[] = [
  { name: "Alder Mills", auditor: "Clara Marchbanks", home: 41.2, abroad: 18.4, costs: 47.1 },
  { name: "Birch Works", auditor: "Ruth Yarborough", home: 63.5, abroad: 29.8, costs: 74.9 },
];

const money = (number: number) => `US$${number.toFixed(1)} million`;

/** Path, value and sentence of each thing that a company's document tells. */
function told({ name, auditor, home, abroad, costs }: Company): [string, string, string][] {
  const [total, profit] = [home + abroad, home + abroad - costs];
  const margin = `${((profit / total) * 100).toFixed(1)}%`;
  return [
    ["company/auditor", auditor, `The accounts were audited by ${auditor}.`],
    ["sales/home", money(home), `At home ${name} sold for ${money(home)}.`],
    ["sales/abroad", money(abroad), `Abroad it sold for ${money(abroad)}.`],
    ["sales/total", money(total), `All sales came to ${money(total)}.`],
    ["costs/total", money(costs), `Costs stood at ${money(costs)}.`],
    ["result/profit", money(profit), `What was left is ${money(profit)}.`],
    ["result/margin", margin, `That is a margin of ${margin}.`],
  ];
}

function rowsOf(all: readonly Company[]): RunRows {
  const documents = all.map((company, at) =>
    aDocument({
      id: `d${at}`,
      name: company.name,
      kind: "generated",
      text: told(company)
        .map(([, , sentence]) => sentence)
        .join(" "),
    }),
  );
  const facts = all.flatMap((company, at) =>
    told(company).map(([path, value, sentence]): FactRow => {
      const document = documents[at] ?? aDocument();
      const { language, domain } = document;
      const type = path === "company/auditor" ? "person" : "money";
      const spans = [evidenceOf(sentence, 1, document).span];
      const subject = company.name;
      const [id, schemaId] = [`${document.id} ${path}`, "schema-1"];
      return {
        id,
        documentId: document.id,
        schemaId,
        language,
        domain,
        subject,
        path,
        label: path,
        type,
        value,
        state: "stated",
        spans,
      };
    }),
  );
  const items = facts.map(({ id, documentId, path, value, subject, spans }) =>
    anItem({
      id: `item ${id}`,
      documentIds: [documentId],
      question: `${subject}: ${path}?`,
      answer: `${subject}, ${path}: ${value}.`,
      evidence: spans.map(span => ({
        number: 1,
        span,
        text: documents.find(row => row.id === documentId)?.text.slice(span.start, span.end) ?? "",
      })),
      questionId: `q ${id}`,
    }),
  );
  const questions = facts.map(({ id }) => aQuestion({ id: `q ${id}`, factIds: [id] }));
  return { documents, facts, items, questions, labels: [], splits: [] };
}

const before = rowsOf(companies);
const twin = makeTwin(before, [schema()], { randomSeed: 3 });
const changedIn = (rows: RunRows, id: string) =>
  rows.facts
    .filter((fact, at) => fact.documentId === id && fact.value !== before.facts[at]?.value)
    .map(({ path }) => path);
const valueOf = (rows: RunRows, id: string, path: string) =>
  Number(
    /[\d.]+/.exec(
      rows.facts.find(fact => fact.documentId === id && fact.path === path)?.value ?? "",
    )?.[0],
  );

/** All that is made of one of these, directly or not. */
function dependants(paths: readonly string[]): string[] {
  const more = Object.entries(madeOf).flatMap(([result, of]) =>
    !paths.includes(result) && of.some(path => paths.includes(path)) ? [result] : [],
  );
  return more.length === 0 ? [...paths] : dependants([...paths, ...more]);
}

test("what changes is the changed facts and their dependants in the tree, no more and no less", () => {
  for (const { id } of before.documents) {
    const changed = changedIn(twin.rows, id);
    const bases = changed.filter(path => !(path in madeOf));
    expect([...changed].sort()).toEqual(dependants(bases).sort());
    expect(changed).toContain("result/margin");
  }
});

test("sums, differences and shares hold in the twin as they held before, in facts and in texts", () => {
  for (const rows of [before, twin.rows])
    for (const { id, text } of rows.documents) {
      const [home, abroad, total, costs, profit, margin] = [
        "sales/home",
        "sales/abroad",
        "sales/total",
        "costs/total",
        "result/profit",
        "result/margin",
      ].map(path => valueOf(rows, id, path)) as [number, number, number, number, number, number];
      expect(home + abroad).toBeCloseTo(total);
      expect(total - costs).toBeCloseTo(profit);
      expect(Math.abs((profit / total) * 100 - margin)).toBeLessThan(0.051);
      expect(text.match(/[\d.]+\d/g)?.map(Number)).toEqual([
        home,
        abroad,
        total,
        costs,
        profit,
        margin,
      ]);
    }
});

test("each answer tells what its fact then says", () => {
  const values = new Map(twin.rows.facts.map(({ id, value }) => [`item ${id}`, value]));
  expect(twin.rows.items.length).toBe(before.items.length);
  for (const { answer, twinOf } of twin.rows.items)
    expect(answer).toContain(`: ${values.get(twinOf ?? "")}.`);
});

test("a name is replaced by another value of its leaf that its documents do not tell", () => {
  const auditors = twin.rows.facts.filter(({ path }) => path === "company/auditor");
  expect(auditors.map(({ value }) => value)).toContain("Ruth Yarborough");
  expect(changedIn(twin.rows, "d0").concat(changedIn(twin.rows, "d1"))).toContain(
    "company/auditor",
  );
  for (const {
    value,
    spans: [span],
  } of auditors) {
    const document = twin.rows.documents.find(({ id }) => id === span?.documentId);
    expect(document?.text.slice(span?.start, span?.end)).toBe(
      `The accounts were audited by ${value}.`,
    );
  }
});

test("a leaf that an identifier is made of, or that names the subject, stays", () => {
  const leading = makeTwin(before, [schema({ subject: "{company/name} {company/auditor}" })], {
    randomSeed: 3,
  });
  expect(changedIn(leading.rows, "d0")).not.toContain("company/auditor");
  expect(changedIn(leading.rows, "d1")).not.toContain("company/auditor");
});

test("a fact of a family is changed in all its documents that restate it", () => {
  const [first] = companies as [Company];
  const rows = rowsOf([first, first]);
  const family = { familyId: "c1", of: 2, kind: "annual report", day: null, isTwin: false };
  const facts = rows.facts.map(fact => ({
    ...fact,
    family: { ...family, number: fact.documentId === "d0" ? 1 : 2 },
  }));
  const { documents } = makeTwin({ ...rows, facts }, [schema()], { randomSeed: 3 }).rows;
  expect(documents[0]?.text).not.toBe(rows.documents[0]?.text);
  expect(documents[1]?.text).toBe(documents[0]?.text);
});

test("a list over the corpus is kept only where no document beside its own changes what it was looked up by", () => {
  const listed = before.items.find(({ id }) => id === "item d0 sales/home");
  const list = anItem({
    ...listed,
    id: "list",
    question: "Which company sold for less than US$50 million at home?",
    answer: "Alder Mills.",
    members: ["d0"],
  });
  const withList = (share: number) =>
    makeTwin({ ...before, items: [...before.items, list] }, [schema()], { randomSeed: 3, share });
  const outcomes = [0, 0.5, 1].map(share => {
    const { rows } = withList(share);
    const isKept = rows.items.some(({ twinOf }) => twinOf === "list");
    return isKept && changedIn(rows, "d1").includes("sales/home");
  });
  const alone = makeTwin(before, [schema()], { randomSeed: 3, share: 1 });
  expect(changedIn(alone.rows, "d1")).toContain("sales/home");
  expect(outcomes).toEqual([false, false, false]);
});
