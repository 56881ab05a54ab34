// Two amounts that differ by rounding alone are one.

import { expect } from "vitest";
import { differByRounding } from "../../../pipelines/floor/judge/rounded.ts";
import { findValues } from "../../../pipelines/text/values.ts";
import { cases } from "../../support/cases.ts";

const differ = (one: string, other: string) =>
  differByRounding(findValues(one, "en")[0]!, findValues(other, "en")[0]!);

cases<[one: string, other: string, expected: boolean]>(
  "floor/judge/rounded",
  "%s and %s: %s",
  (one, other, expected) => {
    expect(differ(one, other)).toBe(expected);
  },
);
