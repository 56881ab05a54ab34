// Another tool's scores over a system's answers.

import { expect, test } from "vitest";
import { toolSummaryOf } from "../../../pipelines/evaluate/statistics/tool-summary.ts";
import type { ToolScores } from "../../../schemas/evaluation/predictions.ts";

const scored = (values: ToolScores["values"]): ToolScores => ({ tool: "ragas", values });

test("each metric is a mean over the answers that have a value; the others that the tool scored count as undefined", () => {
  const summary = toolSummaryOf([
    scored({ faithfulness: 1, recall: 0.5 }),
    scored({ faithfulness: null, recall: 1 }),
    undefined,
    scored({ recall: 0 }),
  ]);
  expect(summary).toMatchObject({
    tool: "ragas",
    metrics: [
      { metric: "faithfulness", value: 1, n: 1, undefined: 2 },
      { metric: "recall", value: 0.5, n: 3, undefined: 0 },
    ],
  });
  const [one, three] = summary!.metrics;
  expect([one!.low, one!.high]).toEqual([null, null]);
  expect(three!.low).toBeLessThan(three!.high!);
});

test("nothing stands where no answer was scored by another tool", () => {
  expect(toolSummaryOf([undefined, undefined])).toBeNull();
});
