// Marks of UHGEval are read as released.

import { expect, test } from "vitest";
import { readMark } from "../../pipelines/text/uhgeval-marks.ts";
import { cases } from "../support/cases.ts";

cases<
  [
    annotation: string,
    mark: { keyword: string; unreasonable: boolean; rationale: string; firstOffset: number | null },
  ]
>("text/uhgeval-marks", "%j is read in its parts", (annotation, mark) => {
  expect(readMark(annotation, "修了三年，三年后通车。")).toEqual(mark);
});

test.each(["", "三年", "三年<sep>", "三年<sep>不知道", "<sep>合理"])(
  "%j is no mark",
  annotation => {
    expect(readMark(annotation, "修了三年。")).toBeNull();
  },
);
