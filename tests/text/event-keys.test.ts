// Names, titles and numbers that tell an event are found in both languages; what any text has is not.

import { expect, test } from "vitest";
import { eventKeys, properNames } from "../../pipelines/text/event-keys.ts";

const textsOf = (text: string, language: "zh" | "en") =>
  eventKeys(text, language).map(key => key.text);

test("a Chinese text gives its titles, Latin names and amounts with their units", () => {
  const found = textsOf(
    "《澄江夜航》在青岛开机，剧组租用iPhone 15 Pro和860米轨道，总投资4800万元。",
    "zh",
  );
  expect(found).toEqual(
    expect.arrayContaining(["澄江夜航", "青岛", "iPhone 15 Pro", "860米", "4800万元"]),
  );
});

test("an English text gives whole names and each word of them, but no word that only opens a sentence", () => {
  const found = textsOf(
    "Denholm Civil closed the Larrow bridge on Monday. Works went on. The works cost £4.2 million and 860 tonnes of steel.",
    "en",
  );
  expect(found).toEqual(
    expect.arrayContaining(["Denholm Civil", "Denholm", "Larrow", "£4.2 million", "860 tonnes"]),
  );
  expect(found.filter(text => /^(?:Works|Monday|The)$/.test(text))).toEqual([]);
});

test("dates, bare years and small numbers are no keys, and who wrote the text is none", () => {
  const keys = eventKeys("（记者 阮秋生）2023年8月16日，3名职工到场。", "zh");
  expect(keys.filter(({ kind, text }) => kind === "number" || text.includes("阮秋生"))).toEqual([]);
});

test("names of two characters and numbers of two digits count half", () => {
  const strengths = new Map(
    eventKeys("青岛运来36吨货，价值4800万元。", "zh").map(({ text, strength }) => [text, strength]),
  );
  expect([strengths.get("青岛"), strengths.get("36吨")]).toEqual([0.5, 0.5]);
});

test("proper names are names alone, without titles, amounts and words the dictionary does not know", () => {
  expect([
    properNames("《晨报》称有人在南京用 Lumen 付了30万元，油烧热了。", "zh"),
    properNames("Yesterday Ada Lorne paid 30 euros.", "en"),
  ]).toEqual([
    ["南京", "Lumen"],
    ["Ada Lorne", "Ada", "Lorne"],
  ]);
});
