// Marks of UHGEval are read as released.

import { expect, test } from "vitest";
import { readMark } from "../../pipelines/crud/uhgeval-marks.ts";
import { cases } from "../support/cases.ts";

cases<
  [
    annotation: string,
    mark: { keyword: string; unreasonable: boolean; rationale: string; firstOffset: number | null },
  ]
>("crud/uhgeval-marks", "%j is read in its parts", (annotation, mark) => {
  expect(readMark(annotation, "修了三年，三年后通车。")).toEqual(mark);
});

test.each(["", "三年", "三年<sep>", "三年<sep>不知道", "<sep>合理"])(
  "%j is not a mark",
  annotation => {
    expect(readMark(annotation, "修了三年。")).toBeNull();
  },
);

test("a mark is read in time that grows as its length, whatever it is filled with", () => {
  for (const filling of ["\u3000", " ", "合理", "<sep"]) {
    const mark = readMark(`三年${filling.repeat(200_000)}<sep>${filling.repeat(200_000)}`, "三年");
    expect(mark?.keyword ?? "三年").toMatch(/^三年/);
  }
});
