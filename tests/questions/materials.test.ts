// What is read speaks for the folder, fits into a request, and is asked for every type as often as it weighs.

import { expect, test } from "vitest";
import { drawOrder, weightsOf } from "../../pipelines/questions/document-draw.ts";
import { type MaterialsOptions, materialsStage } from "../../pipelines/questions/materials.ts";
import { sectionsOf } from "../../pipelines/questions/sections.ts";
import { typesInTurn } from "../../pipelines/questions/wanted-types.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { fragments } from "../../schemas/cofe/records.ts";
import { materials } from "../../schemas/questions/records.ts";
import { aFragment } from "../support/cofe-rows.ts";
import { aDocument } from "../support/items.ts";
import { nineTypes } from "../support/settled-candidates.ts";
import { scriptedContext } from "../support/stage-context.ts";

const { context } = scriptedContext({});
const notes = (count: number, over: Partial<DocumentRow> = {}): DocumentRow[] =>
  Array.from({ length: count }, (_, at) =>
    aDocument({
      id: `d-${at}`,
      text: `Locker ${at} opens with key ${at * 7 + 1}. It closes at ${at % 24} o'clock.`,
      ...over,
    }),
  );
const stage = (over: Partial<MaterialsOptions> = {}) =>
  materialsStage({
    items: 30,
    mix: nineTypes,
    asking: { candidates: { factor: 1.5, more: 2 }, material: 6000 },
    devShare: 0.2,
    constructed: false,
    ...over,
  });
const made = (documents: DocumentRow[], over: Partial<MaterialsOptions> = {}) =>
  stage(over).all(documents, context).rows;
const counts = (rows: readonly { wanted: { type: string; count: number }[] }[]) => {
  const totals: Record<string, number> = {};
  for (const { wanted } of rows)
    for (const { type, count } of wanted) totals[type] = (totals[type] ?? 0) + count;
  return totals;
};

const chapter = {
  en: (name: string) =>
    `## ${name}\n\n${Array.from({ length: 25 }, (_, at) => `The ${name} crew checks valve ${at} before noon.`).join(" ")}`,
  zh: (name: string) =>
    `## ${name}\n\n${Array.from({ length: 25 }, (_, at) => `${name}班组在中午之前检查第${at}号阀门。`).join("")}`,
};
const names = {
  en: ["Harbour", "Boiler", "Deck", "Galley", "Bridge", "Engine"],
  zh: ["码头", "锅炉", "甲板", "厨房", "驾驶台", "轮机"],
};
const book = (language: "zh" | "en") =>
  aDocument({
    id: `d-${language}`,
    language,
    text: names[language].map(chapter[language]).join("\n\n"),
  });

test.each(["en", "zh"] as const)(
  "%s: a long document is cut at its headings, each section within the bound, the rest told in short",
  language => {
    const document = book(language);
    const sections = sectionsOf(document, 600);
    const texts = sections.map(({ scope: [at] }) => document.text.slice(at?.start, at?.end));
    expect(sections.length).toBeGreaterThan(2);
    expect(texts.filter(text => countTokens(text) > 600 || !text.startsWith("## "))).toEqual([]);
    expect(texts.join("\n\n")).toBe(document.text);
    const [first] = sections;
    expect(first?.rest).toContain(names[language].at(-1));
    expect(first?.rest).not.toContain(names[language][0]);
  },
);

test("an edit leaves the sections beyond its own as they were", () => {
  const text = names.en.map(chapter.en).join("\n\n");
  const cut = (given: string) =>
    sectionsOf(aDocument({ text: given }), 600).map(({ scope: [at] }) =>
      given.slice(at?.start, at?.end),
    );
  const before = cut(text);
  const after = cut(text.replace("The Harbour crew", "At dawn the Harbour crew"));
  expect(after.filter(section => !before.includes(section))).toHaveLength(1);
});

test.each(["en", "zh"] as const)(
  "%s: without headings the rest is told by how its parts begin, however many there are",
  language => {
    const text = Array.from(
      { length: 60 },
      (_, at) => chapter[language](`${names[language][at % 6]}${at}`).split("\n\n")[1],
    ).join("\n\n");
    const rests = sectionsOf(aDocument({ language, text }), 500).map(({ rest }) => rest);
    expect(rests.length).toBeGreaterThan(20);
    expect(rests.filter(rest => rest.length > 400 || !rest.includes(" · "))).toEqual([]);
  },
);

test("every beginning of the draw holds each stratum by its share, to one document", () => {
  const all = [
    ...notes(60, { format: "markdown" }),
    ...notes(30, { format: "pdf" }),
    ...notes(10, { format: "csv" }),
  ].map((row, at) => ({ ...row, id: `d-${at}`, text: `${row.text} ${at}.` }));
  const order = drawOrder(all, 1);
  const share = { markdown: 0.6, pdf: 0.3, csv: 0.1 };
  const excess = [7, 10, 20, 50, 93].flatMap(count =>
    Object.entries(share).map(([format, part]) =>
      Math.abs(order.slice(0, count).filter(row => row.format === format).length - part * count),
    ),
  );
  expect(Math.max(...excess)).toBeLessThanOrEqual(1);
  expect(drawOrder([...all].reverse(), 1)).toEqual(order);
  expect(drawOrder(all, 2)).not.toEqual(order);
});

test("weights sum to the documents there are, those of strata drawn nowhere among them", () => {
  // Of 8 notes 2 are drawn: 4 each; the one table is shared by both.
  const all = [...notes(8), ...notes(1, { id: "d-table", format: "csv" })];
  const weights = weightsOf(all, all.slice(0, 2));
  expect([...weights.values()]).toEqual([4.5, 4.5]);
});

