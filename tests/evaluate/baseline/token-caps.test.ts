// Caps cut texts by tokens, and never within a character.

import { expect, test } from "vitest";
import { truncateToTokens, fitPassages } from "../../../pipelines/evaluate/baseline/token-caps.ts";
import { countTokens } from "../../../pipelines/text/segment.ts";
import { passage } from "../../support/evaluation-rows.ts";

const texts = [
  "The gates of the weir were replaced in 1988, at a cost of 2.4 million.",
  "青石坝的闸门于1988年更换，耗资240万元。",
  "👩‍👩‍👧‍👦 𠮷野家 𠮷野家 👍🏽",
];

test("the beginning of a text has as many tokens as it may, and one character more has too many", () => {
  for (const text of texts)
    for (let tokens = 1; tokens < countTokens(text); tokens++) {
      const cut = truncateToTokens(text, tokens);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut).not.toMatch(/[\ud800-\udbff]$/);
      expect(countTokens(cut)).toBeLessThanOrEqual(tokens);
      const more = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
      expect(countTokens(cut + more)).toBeGreaterThan(tokens);
    }
});

test("a text within its cap, or without one, stays as it is", () => {
  for (const text of texts) {
    expect(truncateToTokens(text, undefined)).toBe(text);
    expect(truncateToTokens(text, countTokens(text))).toBe(text);
  }
  expect(truncateToTokens("", 1)).toBe("");
});

test("of passages the first stay whole, the last is cut where the cap ends, and is not a chunk any more", () => {
  const [first = "", second = ""] = texts;
  const read = [first, second, first].map((text, at) => ({
    ...passage(text, { documentId: "d1", start: 100 * at, end: 100 * at + text.length }),
    id: `c${at}`,
  }));
  const kept = truncateToTokens(second, countTokens(second) - 1);
  const cut = fitPassages(read, countTokens(first) + countTokens(kept));
  expect(cut).toEqual([read[0], { ...read[1], id: null, text: kept, end: 100 + kept.length }]);
  expect(fitPassages(read, undefined)).toEqual(read);
  expect(fitPassages(read, 10_000)).toEqual(read);
});
