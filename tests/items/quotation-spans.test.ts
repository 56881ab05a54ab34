// Quotations are found where they stand, whatever their width, blanks, quotes and dashes, and never inside a longer word or number.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findQuotation } from "../../pipelines/items/quotation-spans.ts";
import { cases } from "../support/cases.ts";

const standing = (text: string, wanted: string) => {
  const place = findQuotation(text, wanted);
  return place && text.slice(place.start, place.end);
};

cases<[x0: string, text: string, wanted: string, found: string]>(
  "items/snapped-spans",
  "%s makes no difference, and the text's own characters come back",
  (_, text, wanted, found) => {
    expect(standing(text, wanted)).toBe(found);
  },
);

cases<[name: string, text: string, wanted: string]>(
  "items/snapped-spans",
  "%s is not cut in two",
  (_, text, wanted) => {
    expect(findQuotation(text, wanted)).toBeUndefined();
  },
);

cases<[text: string, wanted: string]>(
  "items/snapped-spans",
  "%j does not say %j",
  (text, wanted) => {
    expect(findQuotation(text, wanted)).toBeUndefined();
  },
);

test("whatever is found folds to what was sought, within the text, and never half a character", () => {
  const unit = fc.constantFrom(
    "a",
    "B",
    "7",
    ".",
    ",",
    " ",
    "\n",
    "营",
    "𠮷",
    "é",
    "e\u0301",
    "㎏",
    "“",
    "–",
    "|",
    "％",
    "\u200B",
  );
  const text = fc.array(unit, { maxLength: 30 }).map(units => units.join(""));
  fc.assert(
    fc.property(
      text,
      fc.array(unit, { minLength: 1, maxLength: 3 }).map(units => units.join("")),
      (source, wanted) => {
        const place = findQuotation(source, wanted);
        if (!place) return true;
        const found = source.slice(place.start, place.end);
        const again = findQuotation(found, wanted);
        return (
          again !== undefined &&
          findQuotation(wanted, found) !== undefined &&
          !/^\p{M}|^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/u.test(found) &&
          !/^\p{M}/u.test(source.slice(place.end))
        );
      },
    ),
  );
});

test("every sentence is found where it stands among others", () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const sentence = fc.array(word, { minLength: 2, maxLength: 6 }).map(words => words.join(" "));
  fc.assert(
    fc.property(
      sentence,
      sentence,
      (before, wanted) =>
        standing(
          `${before}. ${wanted}!`,
          wanted.toUpperCase().replaceAll(" ", "\u3000"),
        )?.toLowerCase() === wanted,
    ),
  );
});
