// Lines of plain text and markdown as labels, values and headings.

import { expect, test } from "vitest";
import { readLine } from "../../pipelines/floor/facts/labelled-lines.ts";

const pairsOf = (line: string): [string, string][] => {
  const read = readLine(line);
  return read.kind === "pairs" ? read.pairs.map(({ label, value }): [string, string] => [label, value]) : [];
};

test.each([
  ["Operator: Corrant Regional Airways Ltd", [["Operator", "Corrant Regional Airways Ltd"]]],
  ["- **Occupation:** Welder  ", [["Occupation", "Welder"]]],
  ["**主诉**：反复咳嗽3天", [["主诉", "反复咳嗽3天"]]],
  ["【案由】盗窃", [["案由", "盗窃"]]],
  ["| 成立日期 | 2011年4月2日 |", [["成立日期", "2011年4月2日"]]],
  ["| Total assets | 612.4 | 548.7 |", [["Total assets", "612.4"]]],
  ["Haemoglobin          68 g/L       (115-150)", [["Haemoglobin", "68 g/L"]]],
  ["Registration ........ HX-KSV", [["Registration", "HX-KSV"]]],
  ["审  判  长  简某某", [["审判长", "简某某"]]],
  ["书记员 岑某", [["书记员", "岑某"]]],
  ["### 2. Case No.: 2023/114", [["Case No.", "2023/114"]]],
  ["**审判长：舒某**", [["审判长", "舒某"]]],
] as const)("%s is label and value", (line, pairs) => {
  expect(pairsOf(line)).toEqual(pairs);
});

test("several pairs in one line are told apart", () => {
  expect(pairsOf("姓  名：路某          性  别：女          年    龄：34岁")).toEqual([
    ["姓名", "路某"],
    ["性别", "女"],
    ["年龄", "34岁"],
  ]);
  expect(pairsOf("Temperature: 37.2°C, Pulse: 80 bpm, Time: 08:30")).toEqual([
    ["Temperature", "37.2°C"],
    ["Pulse", "80 bpm"],
    ["Time", "08:30"],
  ]);
});

test("a colon inside a value or between the digits of a time opens no new pair", () => {
  expect(pairsOf("就诊时间：2022年3月4日 15:30")).toEqual([["就诊时间", "2022年3月4日 15:30"]]);
  expect(pairsOf("Note: see https://example.org/a: page two")).toEqual([["Note", "see https://example.org/a: page two"]]);
});

test("a number in brackets behind a bare label is its value, a unit is its note", () => {
  expect(pairsOf("**Arrest (25 February 2023):**")).toEqual([["Arrest", "25 February 2023"]]);
  expect(readLine("Revenue (£ million): 440.0")).toEqual({ kind: "pairs", pairs: [{ label: "Revenue", value: "440.0", note: "£ million" }] });
});

test.each([
  ["## History of the flight", "History of the flight"],
  ["二、审理经过", "审理经过"],
  ["3. **Findings**", "Findings"],
  ["CHIEF COMPLAINT", "CHIEF COMPLAINT"],
  ["【程序经过】", "程序经过"],
  ["Part II: Parties to the case", "Parties to the case"],
])("%s is a heading", (line, title) => {
  expect(readLine(line)).toMatchObject({ kind: "heading", title });
});

test.each(["The crew said the following: we saw nothing.", "被告人当庭表示，他没有动手。", "On 3 May the aircraft left."])("%s is running text", line => {
  expect(readLine(line)).toEqual({ kind: "text" });
});

test("a very long line is read, whatever it holds", () => {
  const lines = [`${" ".repeat(200_000)}a:`, `${"A b, ".repeat(700)}: x`];
  expect(lines.map(line => readLine(line).kind)).toHaveLength(2);
});
