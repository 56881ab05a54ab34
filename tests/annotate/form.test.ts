// Forms as data: what is wanted, what is wrong, what is kept.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Field, findProblems, isWanted, noteField, scale, tidyValues } from "../../pipelines/annotate/form.ts";

const verdict: Field = {
  name: "verdict",
  kind: "choice",
  words: { zh: "判断", en: "Verdict" },
  options: [
    { value: "good", words: { zh: "好", en: "Good" } },
    { value: "bad", words: { zh: "不好", en: "Bad" } },
  ],
  level: "nominal",
  required: true,
};
const rewritten: Field = { name: "rewritten", kind: "text", words: { zh: "改写", en: "Rewritten" }, initial: "old words", when: { field: "verdict", oneOf: ["bad"] } };
const optional: Field = { ...verdict, name: "mood", required: false };
const form = [verdict, rewritten, optional, noteField];
const kinds = (values: Record<string, string>) => findProblems(form, values).map(({ field, kind }) => `${field} ${kind}`);

describe("problems", () => {
  test("an empty form lacks its required choice and nothing else", () => {
    expect(kinds({})).toEqual(["verdict missing"]);
  });

  test("white space alone is empty", () => {
    expect(kinds({ verdict: " \n", note: "  " })).toEqual(["verdict missing"]);
  });

  test("a text that hangs on a choice is wanted with that choice alone", () => {
    expect(kinds({ verdict: "bad" })).toEqual(["rewritten missing"]);
    expect(kinds({ verdict: "good" })).toEqual([]);
  });

  test("a choice with spaces around it wants its text just as well", () => {
    expect(isWanted(rewritten, { verdict: " bad " })).toBe(true);
    expect(kinds({ verdict: " bad " })).toEqual(["rewritten missing"]);
    expect(tidyValues(form, { verdict: " bad ", rewritten: "new words" })).toEqual({ verdict: "bad", rewritten: "new words" });
  });

  test("a wanted text that stands as it stood at first is unchanged", () => {
    expect(kinds({ verdict: "bad", rewritten: " old words " })).toEqual(["rewritten unchanged"]);
    expect(kinds({ verdict: "bad", rewritten: "new words" })).toEqual([]);
  });

  test("an untouched text that is not wanted is no problem", () => {
    expect(kinds({ verdict: "good", rewritten: "old words" })).toEqual([]);
  });

  test("a value that is no option is told with the options there are", () => {
    const [problem] = findProblems(form, { verdict: "Good" });
    expect(problem).toMatchObject({ field: "verdict", kind: "unknown-value" });
    expect(problem?.detail).toContain("good, bad");
  });

  test("an optional choice may be empty but not wrong", () => {
    expect(kinds({ verdict: "good", mood: "so-so" })).toEqual(["mood unknown-value"]);
  });

  test("a filled field that the form does not have is told; an empty one is passed over", () => {
    expect(kinds({ verdict: "good", other: "x", blank: " " })).toEqual(["other unknown-field"]);
  });

  test("names of an object's own machinery are fields like any other", () => {
    expect(kinds({ verdict: "good", constructor: "x", ["__proto__"]: "y" })).toEqual(["constructor unknown-field", "__proto__ unknown-field"]);
    expect(tidyValues(form, { verdict: "good", ["__proto__"]: "y" })).toEqual({ verdict: "good" });
  });
});

const anyValue = fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), fc.constantFrom("good", " bad "));
const someValues = fc.record({ verdict: anyValue, rewritten: anyValue, mood: anyValue, note: anyValue, other: anyValue }, { requiredKeys: [] });

describe("what is kept", () => {
  test("values are trimmed, and empty and strange ones left out", () => {
    expect(tidyValues(form, { verdict: " good ", note: " so be it ", mood: "", other: "x" })).toEqual({ verdict: "good", note: "so be it" });
  });

  test("an edited text goes when its choice is taken back", () => {
    expect(tidyValues(form, { verdict: "good", rewritten: "new words" })).toEqual({ verdict: "good" });
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

test("a scale stores its points as text, in the order given", () => {
  expect(
    scale([
      [0, { zh: "零", en: "Nought" }],
      [1, { zh: "一", en: "One" }],
    ]).map(({ value }) => value),
  ).toEqual(["0", "1"]);
});
