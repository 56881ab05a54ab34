// Marks of UHGEval are read as released, and a rationale gives its wording only where it names one.

import { expect, test } from "vitest";
import { readMark, shouldBe } from "../../pipelines/text/uhgeval-marks.ts";

test.each([
  ["三年<sep>合理", { keyword: "三年", unreasonable: false, rationale: "", firstOffset: 2 }],
  ["三年<sep>不合理，应为两年", { keyword: "三年", unreasonable: true, rationale: "应为两年", firstOffset: 2 }],
  [" 三年 <sep> 不合理, 应为两年 ", { keyword: "三年", unreasonable: true, rationale: "应为两年", firstOffset: 2 }],
  ["三年<sep>不合理", { keyword: "三年", unreasonable: true, rationale: "", firstOffset: 2 }],
  ["四年<sep>合理", { keyword: "四年", unreasonable: false, rationale: "", firstOffset: null }],
])("%j is read in its parts", (annotation, mark) => {
  expect(readMark(annotation, "修了三年，三年后通车。")).toEqual(mark);
});

test.each(["", "三年", "三年<sep>", "三年<sep>不知道", "<sep>合理"])("%j is no mark", annotation => {
  expect(readMark(annotation, "修了三年。")).toBeNull();
});

test.each([
  ["与事实冲突，应为2:0", "2:0"],
  ["与事实冲突, 应该是河湾队", "河湾队"],
  ["应当为“河湾大桥，二期”", "河湾大桥，二期"],
  ["时间应为三月，而不是五月", "三月"],
  ["应为三座而非两座", "三座"],
  ["应为《河湾日报》报道（见原文）", "《河湾日报》报道"],
  ["与事实冲突，实际上是26家", "26家"],
  ["与事实冲突，实际跌幅为1.31%", "1.31%"],
  ["与实际情况冲突，实际数值应为14%", "14%"],
  ["与事实冲突，增幅应为3.2亿元。此外无误", "3.2亿元"],
])("%s names %s", (rationale, wording) => {
  expect(shouldBe(rationale)).toBe(wording);
});

test.each([
  "",
  "与事实冲突",
  "文中未提到此人",
  "应为三座或者四座",
  "应为“三座”或“四座”",
  "故应为不确定的比例",
  "因此应在此之后",
  "实际情况是价格走低",
  "化学反应是放热的",
  `应为${"很".repeat(40)}`,
  "应为",
  "应根据参考信息修改",
])("%j names no one wording", rationale => {
  expect(shouldBe(rationale)).toBeNull();
});
