// What counts as said by the sentences of a story: values, but not the counting of what they list, nor a number within a name.

import { expect, test } from "vitest";
import { isFault, provenClaims } from "../../pipelines/crud/story-proofs.ts";
import type { Material } from "../../pipelines/crud/story-material.ts";

const lines = [
  "造船厂在河湾市第34中学旁交付渡轮“白鹭3”。",
  "新船功率60kW，可载人和自行车，停靠东港、西港。",
];
const material = {
  language: "zh",
  sentences: lines.map((text, at) => ({
    number: at + 1,
    documentId: "d1",
    document: "白鹭渡轮",
    published: null,
    start: at * 100,
    end: at * 100 + text.length,
    text,
  })),
} as unknown as Material;

test.each([
  ["“白鹭3”停靠两个港口。", true],
  ["“白鹭3”的功率是60千瓦。", true],
  ["“白鹭5”的功率是60千瓦。", false],
  ["“白鹭3”可载30人。", false],
  ["河湾市第34中学旁停靠新船。", true],
  ["河湾市第35中学旁停靠新船。", false],
])("%s: %s", (text, stands) => {
  const claims = provenClaims([{ text, sentences: [2] }], material, new Set(["d1"]));
  expect(!isFault(claims)).toBe(stands);
});
