// What would be asked is counted by the stages' own code: materials, neighbourhoods, and sheets of the shortlist.

import { expect, test } from "vitest";
import {
  forecastQuestions,
  repeatByWeight,
  placeholderDocuments,
} from "../../pipelines/run/question-forecast.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { Settings } from "../../schemas/settings.ts";
import { aDocument } from "../support/items.ts";

const lockers = (count: number): DocumentRow[] =>
  Array.from({ length: count }, (_, at) =>
    aDocument({
      id: `d-${at}`,
      name: `Locker ${at}`,
      text: `Locker ${at} opens with key ${at * 7 + 1}. It closes at ${at % 24} o'clock.`,
    }),
  );
const ahead = (documents: readonly DocumentRow[], settings: object = {}, constructed = false) =>
  forecastQuestions(documents, {
    wing: "rageval",
    settings: Settings.parse(settings),
    start: "documents",
    constructed,
    sameReader: true,
  });

test("of a few documents each is read, however few items are wanted, and links are sought among those that are near", () => {
  const { material, neighbourhood, sheet } = ahead(lockers(3), { items: 4 });
  // 4 / 3 × 2 + 2 = 4.7, so 5 candidates each.
  expect(material).toEqual({ rows: 3, parts: 15 });
  expect(neighbourhood.rows).toBe(1);
  // 4 × 1.5 places.
  expect(sheet).toEqual({ rows: 1, parts: 6 });
});

test("of many documents as many are read as the items need", () => {
  const { material } = ahead(lockers(50), { items: 30 });
  // 30 / 3 materials, and 30 / 10 × 2 + 2 = 8 candidates each.
  expect(material).toEqual({ rows: 10, parts: 80 });
});

test("of files fragments are read, each copy of a file that stands for others with its own", () => {
  const paragraph = (name: string) =>
    `## ${name}\n\n${Array.from({ length: 12 }, (_, at) => `The ${name} crew checks valve ${at} before noon.`).join(" ")}`;
  const text = ["Harbour", "Boiler", "Deck"].map(paragraph).join("\n\n");
  const files = ["d-1", "d-2"].map(id => aDocument({ id, text }));
  const cofe = { fragment: { least: 80 } };
  const settings = Settings.parse({ items: 60, mix: { factual: 1 }, cofe });
  const plan = {
    wing: "cofe",
    settings,
    base: null,
    constructed: false,
    sameReader: true,
  } as const;
  expect(forecastQuestions(files, plan).material.rows).toBe(6);
});

test("a shortlist chooses no more than there are candidates", () => {
  const { material, sheet } = ahead(lockers(2), { items: 400 });
  expect(material.parts).toBe(16);
  expect(sheet).toEqual({ rows: 2, parts: 16 });
});

test("code reads every document and every set of neighbours, and seeks no link", () => {
  const { material, neighbourhood } = ahead(lockers(8), { items: 10, devShare: 0 }, true);
  expect(material.rows).toBe(8 + 7);
  expect(neighbourhood).toEqual({ rows: 0, parts: 0 });
});

test("of very many documents that code asks about a part stands for the others", () => {
  const { material } = ahead(lockers(1000), { items: 10, devShare: 0 }, true);
  // 200 documents and 199 sets of them, five times.
  expect(material.rows).toBe(1995);
});

test("a material shows its document's name and its sentences with their numbers", () => {
  const [document] = lockers(1) as [DocumentRow];
  const shown = "Locker 0\n[1] Locker 0 opens with key 1.\n[2] It closes at 0 o'clock.";
  expect(ahead([document]).materialTokens).toBe(countTokens(shown));
});

test("documents of a part of a folder stand for the rest, each under ids of its own, and a text that is there twice for none", () => {
  const rows = lockers(3);
  const [first] = rows as [DocumentRow];
  const all = repeatByWeight([...rows, { ...first, id: "again" }], () => 2.5);
  // 2.5, 5, 7.5: three, two and three of them.
  expect(all).toHaveLength(8);
  expect(new Set(all.map(({ id }) => id)).size).toBe(8);
  expect(new Set(all.map(({ text }) => text)).size).toBe(3);
});

test.each(["zh", "en"] as const)(
  "documents in %s that are still to be written are as many and as long as they are expected to be",
  language => {
    const rows = placeholderDocuments([{ domain: "law", language, documents: 4, tokens: 4 * 660 }]);
    expect(rows.map(row => row.language)).toEqual([language, language, language, language]);
    const [row] = rows as [DocumentRow];
    expect(countTokens(row.text) / 660).toBeCloseTo(1, 1);
    expect(ahead(rows, { items: 14 }).material.rows).toBe(4);
  },
);
