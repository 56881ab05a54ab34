// Fragments are whole sentences within bounds, verbatim and placed; an edit changes those around it and no others.

import fc from "fast-check";
import { expect, test } from "vitest";
import { placeFinder } from "../../pipelines/cofe/fragment-places.ts";
import { fragmentsStage, toFragments } from "../../pipelines/cofe/fragments.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import { fragments as fragmentsArtifact } from "../../schemas/cofe/records.ts";
import type { FilePlace } from "../../schemas/items/documents.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { cases } from "../support/cases.ts";

type Language = "zh" | "en";
const small = { least: 40, most: 120 };
const cut = (text: string, size = small, language: Language = "en", places: FilePlace[] = []) =>
  toFragments(aDocument({ text, language, places }), size);
const textsOf = (...given: Parameters<typeof cut>) => cut(...given).map(({ text }) => text);

const nouns = {
  en: ["oats", "rye", "stone", "water", "wheel", "miller", "grain", "flour", "river", "sack"],
  zh: ["燕麦", "黑麦", "石磨", "河水", "水轮", "磨工", "谷物", "面粉", "河道", "麻袋"],
};
const sentence = (draw: (n: number) => number, language: Language): string => {
  const word = () => nouns[language][draw(10)];
  return language === "en"
    ? `Mr. Lorne weighed ${draw(9999)} sacks of ${word()} at 3.5 p.m. beside the ${word()} and the ${word()}.`
    : `磨坊在${draw(9999)}年把${word()}和${word()}运到了${word()}旁边，共${draw(9999)}袋。`;
};
const paragraph = (draw: (n: number) => number, language: Language): string =>
  Array.from({ length: 1 + draw(6) }, () => sentence(draw, language)).join(
    language === "en" ? " " : "",
  );
const book = (paragraphs: number, language: Language, isTitled: boolean, seed = 1): string[] => {
  const draw = drawFrom(seed);
  return Array.from({ length: paragraphs }, (_, index) =>
    isTitled && index % 7 === 0 ? `## Part ${index}` : paragraph(draw, language),
  );
};

const sample = (language: Language) => book(80, language, true).join("\n\n");

test.each(["en", "zh"] as const)(
  "%s: fragments are the document's own characters, in order, within bounds and counted right",
  language => {
    const text = sample(language);
    const rows = cut(text, small, language);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(row => fragmentsArtifact.row.parse(row))).toEqual(rows);
    expect(
      rows.filter(
        ({ start, end, text: own }) => text.slice(start, end) !== own || own.trim() !== own,
      ),
    ).toEqual([]);
    expect(rows.filter(({ start }, index) => start < (rows[index - 1]?.end ?? 0))).toEqual([]);
    expect(rows.map(({ text: own }) => countTokens(own))).toEqual(rows.map(({ tokens }) => tokens));
    expect(rows.filter(({ tokens }) => tokens > small.most)).toEqual([]);
  },
);

test.each(["en", "zh"] as const)("%s: no sentence is cut, and none is lost", language => {
  const text = sample(language);
  const rows = cut(text, small, language);
  const lone = splitSentences(text, language).filter(
    ({ start, end }) => !rows.some(row => row.start <= start && end <= row.end),
  );
  expect(lone).toEqual([]);
});

test("a fragment is as long as the least where the text has as much", () => {
  expect(
    cut(book(60, "en", false).join("\n\n")).filter(({ tokens }) => tokens < small.least),
  ).toEqual([]);
});

test("a long section is a fragment's first and last, short ones go together, and a short tail with the one before", () => {
  const draw = drawFrom(3);
  const long = Array.from({ length: 3 }, () => sentence(draw, "en")).join(" ");
  const text = `# Mills\n\n## A\n\n${long}\n\n## B\n\nShort.\n\n## C\n\n${long.toUpperCase()}\n\n## D\n\nThe end.`;
  const size = { least: 40, most: 200 };
  expect(
    cut(text, size).map(({ section, text: own }) => [
      section,
      own.split("\n")[0],
      own.split("\n").at(-1),
    ]),
  ).toEqual([
    ["A", "# Mills", long],
    ["C", "## B", "The end."],
  ]);
});

