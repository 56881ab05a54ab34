// A row says with each figure what it counts, where the table says it in its corner.

import { expect, test } from "vitest";
import { layOut } from "../../../pipelines/intake/files/blocks.ts";

const rowOf = (header: readonly string[], ...rows: readonly (readonly string[])[]) =>
  layOut([{ kind: "table", header, rows }]).text.split("\n")[0];

test.each([
  ["in € million", "Wool | 2022 (€ million): 5"],
  ["(in millions of dollars)", "Wool | 2022 (millions of dollars): 5"],
  ["US$ m", "Wool | 2022 (US$ m): 5"],
  ["单位：万元", "Wool | 2022 (万元): 5"],
  ["万元", "Wool | 2022 (万元): 5"],
  ["(kg)", "Wool | 2022 (kg): 5"],
  ["Goods ($)", "Goods: Wool | 2022 ($): 5"],
  ["项目（单位：吨）", "项目: Wool | 2022 (吨): 5"],
])("a corner that says %s names the columns of figures: %s", (corner, row) => {
  expect(rowOf([corner, "2022"], ["Wool", "5"], ["Flax", "6"])).toBe(row);
});

test.each(["Year", "Goods (old)", "Industry", "Unit", "All"])(
  "%s in the corner is not a unit",
  corner => {
    expect(rowOf([corner, "2022"], ["Wool", "5"], ["Flax", "6"])).toBe(`${corner}: Wool | 2022: 5`);
  },
);

test("columns of words, and of figures that say themselves what they count, keep their names", () => {
  expect(
    rowOf(
      ["in tonnes", "2022", "Share", "Margin (%)", "Remark"],
      ["Wool", "5", "40%", "7", "dry"],
      ["Flax", "6", "60%", "8", ""],
    ),
  ).toBe("Wool | 2022 (tonnes): 5 | Share: 40% | Margin (%): 7 | Remark: dry");
});

test("the first column's own unit is no other's", () => {
  expect(rowOf(["Price ($)", "Sold"], ["5", "7"], ["6", "8"])).toBe("Price ($): 5 | Sold: 7");
});
