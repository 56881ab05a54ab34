// Forms as data: what is wanted, what is wrong, what is kept.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Field, findProblems, noteField, tidyValues } from "../../pipelines/annotate/form.ts";

const verdict: Field = {
  name: "verdict",
  kind: "choice",
  words: { zh: "判断", en: "Verdict" },
  options: [
    { value: "good", words: { zh: "好", en: "Good" } },
    { value: "bad", words: { zh: "不好", en: "Bad" } },
  ],
  level: "nominal",
};
const rewritten: Field = {
  name: "rewritten",
  kind: "text",
  words: { zh: "改写", en: "Rewritten" },
  initial: "old words",
  when: { field: "verdict", oneOf: ["bad"] },
};
const form = [verdict, rewritten, noteField];
const kinds = (values: Record<string, string>) =>
  findProblems(form, values).map(({ field, kind }) => `${field} ${kind}`);

describe("problems", () => {
  test("a text that hangs on a choice is wanted with that choice alone", () => {
    expect(kinds({ verdict: "bad" })).toEqual(["rewritten missing"]);
    expect(kinds({ verdict: "good" })).toEqual([]);
  });

  test("a wanted text that stands as it stood at first is unchanged", () => {
    expect(kinds({ verdict: "bad", rewritten: " old words " })).toEqual(["rewritten unchanged"]);
    expect(kinds({ verdict: "bad", rewritten: "new words" })).toEqual([]);
  });

  test("a value that is not an option is told with the options there are", () => {
    const [problem] = findProblems(form, { verdict: "Good" });
    expect(problem).toMatchObject({ field: "verdict", kind: "unknown-value" });
    expect(problem?.detail).toContain("good, bad");
  });

  test("a filled field that the form does not have is told; an empty one is passed over", () => {
    expect(kinds({ verdict: "good", other: "x", blank: " " })).toEqual(["other unknown-field"]);
  });
});

const anyValue = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("good", " bad "),
);
const someValues = fc.record(
  { verdict: anyValue, rewritten: anyValue, note: anyValue, other: anyValue },
  { requiredKeys: [] },
);

describe("what is kept", () => {
  test("an edited text goes when its choice is taken back", () => {
    expect(tidyValues(form, { verdict: "good", rewritten: "new words" })).toEqual({
      verdict: "good",
    });
  });

  test("tidying twice is tidying once, and leaves no strange field", () =>
    fc.assert(
      fc.property(someValues, values => {
        const once = tidyValues(form, values);
        expect(tidyValues(form, once)).toEqual(once);
        expect(findProblems(form, once).map(({ kind }) => kind)).not.toContain("unknown-field");
      }),
    ));
});
