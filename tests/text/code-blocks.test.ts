// Code between fences keeps its lines: nothing in it is a heading, and short blocks are cited whole.

import { expect, test } from "vitest";
import { blankCode, codeBlocks } from "../../pipelines/text/code-blocks.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import { readLines } from "../../pipelines/text/stated-lines.ts";

const guide = [
  "Run this:",
  "```bash",
  "# Set the tarn",
  "tarn set --depth 40",
  "```",
  "It takes a minute. Then stop.",
].join("\n");
const code = "```bash\n# Set the tarn\ntarn set --depth 40\n```";
const said = (text: string, range?: { start: number; end: number }) =>
  splitSentences(text, "en", range).map(sentence => sentence.text);

test("a block reaches from fence to fence; one that none closes is a line of text", () => {
  const [block, ...others] = codeBlocks(guide);
  expect([guide.slice(block?.start, block?.end), others]).toEqual([code, []]);
  expect(codeBlocks("```\nA tarn.\n\n# Depth")).toEqual([]);
});

test("a longer fence holds a shorter one, and a fence of the other sign", () => {
  const text = "````md\n```\nx\n```\n~~~\n````\nAfter.";
  expect(codeBlocks(text)).toEqual([{ start: 0, end: text.indexOf("\nAfter") }]);
});

test("blanks for code leave every offset", () => {
  const plain = blankCode(guide);
  expect([plain.length, plain.indexOf("It takes"), plain.includes("#")]).toEqual([
    guide.length,
    guide.indexOf("It takes"),
    false,
  ]);
});

test("a short block is one sentence", () => {
  expect(said(guide)).toEqual(["Run this:", code, "It takes a minute.", "Then stop."]);
});

test("a long block is cut at its empty lines, else line by line, and signs and fences stay with what they close", () => {
  const step = (name: string) => `fn ${name}() {\n    drain();\n}`;
  const lines = Array.from({ length: 30 }, (_, index) => `    let depth_${index} = ${index};`);
  const text = `\`\`\`rust\n${step("open")}\n\nfn all() {\n${lines.join("\n")}\n}\n\n${step("shut")}\n\`\`\``;
  expect(said(text)).toEqual([
    `\`\`\`rust\n${step("open")}`,
    "fn all() {",
    ...lines.slice(0, -1).map(line => line.trim()),
    `${lines.at(-1)?.trim()}\n}`,
    `${step("shut")}\n\`\`\``,
  ]);
});

test("of a stretch that begins within code the rest of the code is code", () => {
  const text = `${guide}\n\`\`\`\n# Off\n\`\`\`\nThe tarn is full.`;
  const start = text.indexOf("tarn set");
  expect(said(text, { start, end: text.length })).toEqual([
    "tarn set --depth 40\n```",
    "It takes a minute.",
    "Then stop.",
    "```\n# Off\n```",
    "The tarn is full.",
  ]);
});

test.each([
  ["code", said(guide), ["opening", "other", "other", "other", "other", "other", "other"]],
  ["a line marked as text", ["\\# 1 berth is closed."], ["other"]],
  ["a list item", ["- # 3 is closed."], ["other"]],
  ["a heading", ["## Berths"], ["heading"]],
])("%s is read for what it is", (_, sentences, kinds) => {
  const lines = readLines(sentences.map((text, at) => ({ number: at + 1, text })));
  expect(lines.map(({ kind }) => kind)).toEqual(kinds);
  expect(lines.map(({ text }) => text).filter(text => text.startsWith("\\"))).toEqual([]);
});
