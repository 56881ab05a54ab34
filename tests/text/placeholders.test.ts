// What was not filled in, and what only has its brackets.

import { expect, test } from "vitest";
import { placeholderIn } from "../../pipelines/text/placeholders.ts";
import { cases } from "../support/cases.ts";

cases<[values: string[]]>("text/placeholders", "not filled in: %j", values => {
  expect(values.filter(value => placeholderIn(value) === undefined)).toEqual([]);
});

cases<[values: string[]]>("text/placeholders", "filled in: %j", values => {
  expect(values.filter(value => placeholderIn(value) !== undefined)).toEqual([]);
});

test("what the sources have is not a placeholder", () => {
  expect(placeholderIn("Run get <name>.", ["Type get <name> twice."])).toBeUndefined();
  expect(placeholderIn("Run get <name>.", ["Type get name twice."])).toBe("<name>");
});
