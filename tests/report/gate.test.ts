// A gate as CI reads it: test cases in JUnit XML, and a table in Markdown.

import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import { junitOf } from "../../pipelines/report/gate/junit.ts";
import { markdownSummary } from "../../pipelines/report/gate/markdown-summary.ts";
import type { Gate } from "../../schemas/evaluation/result.ts";
import { resultOf } from "../support/evaluation-results.ts";

const gate: Gate = {
  warning: null,
  bounds: [
    {
      metric: "rouge-l",
      limit: 0.5,
      must: "at-least",
      value: 0.75,
      items: 20,
      failed: 0,
      kept: true,
    },
    {
      metric: "completeness",
      group: "a<b|c",
      end: "low",
      limit: 0.5,
      must: "at-least",
      value: 0.25,
      items: 8,
      failed: 2,
      kept: false,
    },
  ],
  noWorse: [
    {
      metric: "evidence-recall",
      than: "main",
      margin: 0.02,
      lead: { difference: -0.01, low: -0.05, high: 0.03, n: 20 },
      failed: 0,
      outcome: "undecided",
      more: 140,
    },
  ],
};

const parsed = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(xml).testsuites
    .testsuite;

test("each check is a test case; what is not decided fails, or is skipped where that is allowed", () => {
  const suite = parsed(junitOf({ name: "new", gate }, false));
  expect([suite.tests, suite.failures, suite.skipped]).toEqual(["3", "2", "0"]);
  expect(suite.testcase.map(({ name }: { name: string }) => name)).toEqual([
    "rouge-l=0.5",
    "completeness@a<b|c.low=0.5",
    "no worse in evidence-recall by more than 2.0 points",
  ]);
  expect(suite.testcase[2].failure.message).toBe(
    "not decided, 140 more items needed: −1.0 points (−5.0 to 3.0; 20 items)",
  );
  const allowed = parsed(junitOf({ name: "new", gate }, true));
  expect([allowed.failures, allowed.skipped]).toEqual(["1", "1"]);
});

test("the summary says first whether it passes, and no name breaks its table", () => {
  const summary = markdownSummary({ ...resultOf(), name: "new", gate });
  expect(summary).toMatch(/^### new: 1 of 3 checks fail\n/);
  expect(summary).toContain("| ❌ | completeness@a\\<b\\|c.low=0.5 |");
  expect(summary).toContain("| ❔ | no worse in evidence-recall by more than 2.0 points |");
  expect(markdownSummary({ ...resultOf(), gate: null })).not.toContain("check");
});
