// Whatever a document holds is read in a time that grows with its length; by the clock, so run by hand.
// Usage: npx vitest run --project bench hostile

import { describe, expect, test } from "vitest";
import { ambiguousSubjects } from "../../pipelines/rageval/candidates.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { findValues } from "../../pipelines/text/values.ts";
import { domainNames, readSchema } from "../rageval/domain-files.ts";
import { aFact } from "../support/facts.ts";

/** Seconds that the work takes. */
function secondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

test.each(["1", "一", "5-", "2021年", "twenty-", "1,", "$", "May ", "1月", "half a "])("a long run of %j is read in linear time", unit => {
  expect(secondsOf(() => findValues(unit.repeat(100_000 / unit.length), "en"))).toBeLessThan(3);
});

test("a word of a hundred thousand letters is counted without delay", () => {
  expect(secondsOf(() => countTokens("a".repeat(100_000)))).toBeLessThan(3);
});

test("ten thousand subjects are told apart within two seconds", () => {
  const facts = Array.from({ length: 10_000 }, (_, index) => aFact({ documentId: `d${index}`, subject: `Company ${index * 7919} ${"of Corrie ".repeat(index % 3)}Works` }));
  expect(secondsOf(() => ambiguousSubjects(facts))).toBeLessThan(2);
});

// Digits, one Han sign, words, dates, labels, all without an end.
const hostile = ["1", "1,", "年", "2021年3月5日", "被告人", "因涉嫌在于对的", "in the Company on ", "A. ", "（", " ", "：", "于2021年在投资了项目"].map(part =>
  part.repeat(Math.ceil(6000 / part.length)),
);

describe.each(domainNames)("%s", name => {
  test("finders stay quick on a hostile line", () => {
    const finders = readSchema(name).leaves.flatMap(({ finders: own = [] }) => own);
    const slow = finders.filter(finder => secondsOf(() => hostile.flatMap(text => [...text.matchAll(new RegExp(finder, "gu"))])) > 1);
    expect(slow).toEqual([]);
  });
});