test("a heading ends no fragment, also where its section is empty", () => {
  const lines = book(120, "en", true).flatMap((line, index) =>
    index % 5 === 0 ? [line, "### Empty", "### Empty, too"] : [line],
  );
  const rows = cut([...lines, "# Last"].join("\n\n"));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ text }) => text.split("\n").at(-1)?.startsWith("#"))).toEqual([]);
});

test("rows and list items are never cut, and what a colon announces stays with it", () => {
  const rows = Array.from(
    { length: 60 },
    (_, index) =>
      `Name: sack ${index}. Second part. | Price: ${index * 7} | Note: no. ${index} is good. Buy it.`,
  );
  const steps = Array.from(
    { length: 60 },
    (_, index) => `${index + 1}. Lift stone ${index}. Then turn it. Let it rest.`,
  );
  const found = cut(`${rows.join("\n")}\n\n${steps.join("\n")}`);
  expect(found.length).toBeGreaterThan(10);
  const lines = new Set([...rows, ...steps]);
  expect(
    found.flatMap(({ text }) => text.split("\n")).filter(line => line !== "" && !lines.has(line)),
  ).toEqual([]);
  const announced = Array.from(
    { length: 40 },
    (_, index) =>
      `To mill sort ${index} do this:\n- Lift the stone of ${index}.\n- Turn it and let it rest.`,
  ).join("\n\n");
  expect(textsOf(announced).filter(own => own.endsWith(":"))).toEqual([]);
});

test.each([
  ["spaces behind a heading's sign", `# ${" ".repeat(200_000)}${"x ".repeat(300)}`],
  ["number signs", "#".repeat(200_000)],
  ["a heading as long as a text", `# ${"oats and rye ".repeat(50)}`],
])("%s are no heading, and no reason to wait", (_, text) => {
  expect(
    cut(`Oats are hard.\n\n${text}\n\nRye is soft.`).filter(({ section }) => section !== null),
  ).toEqual([]);
});

const draw = drawFrom(9);
const many = (length: number, make: () => string, between = "") =>
  Array.from({ length }, make).join(between);
test.each<[string, string, Language]>([
  ["one giant line", many(400, () => sentence(draw, "en"), " "), "en"],
  ["one giant Chinese line", many(400, () => sentence(draw, "zh")), "zh"],
  ["one sentence of clauses", many(800, () => `${nouns.en[draw(10)]} ${draw(999)}`, ", "), "en"],
  [
    "one Chinese sentence of clauses",
    many(800, () => `${nouns.zh[draw(10)]}${draw(999)}`, "，"),
    "zh",
  ],
  ["words without a sign", many(1500, () => `w${draw(9999)}`, " "), "en"],
  ["Chinese without a sign", many(3000, () => nouns.zh[draw(10)]!), "zh"],
  ["one endless word", many(6000, () => String.fromCharCode(65 + draw(58))), "en"],
  ["one endless row", many(500, () => `Col ${draw(99)}: value ${draw(999)}`, " | "), "en"],
  ["emoji among letters", many(900, () => `👩‍👩‍👧‍👦${draw(99)}`), "en"],
  ["letters under a heap of marks", `a${"\u0301".repeat(5000)} end`, "en"],
])("%s is cut within the bound, at its own characters", (_, text, language) => {
  const rows = cut(text, small, language);
  expect(rows.length).toBeGreaterThan(0);
  expect(
    rows.filter(
      row =>
        row.tokens > small.most ||
        countTokens(row.text) !== row.tokens ||
        text.slice(row.start, row.end) !== row.text ||
        /\p{Surrogate}/u.test(row.text),
    ),
  ).toEqual([]);
});

test("signs are no fragment, and a document of signs is declined", async () => {
  expect(textsOf("-----\n\nOats are hard.\n\n*****")).toEqual(["Oats are hard."]);
  const { context } = scriptedContext({});
  expect(await fragmentsStage(small).each(aDocument({ text: "--- … ***" }), context)).toMatchObject(
    { outcome: "declined", rows: [] },
  );
});

