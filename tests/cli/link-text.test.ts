// What a terminal says of a system on two splits.

import { expect, test } from "vitest";
import { evaluationText } from "../../pipelines/cli/evaluation-text.ts";
import type { SplitLink } from "../../schemas/evaluation/split-link.ts";
import { linked, linkOf, resultOf } from "../support/evaluation-results.ts";

const textOf = (link: Partial<SplitLink>) =>
  evaluationText(resultOf({ link: linkOf(link) }), "result.json");

test("both parts stand beside the values, with intervals, the frozen systems, and what was left out", () => {
  const text = textOf({
    metrics: [linked()],
    unlinked: ["rouge-l"],
    notFrozen: [{ system: "other", because: "its setting fetched differs" }],
  });
  expect(text.replace(/ +/g, " ")).toContain(
    "evidence-recall 0.6000 0.5500 0.6600 0.0600 (0.0100 – 0.1100) -0.1100 (-0.1600 – -0.0600) 2, spread 0.12",
  );
  expect(text).toContain("Compared with out/news/evaluations/mine, the older split");
  expect(text).toContain(
    "Over 30 older items and 28 newer; left out, too few on one side: summarization zh (4 older, 1 newer): evidence-recall",
  );
  expect(text).toContain(
    "scores between the minimum and the maximum on the same items of both splits: rouge-l",
  );
  expect(text).toContain("Not treated as frozen: other (its setting fetched differs)");
  expect(text).not.toContain("Without an interval");
});

test("where nothing is linked the reason stands alone", () => {
  const text = textOf({
    unlinked: ["mrr"],
    refusal: "No frozen system was scored on both splits.",
  });
  expect(text).toContain("No frozen system was scored on both splits.\n");
  expect(text).not.toContain("on one scale");
  expect(text).not.toContain("Not linked");
});

test("a mean of all or nothing is said to have no interval", () => {
  const { system } = linked();
  const none = { ...system, points: { ...system.points, low: null, high: null } };
  expect(textOf({ metrics: [linked({ system: none })] })).toContain(
    "counted as half an item away from it): evidence-recall",
  );
});
