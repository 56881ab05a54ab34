// A value that the rest of its config gives away is not kept back: arithmetic, codes and other words tell it.

import { expect, test } from "vitest";
import { isInferable } from "../../pipelines/rageval/inferable-values.ts";
import { LeafType } from "../../schemas/rageval/schema.ts";

/** "b/all money US$3 million". */
function rowOf(row: string) {
  const [path = "", type, ...value] = row.split(" ");
  return { path, type: LeafType.parse(type), value: value.join(" ") };
}
const isTold = (sought: string, ...rest: string[]): boolean => {
  const told = rest.map(rowOf);
  const language = /\p{Script=Han}/u.test(sought) ? "zh" : "en";
  return isInferable(rowOf(sought), {
    otherValues: told,
    lines: told.map(({ value }) => value),
    language,
  });
};
const price = "sale/price money US$8.40";
const sum = "sale/sum money US$336";
const crates = "lot/size number 40 crates";
const own = "a/own money US$1.2 million";
const signed = "signed date 3 May 2021";

test.each([
  ["as a part of a sum", own, "b/all money US$3 million", "c/rest money US$1.8 million"],
  ["as a number left over", "a/留任 number 86人", "b/总数 number 120人", "c/离职 number 34人"],
  [
    "as the total of a list",
    "sum money £95",
    "d/1/x money £15",
    "d/2/x money £50",
    "d/3/x money £30",
  ],
  [
    "as the number of records",
    "crimes number 3起",
    "c/1/x text 甲",
    "c/2/x text 乙",
    "c/3/x text 丙",
  ],
  ["by price and amount", sum, price, crates],
  ["as the price of one", price, crates, sum],
  ["as the amount", crates, sum, price],
  [
    "as the amount in a serving",
    "flour number 500 g",
    "portion number 125 g",
    "for number 4 people",
  ],
  [
    "by start and length",
    "end date 2023年11月4日",
    "start date 2022年5月4日",
    "term duration 18个月",
  ],
  [
    "as the days between two, the first counted",
    "stay duration 9 days",
    signed,
    "to date 11 May 2021",
  ],
  ["as a share of what is beside it", "y/share number 12.5%", "y/a money US$2", "y/b money US$16"],
  ["as what is left of the whole", "held/others number 35%", "held/family number 65%"],
  ["by the year in a case number", "year date 2021年", "case identifier (2021)青01民初77号"],
  ["by the day in a file number", signed, "file code DS-20210503-B"],
  ["by the figure in an article number", "length number 1,250 mm", "no identifier BOARD-1250/OAK"],
  ["by a version with other marks", "built version v4.12.1", "file code app_v4-12-1.zip"],
  ["in other words", "cause text the valve leaked", "repair text She saw to a leaking valve."],
])("it is told %s", (_, sought, ...rest) => {
  expect(isTold(sought, ...rest)).toBe(true);
});

test.each([
  ["what comes to another sum", own, "b/all money US$3 million", "c/rest money US$1.7 million"],
  ["sums in other units", "a number 86 men", "b number 120 g", "c number 34 g"],
  ["a share of figures elsewhere", "y/share number 12.5%", "a/p money US$2", "b/r money US$16"],
  ["a code that has the year of a day", signed, "file code DS-2021-77"],
  ["digits within a longer number", "length number 125 mm", "no code A-41257"],
  ["some of its words", "cause text the valve leaked", "repair text A new valve."],
  ["a list as long as an amount in it", "past text two units of blood", "x/1 text a", "x/2 text b"],
])("it is not told by %s", (_, sought, ...rest) => {
  expect(isTold(sought, ...rest)).toBe(false);
});
