// Seeds that nobody sorted become groups by kind: kinds are found on briefs, and code proves that each has one or none.

import { join } from "node:path";
import { expect, test } from "vitest";
import { briefOf } from "../../pipelines/rageval/seed-briefs.ts";
import {
  kindsProblem,
  splitIntoBatches,
  seedKindsStage,
} from "../../pipelines/rageval/seed-kinds.ts";
import { sortSeeds } from "../../pipelines/rageval/sort-seeds.ts";
import type { SeedKindRow } from "../../schemas/rageval/records.ts";
import { scriptedContext } from "../support/stage-context.ts";

const seed = (source: string, text: string) => ({
  id: `s-${source}`,
  language: "en" as const,
  domain: "papers",
  text,
  provenance: { source, licence: null },
});

test("a brief has the file with its folder, the first headings and the opening, however long the text is", () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `## Part ${at}\n\nIt rained on day ${at}.`,
  );
  const brief = briefOf(
    seed(join("all", "papers", "log.md"), `\n# Log of the mill\n\n${lines.join("\n\n")}`),
  );
  expect(brief).toMatchObject({ seedId: expect.any(String), file: join("papers", "log.md") });
  expect(brief.headings).toEqual([
    "Log of the mill",
    ...[0, 1, 2, 3, 4, 5, 6].map(at => `Part ${at}`),
  ]);
  expect(brief.opening).toMatch(/^# Log of the mill ## Part 0 It rained on day 0\. /);
  expect(brief.opening).toHaveLength(300);
});

test("short lines that end no sentence and state no value are headings", () => {
  const text =
    "青溪县人民法院\n案号：(2021)青01号\n一、查明的事实\n被告人当庭认罪。\n12\n| 甲 | 乙 |";
  expect(briefOf(seed("a.txt", text)).headings).toEqual(["青溪县人民法院", "一、查明的事实"]);
});

test("documents are shown in lots of like size", () => {
  const sizes = (count: number) =>
    splitIntoBatches(Array.from({ length: count })).map(lot => lot.length);
  expect([0, 1, 40, 41, 100].map(sizes)).toEqual([[], [1], [40], [21, 20], [34, 34, 32]]);
});

const sorted = (...documents: [number, string, string?][]) => ({
  documents: documents.map(([number, kind, why = ""]) => ({ number, kind, why })),
});
const lot = [{ kind: "" }, { kind: "" }];

test("a reply that sorts every document once, or says why it is of no kind, has no problem", () => {
  expect(
    kindsProblem(sorted([2, "none", "a shopping list"], [1, "rule-2-draft"]), lot, "en"),
  ).toBeUndefined();
});

test.each<[string, ReturnType<typeof sorted>, string | RegExp]>([
  ["left out", sorted([1, "recipe"]), "Document 2 must occur exactly once."],
  ["of two kinds", sorted([1, "a1"], [2, "a1"], [2, "b2"]), "Document 2 must occur exactly once."],
  ["made up", sorted([1, "a1"], [2, "a1"], [3, "a1"]), "There is no document 3."],
  ["of no kind without a reason", sorted([1, "a1"], [2, "none", " "]), /say why/],
  ...["zh", "../up", "Recipe", "菜谱", "a b", "x".repeat(41), ""].map(
    (name): [string, ReturnType<typeof sorted>, RegExp] => [
      `called "${name}"`,
      sorted([1, "a1"], [2, name]),
      /not a name/,
    ],
  ),
])("a document that is %s is told", (_, reply, problem) => {
  expect(kindsProblem(reply, lot, "en")).toMatch(problem);
});

test("what stands for a kind is never of none", () => {
  const reply = sorted([1, "recipe"], [2, "none", "too short"]);
  const told = (language: "zh" | "en") =>
    kindsProblem(reply, [{ kind: "" }, { kind: "menu" }], language);
  expect([told("en"), told("zh")]).toEqual([
    expect.stringMatching(/^Document 2 represents a kind/),
    expect.stringMatching(/^文档 2 代表一类文档/),
  ]);
});

interface Asked {
  readonly documents: readonly { number: number; file: string; kind: string }[];
}

/** Sorts by what a file's name begins with; each lot calls its menus otherwise until they are seen together. */
const byName = ({ documents }: Asked) => ({
  documents: documents.map(({ number, file, kind }) => {
    const [begin = ""] = file.split("/").at(-1)!.split("-");
    if (begin === "junk") return { number, kind: "none", why: "junk" };
    const isMenu = begin === "menu" && kind === "";
    return { number, kind: isMenu ? `menu-${documents[0]!.file.length}` : begin };
  }),
});

const kindsOf = async (files: readonly string[], script: (asked: Asked) => object) => {
  const briefs = files.map(file => ({ ...briefOf(seed(file, "Text.")), file, seedId: file }));
  const { context, asked } = scriptedContext({}, { "rageval/kinds": script });
  const { rows } = await seedKindsStage.each({ id: "b", language: "en", briefs }, context);
  return { asked, rows };
};

test("kinds of several lots are joined by one more request, in which one document stands for each", async () => {
  const files = ["menu", "deed", "junk"].flatMap((kind, row) =>
    Array.from({ length: 30 }, (_, at) => `${kind}-${"x".repeat(row)}${at}`),
  );
  const { asked, rows } = await kindsOf(files, byName);
  expect(asked.map(({ variables }) => variables.documents.length)).toEqual([30, 30, 30, 2]);
  expect(rows.map(({ id, kind, because }) => [id, kind, because])).toEqual(
    files.map(file => {
      const [kind = ""] = file.split("-");
      return kind === "junk" ? [file, null, "junk"] : [file, kind, ""];
    }),
  );
});

test("documents of which no two are alike end the joining: equal names are one kind", async () => {
  const files = Array.from({ length: 41 }, (_, at) => `k${at % 40}-${at}`);
  const { asked, rows } = await kindsOf(files, byName);
  expect(asked).toHaveLength(2);
  expect([rows[0]?.kind, rows[40]?.kind, new Set(rows.map(({ kind }) => kind)).size]).toEqual([
    "k0",
    "k0",
    40,
  ]);
});

test("a seed's kind is its domain, if it is wanted; one that has a domain stays, one of no kind is left out with its reason", () => {
  const law = { ...seed("law/en/a.txt", "Text."), domain: "law" };
  const [deed, note, lost] = ["heap/b.txt", "heap/c.txt", "/home/ida/heap/d.txt"].map(source => ({
    ...seed(source, "Text."),
    domain: "",
  }));
  const kinds = new Map<string, SeedKindRow>([
    [law.id, { id: law.id, kind: "recipe", because: "" }],
    [deed!.id, { id: deed!.id, kind: "deed", because: "" }],
    [note!.id, { id: note!.id, kind: null, because: "a jotting" }],
  ]);
  const sortFor = (domains?: string[]) =>
    sortSeeds([law, deed!, note!, lost!], { kindOf: id => kinds.get(id), domains });
  expect(sortFor().rows).toEqual([law, { ...deed, domain: "deed" }]);
  expect(sortFor(["Deed"]).rows).toHaveLength(2);
  expect(sortFor(["law"]).rows).toEqual([law]);
  expect(sortFor().dropped.map(({ detail }) => detail)).toEqual([
    "heap/c.txt: a jotting",
    "d.txt: its kind was not found",
  ]);
});
