// Which packed items the documents still bear out: changed, gone, moved, short.

import { expect, test } from "vitest";
import { staleItems } from "../../../pipelines/evaluate/pack/stale-items.ts";
import { packedItem } from "../../support/packed-items.ts";

const said = "The reservoir was completed in 1958, after nine years of work.";
const item = (text: string, more: object = {}) =>
  packedItem({ evidence: [{ documentId: "d-1", start: 0, end: text.length, text, ...more }] });
const dam = { id: "d-1", name: "Dam", source: "docs/dam.md", licence: null };
const manifest = {
  format: "ragwright-pack" as const,
  version: 1 as const,
  canary: "",
  wing: null,
  models: [],
  items: 1,
  leftOut: 0,
  languages: {},
  types: {},
};

const states = (
  one: ReturnType<typeof item>,
  ...documents: readonly { source: string; text: string; id?: string; name?: string }[]
) =>
  staleItems(
    { directory: "evals", manifest, items: [one], documents: [dam] },
    documents.map((document, at) => ({ id: `new-${at}`, name: `N${at}`, ...document })),
  ).flatMap(({ evidence }) => evidence.map(({ state, document }) => [state, document]));

test("evidence that still stands in its file is not stale, be it spaced otherwise or in another file now", () => {
  const spaced = said.replaceAll(" ", "\n");
  expect(states(item(said), { source: "/new/place/dam.md", text: `# Dam\n${spaced}` })).toEqual([]);
  expect(states(item(said), { source: "other.md", text: `Before. ${said} After.` })).toEqual([]);
});

test("evidence whose file says it otherwise has changed; whose file is not there, is gone", () => {
  const text = said.replace("1958", "1959");
  expect(states(item(said), { source: "dam.md", text })).toEqual([["changed", "docs/dam.md"]]);
  expect(states(item(said), { source: "other.md", text })).toEqual([["gone", "docs/dam.md"]]);
});

test("a short text in another document is no sign that its own still says it, where its own is there", () => {
  const short = item("药品费：3,156元");
  const other = { source: "other.md", text: "药品费：3,156元。" };
  expect(states(short, { source: "dam.md", text: "无。" }, other)).toEqual([
    ["changed", "docs/dam.md"],
  ]);
  expect(states(short, other)).toEqual([]);
});

test("what says the same elsewhere bears it out, too", () => {
  const alternative = {
    documentId: "d-2",
    start: 0,
    end: 30,
    text: "Work on the dam ended in 1958.",
  };
  const one = item(said, { alternatives: [alternative] });
  expect(states(one, { source: "b.md", text: alternative.text })).toEqual([]);
});

test("a document goes by its id, too, and by its name where it has no file", () => {
  const text = "无。";
  const short = item("药品费：3,156元");
  expect(states(short, { id: "d-1", source: "x", text })).toEqual([["changed", "docs/dam.md"]]);
  expect(states(short, { name: "Dam", source: "x", text })).toEqual([["changed", "docs/dam.md"]]);
});