test("one material for three items, and more items keep those that were drawn, asked as before", () => {
  const documents = notes(100);
  const few = made(documents, { items: 30 });
  const many = made(documents, { items: 90 });
  expect([few.length, many.length]).toEqual([10, 30]);
  expect(few.every(row => materials.row.parse(row))).toBe(true);
  const asked = (rows: typeof few) => rows.map(({ id, wanted }) => ({ id, wanted }));
  expect(asked(many).slice(0, 10)).toEqual(asked(few));
  expect(few.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(100);
});

test("few items still read six documents, and all where there are fewer", () => {
  expect(made(notes(50), { items: 3 })).toHaveLength(6);
  expect(made(notes(4), { items: 30 })).toHaveLength(4);
});

test("few items over many folders read about as many documents as one folder would for them", () => {
  const folders = Array.from({ length: 20 }, (_, at) =>
    notes(10, { domain: `folder ${at}` }).map(row => ({
      ...row,
      id: `${row.id}-${at}`,
      text: `${row.text} Hall ${at}.`,
    })),
  ).flat();
  expect(made(folders, { items: 60 })).toHaveLength(20);
});

test("of fragments of many files half of the questions describe what they are about, of fewer fewer, of a small folder none", () => {
  const share = (count: number, beside?: number) => {
    const documents = notes(count);
    const rows = documents.map(({ id, text }) =>
      aFragment({ id: `f-${id}`, documentId: id, start: 0, end: text.length, text }),
    );
    const distracted = beside !== undefined;
    const options = { fragments, items: 30, distracted };
    const { context: withFragments } = scriptedContext({
      "cofe/fragments": rows,
      distractors: notes(beside ?? 0),
    });
    const drawn = stage(options).all(documents, withFragments).rows;
    const described = drawn.reduce((sum, row) => sum + (row.described ?? 0), 0);
    return described / Object.values(counts(drawn)).reduce((sum, each) => sum + each, 0);
  };
  expect(share(30)).toBe(0);
  // Half of a thousand; of 173, the geometric mean of 30 and 1,000, half of that, to one question.
  expect(share(173)).toBeCloseTo(1 / 4, 1);
  expect(share(1000)).toBeCloseTo(1 / 2, 1);
  // Whoever searches, searches among the documents beside them, too.
  expect(share(30, 970)).toBeCloseTo(1 / 2, 1);
  expect(made(notes(1000)).filter(({ described }) => described !== undefined)).toEqual([]);
});

test("each material is asked for its share times the factor and more, at most eight, every type as it weighs", () => {
  // Three items each: 3 × 1.5 + 2 = 6.5, so 7; of the mix's 100, 15 for condition and 5 for comparison.
  const rows = made(notes(200), { items: 300 });
  expect(
    new Set(rows.map(({ wanted }) => wanted.reduce((sum, { count }) => sum + count, 0))),
  ).toEqual(new Set([7]));
  expect(counts(rows)).toMatchObject({ condition: 105, summary: 70, comparison: 35 });
  const weights = rows[0]!.wanted.map(({ type }) => nineTypes[type] ?? 0);
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
  const crowded = made(notes(4), { items: 200 });
  expect(crowded.map(({ wanted }) => wanted.reduce((sum, { count }) => sum + count, 0))).toEqual([
    8, 8, 8, 8,
  ]);
});

test("types take turns by their weights in every stretch", () => {
  const turns = typesInTurn([
    { type: "factual", weight: 2 },
    { type: "summary", weight: 1 },
  ]);
  expect(Array.from({ length: 6 }, () => turns.next().value)).toEqual([
    "factual",
    "summary",
    "factual",
    "factual",
    "summary",
    "factual",
  ]);
});

test("a long document among short ones is read by one section, and by more where documents are few", () => {
  const long = book("en");
  const asking = { candidates: { factor: 1.5, more: 2 }, material: 600 };
  const sections = (documents: DocumentRow[]) =>
    made(documents, { items: 30, asking }).filter(({ kind }) => kind === "section");
  expect(sections([long, ...notes(9)])).toHaveLength(1);
  const alone = sections([long]);
  expect(alone.length).toBeGreaterThan(2);
  expect(alone.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
});

test("the same text twice is read once, and one without a letter not at all, each with its reason", () => {
  const [one] = notes(1) as [DocumentRow];
  const { rows, dropped } = stage().all(
    [one, { ...one, id: "d-copy" }, aDocument({ id: "d-line", text: "———" })],
    context,
  );
  expect(rows.map(({ documentIds }) => documentIds)).toEqual([["d-0"]]);
  expect(dropped?.map(({ id, code }) => [id, code])).toEqual([
    ["d-copy", "same-text"],
    ["d-line", "no-sentences"],
  ]);
});

test("code that asks reads every document for every type, and sets of two and three for those over several, none across the splits", () => {
  const rows = made(notes(20), { items: 30, constructed: true });
  const sets = rows.filter(({ kind }) => kind === "linked");
  expect(rows.filter(({ kind }) => kind === "document")).toHaveLength(20);
  expect(new Set(sets.map(({ documentIds }) => documentIds.length))).toEqual(new Set([2, 3]));
  expect(Object.keys(counts(sets))).toEqual(["integration", "comparison", "time-sequence"]);
  // 4 dev documents give 3 sets, 16 others 15.
  expect(sets).toHaveLength(18);
});
