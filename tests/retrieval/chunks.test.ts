// Chunks hold their size, end where sentences end, and lose nothing.

import fc from "fast-check";
import { expect, test } from "vitest";
import { chunkInSizes, type ChunkSize } from "../../pipelines/retrieval/chunks.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";

type Language = "zh" | "en";
const chunksOf = (text: string, language: Language, size: ChunkSize) =>
  chunkInSizes(text, language, [size])[0] ?? [];
const textsOf = (text: string, language: Language, size: number, overlap = 0) =>
  chunksOf(text, language, { size, overlap }).map(({ start, end }) => text.slice(start, end));

const english = [
  "The mill burned down in 1911.",
  "Its owner, a Mrs. Pell, rebuilt it in stone.",
  "The new wheel turned for the first time in May.",
  "Nobody asked who had paid.",
].join(" ");
const chinese =
  "老磨坊在一九一一年烧毁。业主用石头把它重新建起来。新水轮在五月第一次转动。没有人问过是谁付的钱。";

test("a chunk takes as many whole sentences as fit", () => {
  const [first = "", second = "", third = ""] = splitSentences(english, "en").map(
    ({ text }) => text,
  );
  const size = countTokens(`${first} ${second}`);
  expect(textsOf(english, "en", size)[0]).toBe(`${first} ${second}`);
  expect(textsOf(english, "en", size)[1]?.startsWith(third)).toBe(true);
  expect(textsOf(english, "en", size - 1)[0]).toBe(first);
});

test("what all fits is one chunk, and a text of white space has none", () => {
  expect(textsOf(` ${english}\n`, "en", 512)).toEqual([english]);
  expect(textsOf(" \n　\n", "zh", 64)).toEqual([]);
  expect(textsOf("", "en", 64)).toEqual([]);
});

test("a chunk repeats the last sentences of the one before, as many as fit into the overlap", () => {
  const sentences = splitSentences(english, "en").map(({ text }) => text);
  const [, second = "", third = ""] = sentences;
  const size = countTokens(sentences.slice(0, 3).join(" "));
  expect(textsOf(english, "en", size, countTokens(third))).toEqual([
    sentences.slice(0, 3).join(" "),
    sentences.slice(2).join(" "),
  ]);
  expect(textsOf(english, "en", size, countTokens(third) - 1)).toEqual([
    sentences.slice(0, 3).join(" "),
    sentences[3],
  ]);
  expect(textsOf(english, "en", size, countTokens(`${second} ${third}`))[1]).toBe(
    sentences.slice(1).join(" "),
  );
});

test("what is repeated gives way to a new sentence that would not fit with it", () => {
  const sentences = [
    "One two.",
    "Three four.",
    "This sentence is a good deal longer than both of those before it are.",
  ];
  const size = countTokens(sentences[2] ?? "");
  expect(textsOf(sentences.join(" "), "en", size, size - 1)).toEqual([
    "One two. Three four.",
    sentences[2],
  ]);
});

test("a sentence that is too long is cut after a mark, never within a number or a word", () => {
  const clauses = [
    "the ferry carried 1,204,500 passengers",
    "left at 12:30 each day",
    "stopped at nine villages",
    "and was never once late",
  ];
  const chunks = textsOf(`${clauses.join(", ")}.`, "en", 16);
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.slice(0, -1).filter(chunk => !chunk.endsWith(","))).toEqual([]);
  const running = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
  expect(textsOf(running, "en", 32).join(" ")).toBe(running);
});

test("characters of two units are never cut in two", () => {
  const text = "😀".repeat(300) + "𠀀".repeat(300);
  const chunks = textsOf(text, "zh", 16);
  expect(chunks.join("")).toBe(text);
  expect(chunks.filter(chunk => /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(chunk))).toEqual([]);
});

const word = fc.oneof(
  fc.constantFrom(
    "alpha",
    "beta ",
    "Dr. ",
    "3.5",
    "法院",
    "公司，",
    "😀",
    "\n",
    "  ",
    "。",
    ". ",
    "！",
    "| a | b |\n",
    "\u2028",
    "\u0000",
  ),
  fc.string({ maxLength: 6 }),
);
const someText = fc.array(word, { maxLength: 120 }).map(parts => parts.join(""));
const someSize = fc
  .tuple(fc.integer({ min: 8, max: 60 }), fc.integer({ min: 0, max: 59 }))
  .map(([size, overlap]) => ({ size, overlap: Math.min(overlap, size - 1) }));
const spaceOnly = (text: string) => text.trim() === "";

test("cut in several sizes at once a text has the chunks it has in each", () => {
  const sizes = [8, 24, 64].map(size => ({ size, overlap: size / 4 }));
  const long = `${english} ${"and so on, ".repeat(30)}\n${chinese}`;
  expect(chunkInSizes(long, "en", sizes)).toEqual(sizes.map(size => chunksOf(long, "en", size)));
  expect(chunkInSizes(long, "en", [])).toEqual([]);
});

test("of any text: no chunk is larger than its size or empty, all but white space is kept, and each chunk brings something new", () => {
  fc.assert(
    fc.property(
      someText,
      fc.constantFrom<Language>("zh", "en"),
      someSize,
      (text, language, sizes) => {
        const chunks = chunksOf(text, language, sizes);
        let covered = 0;
        for (const { start, end } of chunks) {
          expect(spaceOnly(text.slice(covered, start))).toBe(true);
          expect(end).toBeGreaterThan(covered);
          expect(countTokens(text.slice(start, end))).toBeLessThanOrEqual(sizes.size);
          // What stands before the end of the one before is repeated.
          expect(start < covered ? countTokens(text.slice(start, covered)) : 0).toBeLessThanOrEqual(
            sizes.overlap,
          );
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          covered = end;
        }
        expect(spaceOnly(text.slice(covered))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
