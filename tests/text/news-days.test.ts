// Which days an article of a known day may mean.

import { expect, test } from "vitest";
import { datesNear } from "../../pipelines/text/news-days.ts";

const mean = (day: string, text: string) =>
  datesNear({ published: "2023-08-14", text }).includes(day);

test.each([
  ["2023-08-13", "昨天开馆。"],
  ["2023-08-06", "6日晚开馆。"],
  ["2023-07-20", "It opened late on the 20th."],
])("%s is meant by: %s", (day, text) => {
  expect(mean(day, text)).toBe(true);
});

test.each([
  ["2023-08-05", "6日晚开馆。"],
  ["2023-07-06", "6日晚开馆。"],
  ["2023-08-06", "9月6日开馆。"],
  ["2023-08-06", "展出6件。"],
])("%s is not meant by: %s", (day, text) => {
  expect(mean(day, text)).toBe(false);
});

test("an article of an unknown day means none", () => {
  expect(datesNear({ published: null, text: "6日晚开馆。" })).toBe("");
});