test("a text said twice is one fragment, in one document as in two", () => {
  const part = many(4, () => sentence(draw, "en"), " ");
  const text = `# A\n\n${part}\n\n# A\n\n${part}`;
  expect(textsOf(text)).toEqual([`# A\n\n${part}`]);
  expect(toFragments(aDocument({ id: "d2", name: "Rye", text }), small)[0]?.id).toBe(
    cut(text)[0]?.id,
  );
});

type Edit = "insert" | "remove" | "change";
const edited = (lines: readonly string[], edit: Edit, at: number): string[] => {
  const kept =
    edit === "insert"
      ? lines.slice(at, at + 1)
      : edit === "change"
        ? [`${lines[at]} And so it was.`]
        : [];
  const added = edit === "insert" ? ["Nobody had said so before. It was quite new."] : [];
  return [...lines.slice(0, at), ...added, ...kept, ...lines.slice(at + 1)];
};

cases<[string, Language, boolean]>(
  "cofe/fragments",
  "a paragraph put in, taken out or changed %s leaves all but a few fragments with their ids",
  (_, language, isTitled) => {
    const lines = book(200, language, isTitled, 5);
    const before = cut(lines.join("\n\n"), small, language);
    expect(before.length).toBeGreaterThan(70);
    const edits = fc.record({
      edit: fc.constantFrom<Edit>("insert", "remove", "change"),
      at: fc.nat(lines.length - 1),
    });
    fc.assert(
      fc.property(edits, ({ edit, at }) => {
        const after = new Set(
          cut(edited(lines, edit, at).join("\n\n"), small, language).map(({ id }) => id),
        );
        expect(before.filter(({ id }) => !after.has(id)).length).toBeLessThanOrEqual(8);
      }),
      { numRuns: 8, seed: 7 },
    );
  },
);

const place = (
  kind: FilePlace["kind"],
  number: number,
  start: number,
  name: string | null = null,
): FilePlace => ({ kind, number, name, start });
const workbook = [
  place("sheet", 1, 0, "Costs"),
  place("row", 2, 10),
  place("row", 3, 20),
  place("row", 7, 30),
  place("sheet", 2, 40, "Sales"),
  place("row", 2, 50),
  place("sheet", 3, 60),
  place("sheet", 4, 70, "Last"),
];

test.each<[string, FilePlace[], number, number, string | null]>([
  ["a text without places", [], 0, 9, null],
  [
    "within a page",
    [place("page", 1, 0), place("page", 3, 10), place("page", 4, 20)],
    12,
    20,
    "page 3",
  ],
  [
    "over two pages",
    [place("page", 1, 0), place("page", 3, 10), place("page", 4, 20)],
    12,
    21,
    "pages 3–4",
  ],
  ["before the first page", [place("page", 2, 10)], 0, 9, null],
  ["a slide", [place("slide", 5, 0)], 3, 9, "slide 5"],
  ["rows of a sheet", workbook, 10, 35, "sheet Costs, rows 2–7"],
  ["one row", workbook, 21, 29, "sheet Costs, row 3"],
  ["above a sheet's rows", workbook, 40, 48, "sheet Sales"],
  ["over two sheets", workbook, 30, 55, "sheet Costs, row 7; sheet Sales, row 2"],
  ["a sheet without a name", workbook, 61, 65, "sheet 3"],
  ["over many sheets", workbook, 0, 75, "sheets Costs to Last"],
  ["rows of a file that is one table", [place("row", 2, 0), place("row", 3, 9)], 0, 12, "rows 2–3"],
])("%s is told where it stands", (_, places, start, end, words) => {
  expect(placeFinder(places)({ start, end })).toBe(words);
});

test("a sheet begins like a section: a fragment of one does not reach into the next", () => {
  const sheet = (name: string) =>
    Array.from({ length: 30 }, (_, index) => `Name: ${name} ${index} | Price: ${index * 3}`).join(
      "\n",
    );
  const text = `${sheet("oats")}\n\n${sheet("rye")}`;
  const start = text.indexOf("Name: rye 0");
  const rows = cut(text, small, "en", [
    place("sheet", 1, 0, "Oats"),
    place("sheet", 2, start, "Rye"),
  ]);
  expect(rows.filter(row => row.start < start && row.end > start)).toEqual([]);
  expect([...new Set(rows.map(row => row.place))]).toEqual(["sheet Oats", "sheet Rye"]);
});
