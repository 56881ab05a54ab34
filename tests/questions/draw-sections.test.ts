// What is read of files: by what it says, from all parts of a long one; what says next to nothing is never read.

import { expect, test } from "vitest";
import { drawSections } from "../../pipelines/questions/draw-sections.ts";
import { usageFinder } from "../../pipelines/questions/document-draw.ts";
import type { Section } from "../../pipelines/questions/sections.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { aDocument } from "../support/items.ts";

/** Sections stand between blank lines. */
function sectionsIn({ id, text }: DocumentRow): Section[] {
  let start = 0;
  return text.split("\n\n").map(own => {
    const scope = [{ documentId: id, start, end: start + own.length }];
    start += own.length + 2;
    return { scope, rest: "" };
  });
}

const draw = (rows: readonly DocumentRow[], count: number, seed = 1) =>
  drawSections({ rows, seed, useOf: usageFinder(), sectionsIn }, count).map(
    ({ document, scope: [span] }) => ({
      id: document.id,
      text: document.text.slice(span?.start, span?.end),
    }),
  );

const topics = ["Tides", "Valves", "Ropes", "Lamps", "Masts", "Sails", "Decks", "Winches"];
const telling = (topic: string, at = 0, words = 12) =>
  `${topic} ${at}: ${Array.from({ length: words }, (_, word) => `${topic.toLowerCase()}${"abcdefghijklmnopqrstuvwxyz"[word % 26]}${"xyz"[Math.floor(word / 26)]}`).join(" ")}.`;
const file = (id: string, sections: readonly string[], over: Partial<DocumentRow> = {}) =>
  aDocument({ id, text: sections.join("\n\n"), ...over });

test("documents with the same headings do not all open with the same section", () => {
  const files = Array.from({ length: 8 }, (_, at) =>
    file(
      `d-${at}`,
      topics.map(topic => telling(topic, at)),
    ),
  );
  const opened = draw(files, 8).map(({ text }) => text.split(" ")[0]);
  expect(new Set(opened).size).toBeGreaterThan(2);
});

test.each([1, 2, 3])(
  "seed %i: every eight sections drawn of a long document come from all its quarters",
  seed => {
    const sections = Array.from({ length: 64 }, (_, at) => telling(topics[at % 8]!, at));
    const drawn = draw([file("d-long", sections)], 64, seed).map(({ text }) =>
      sections.indexOf(text),
    );
    expect(new Set(drawn).size).toBe(64);
    const quarters = (places: readonly number[]) =>
      new Set(places.map(place => Math.floor(place / 16))).size;
    expect([quarters(drawn.slice(0, 8)), quarters(drawn.slice(8, 16))]).toEqual([4, 4]);
  },
);

test("a section that says three times as much is drawn first three times as often", () => {
  const sections = topics.map((topic, at) => telling(topic, at, at === 5 ? 36 : 12));
  const firsts = Array.from({ length: 1000 }, (_, seed) =>
    draw([file("d-1", sections)], 1, seed).map(({ text }) => sections.indexOf(text)),
  ).flat();
  // Each says its topic's name and its words: 37 of 37 + 7 × 13.
  const share = firsts.filter(at => at === 5).length / 1000;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.33);
});

const lorem =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation.";
test.each([
  ["type that nobody has written yet", lorem],
  [
    "one value over and over",
    "Name | State | Owner | Place | Since\n".concat("open | open | none | here | x\n".repeat(24)),
  ],
  ["letters in a table", "x | x | x\n".repeat(24).trim()],
  ["a name alone", "Harbour Office"],
  ["figures alone", "12 | 14 | 19\n".repeat(8).trim()],
])("%s is never read", (_, poor) => {
  const texts = draw([file("d-1", [telling("Tides"), poor.trim(), telling("Lamps")])], 9).map(
    ({ text }) => text,
  );
  expect(texts.sort()).toEqual([telling("Lamps"), telling("Tides")]);
  expect(draw([file("d-1", [poor.trim()])], 9)).toEqual([]);
});

test("lines that stand in most files of a folder are no reason to read any of them", () => {
  const notice =
    "Should anything in these instructions fail, open an issue or send a pull request to the maintainers.";
  const files = topics.slice(0, 4).map((topic, at) => file(`d-${at}`, [telling(topic), notice]));
  expect(draw(files, 20).filter(({ text }) => text === notice)).toEqual([]);
  // Two files say too little of what all say.
  expect(draw(files.slice(0, 2), 20).filter(({ text }) => text === notice)).toHaveLength(2);
});

test("a document is drawn as often as the root of its length tells, and short ones are still most", () => {
  const short = Array.from({ length: 40 }, (_, at) => file(`d-${at}`, [telling("Tides", at)]));
  const sections = Array.from({ length: 900 }, (_, at) => telling(topics[at % 8]!, at, 50));
  const long = file("d-long", sections);
  const times = Math.floor(Math.sqrt(long.text.length / 9000));
  const drawn = draw([...short, long], 40 + times);
  expect(times).toBeGreaterThan(5);
  expect(drawn.filter(({ id }) => id === "d-long")).toHaveLength(times);
});

test("a section with fewer words than are enough is drawn when there is no other, of any document", () => {
  const files = [
    file("d-thin", [telling("Tides", 0, 12)]),
    file("d-both", [telling("Valves", 0, 12), telling("Ropes", 0, 40), telling("Lamps", 0, 40)]),
    file("d-full", [telling("Masts", 0, 40)]),
  ];
  const drawn = drawSections(
    { rows: files, seed: 1, useOf: usageFinder(), sectionsIn, minWords: 30 },
    9,
  );
  const words = drawn.map(
    ({ document, scope: [span] }) => document.text.slice(span?.start, span?.end).split(" ").length,
  );
  expect(words).toHaveLength(5);
  expect(words.slice(0, 3).every(count => count > 30)).toBe(true);
  expect(words.slice(3).every(count => count < 30)).toBe(true);
});
