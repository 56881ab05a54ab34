// Marks of UHGEval are read as released.

import { expect, test } from "vitest";
import { readMark } from "../../pipelines/text/uhgeval-marks.ts";

test.each([
  ["三年<sep>合理", { keyword: "三年", unreasonable: false, rationale: "", firstOffset: 2 }],
  [
    "三年<sep>不合理，应为两年",
    { keyword: "三年", unreasonable: true, rationale: "应为两年", firstOffset: 2 },
  ],
  [
    " 三年 <sep> 不合理, 应为两年 ",
    { keyword: "三年", unreasonable: true, rationale: "应为两年", firstOffset: 2 },
  ],
  ["三年<sep>不合理", { keyword: "三年", unreasonable: true, rationale: "", firstOffset: 2 }],
  ["四年<sep>合理", { keyword: "四年", unreasonable: false, rationale: "", firstOffset: null }],
])("%j is read in its parts", (annotation, mark) => {
  expect(readMark(annotation, "修了三年，三年后通车。")).toEqual(mark);
});

test.each(["", "三年", "三年<sep>", "三年<sep>不知道", "<sep>合理"])(
  "%j is no mark",
  annotation => {
    expect(readMark(annotation, "修了三年。")).toBeNull();
  },
);
