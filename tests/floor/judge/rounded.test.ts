// Two amounts that differ by rounding alone are one.

import { expect, test } from "vitest";
import { differByRounding } from "../../../pipelines/floor/judge/rounded.ts";
import { findValues } from "../../../pipelines/text/values.ts";

const differ = (one: string, other: string) =>
  differByRounding(findValues(one, "en")[0]!, findValues(other, "en")[0]!);

test.each([
  ["71.66%", "71.7%", true],
  ["71.64%", "71.7%", false],
  ["71.66%", "72%", false],
  ["US$3.46 million", "US$3.5 million", false],
  ["3.46", "3.5", true],
  ["3.46%", "3.5", false],
  ["5 March 2021", "March 2021", false],
])("%s and %s: %s", (one, other, expected) => {
  expect(differ(one, other)).toBe(expected);
});
