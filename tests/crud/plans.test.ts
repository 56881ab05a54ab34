// Plans: reverse tasks on held-out documents, all others on what is neither held out nor near it.

import { expect, test } from "vitest";
import { crudPlansStage } from "../../pipelines/crud/plans.ts";
import type { LeakRow } from "../../schemas/crud/records.ts";
import { CrudTask } from "../../schemas/items/item-types.ts";
import { aNewsDocument, anArticle } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const documents = Array.from({ length: 10 }, (_, at) => aNewsDocument({ id: `n${at}` }));
const heldOut = ["n0", "n1"].map((id, at) => ({
  id,
  language: "en" as const,
  domain: "news",
  rank: at + 1,
}));
const leak = (documentId: string, excluded: boolean): LeakRow => ({
  id: documentId,
  heldOutId: "n0",
  documentId,
  language: "en",
  similarity: 0.2,
  containment: 0.9,
  excluded,
});
const neighbours = documents.map(({ id }) => ({
  id,
  language: "en" as const,
  related: documents
    .filter(other => other.id !== id)
    .map(other => ({ documentId: other.id, score: 1, shared: ["Wexcombe", `with ${other.id}`] })),
}));
const mix = Object.fromEntries(CrudTask.options.map(type => [type, 1]));

interface Planned {
  readonly items?: number;
  readonly articles?: ReturnType<typeof anArticle>[];
  readonly candidates?: { readonly factor: number; readonly more: number };
  readonly method?: "paper" | "ours";
  readonly keyless?: boolean;
}

function plan({
  items = 6,
  articles = [],
  candidates = { factor: 1, more: 0 },
  method = "paper",
  keyless = false,
}: Planned = {}) {
  const { context } = scriptedContext({
    heldOut,
    leaks: [leak("n2", true), leak("n3", false)],
    neighbours,
    articles,
  });
  return crudPlansStage({ quotas: { items, mix }, candidates, method, keyless }).all(
    documents,
    context as never,
  ).rows;
}

test("reverse tasks take the held-out documents in their order", () => {
  const rows = plan({ items: 12 });
  for (const type of ["summarization", "continuation"])
    expect(rows.filter(row => row.type === type).map(({ documentIds }) => documentIds)).toEqual([
      ["n0"],
      ["n1"],
    ]);
});

test("no other task is built on a document held out or excluded for being near one", () => {
  const used = new Set(
    plan({ items: 60 })
      .filter(({ type }) => type !== "summarization" && type !== "continuation")
      .flatMap(({ documentIds }) => documentIds),
  );
  expect([...used].sort()).toEqual(["n3", "n4", "n5", "n6", "n7", "n8", "n9"]);
});

test("several documents are different ones on one event, and no document is in two groups", () => {
  const rows = plan({ items: 60 }).filter(({ type }) => type === "qa-3-documents");
  expect(rows).toHaveLength(2);
  expect(new Set(rows.flatMap(({ documentIds }) => documentIds)).size).toBe(6);
  expect(rows.every(({ shared }) => shared.includes("Wexcombe"))).toBe(true);
});

test("errors that people marked come before planted ones", () => {
  const rows = plan({
    articles: [anArticle({ id: "n7", annotation: { id: "num_000001" } as never })],
  });
  expect(rows.find(({ type }) => type === "correction")?.documentIds).toEqual(["n7"]);
});

test("of each task as many are planned as the settings say for so many items", () => {
  const singles = (candidates: NonNullable<Planned["candidates"]>) =>
    plan({ items: 12, candidates }).filter(({ type }) => type === "qa-1-document").length;
  expect(singles({ factor: 1, more: 0 })).toBe(2);
  expect(singles({ factor: 1.6, more: 1 })).toBe(5);
  expect(plan({ items: 1, candidates: { factor: 2, more: 2 } }).map(({ type }) => type)).toEqual([
    "summarization",
    "summarization",
  ]);
});

test("beside stories only texts are planned in which people marked errors; without a model, any", () => {
  const annotation = { id: "num_000001" } as never;
  const articles = [anArticle({ id: "n7", annotation })];
  const typesOf = (keyless: boolean) =>
    plan({ items: 12, articles, method: "ours", keyless }).map(({ type, documentIds }) =>
      [type, ...documentIds].join(" "),
    );
  expect(new Set(typesOf(false))).toEqual(new Set(["correction n7"]));
  expect(typesOf(true)).toHaveLength(7);
});
