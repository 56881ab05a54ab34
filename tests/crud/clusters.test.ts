// Articles told twice, and which of them become documents.

import { expect, test } from "vitest";
import { clustersOf } from "../../pipelines/crud/clusters.ts";
import { nameOf } from "../../pipelines/crud/news-document.ts";
import { poolStage } from "../../pipelines/crud/pool.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { type ArticleRow, ClusterRow } from "../../schemas/crud/records.ts";
import { anArticle } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { nearPairs } from "../support/near-pairs.ts";

const draw = drawFrom(23);
const signs = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + draw(3000))).join("");
/** The text with this share of it, at its end, written again. */
const altered = (text: string, share: number) =>
  text.slice(0, Math.round(text.length * (1 - share))) + signs(Math.round(text.length * share));

const articleOf = (id: string, text: string, more: Partial<ArticleRow> = {}): ArticleRow =>
  anArticle({ id, text, language: "zh", published: null, ...more });

const settings = { nearDuplicate: 0.8, templated: { similarity: 0.5, most: 2 } };
const kinds = (rows: readonly ClusterRow[]) =>
  rows.map(({ kind, articleIds, kept }) => ({ kind, articleIds, kept }));
const poolOf = (rows: ArticleRow[], usedTexts: string[] = []) => {
  const { context } = scriptedContext({ clusters: clustersOf(rows, settings) });
  return poolStage({ ...settings, usedTexts }).all(rows, context as never);
};

test("articles that differ in white space alone are one", () => {
  const text = signs(200);
  const [row, ...more] = clustersOf(
    [
      articleOf("a", text),
      articleOf("b", `${text.slice(0, 50)}\n ${text.slice(50)}`),
      articleOf("c", signs(200)),
    ],
    settings,
  );
  expect(more).toEqual([]);
  expect(ClusterRow.parse(row)).toMatchObject({
    kind: "exact",
    articleIds: ["b", "a"],
    kept: 1,
    similarity: 1,
  });
  expect(row?.example).toHaveLength(80);
});

test("one article's repost, lightly edited, is a near-duplicate; a few of one template stay", () => {
  const text = signs(300);
  const bulletin = signs(300);
  const template = ["t1", "t2", "t3", "t4"].map(id => articleOf(id, altered(bulletin, 0.2)));
  const rows = clustersOf(
    [articleOf("a", text), ...template, articleOf("b", altered(text, 0.05))],
    settings,
  );
  expect(kinds(rows)).toEqual([
    { kind: "near-duplicate", articleIds: ["a", "b"], kept: 1 },
    { kind: "template", articleIds: ["t1", "t2", "t3", "t4"], kept: 2 },
  ]);
  expect(rows.map(({ similarity }) => similarity >= 0.5 && similarity < 1)).toEqual([true, true]);
});

test("bulletins that differ in all their figures are one template", () => {
  const parts = Array.from({ length: 30 }, () => signs(6));
  const bulletin = (id: string) =>
    articleOf(id, parts.map(part => `${part}${draw(9_000)}.${draw(90)}%`).join(""));
  const rows = [bulletin("t1"), bulletin("t2"), bulletin("t3")];
  expect(
    nearPairs(
      rows.map(({ text }) => text),
      0.5,
    ),
  ).toEqual([]);
  expect(clustersOf(rows, settings)).toMatchObject([{ kind: "template", kept: 2, similarity: 1 }]);
});

test("kept is the one with marked errors, else the one with its day, else the longer one", () => {
  const text = signs(300);
  const [plain, longer, dated, marked] = [
    articleOf("a", text),
    articleOf("b", `${text}${signs(5)}`),
    articleOf("c", altered(text, 0.02), { published: "2025-06-03" }),
    articleOf("d", text.slice(0, 295), { annotation: { id: "num_000001" } as never }),
  ];
  expect(clustersOf([plain, longer, dated, marked], settings)[0]?.articleIds).toEqual([
    "d",
    "c",
    "b",
    "a",
  ]);
});

test("the order of the articles changes no cluster", () => {
  const text = signs(300);
  const rows = [
    articleOf("a", text),
    articleOf("b", altered(text, 0.04)),
    articleOf("c", altered(text, 0.3)),
    articleOf("d", text),
    articleOf("e", signs(300)),
  ];
  const sorted = (clusters: ClusterRow[]) => clusters.sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(sorted(clustersOf([...rows].reverse(), settings))).toEqual(
    sorted(clustersOf(rows, settings)),
  );
});

test("an article is dropped once, with its reason, and all others become documents", () => {
  const text = signs(300);
  const rows = [
    articleOf("a", text),
    articleOf("b", text),
    articleOf("c", altered(text, 0.05)),
    ...["t1", "t2"].map(id => articleOf(id, altered(text, 0.25))),
    articleOf("e", signs(300)),
  ];
  const { rows: documents, dropped = [] } = poolOf(rows);
  expect(dropped.map(({ id, code }) => [id, code])).toEqual([
    ["b", "exact-duplicate"],
    ["c", "near-duplicate"],
    ["t2", "template"],
  ]);
  expect(documents.map(({ id }) => id)).toEqual(["a", "t1", "e"]);
  expect(dropped[0]?.detail).toContain("kept: a.");
});

test("what repeats a text of an older split is left out", () => {
  const text = signs(300);
  const { rows, dropped } = poolOf(
    [articleOf("a", altered(text, 0.05)), articleOf("b", signs(300))],
    [signs(300), text],
  );
  expect(rows.map(({ id }) => id)).toEqual(["b"]);
  expect(dropped).toMatchObject([{ id: "a", code: "used-before" }]);
});

test.each([
  ["zh", "，正文　大坝于六月三日开始蓄水，水位上升。", "正文 大坝于六月三日开始蓄水"],
  ["zh", "字".repeat(60), "字".repeat(40)],
  ["zh", `${"字".repeat(39)}😀尾`, "字".repeat(39)],
  ["zh", "。。。", "。。。"],
  ["en", "Norbridge closes its old weir, the council says.", "Norbridge closes its old weir"],
  ["en", "The 4.5 metre wall stays.\nMore follows.", "The 4.5 metre wall stays"],
  ["en", `Engineers ${"found cracks ".repeat(10)}`, `Engineers ${"found cracks ".repeat(5)}found`],
] as const)(
  "an article without headline is named by its first clause (%s: %s)",
  (language, text, name) => {
    expect(nameOf({ headline: " ", text, language })).toBe(name);
  },
);
