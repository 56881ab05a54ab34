// Keywords in passages: what is found, and what only looks like it.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  publishedText,
  matchAsPublished,
  matchStrictly,
  isSearchable,
} from "../../pipelines/text/keyword-matching.ts";
import { fixtureRows } from "../support/fixtures.ts";
import { cases } from "../support/cases.ts";

cases<[x0: string, keyword: string, passage: string]>(
  "text/keyword-matching",
  "%s is found: %s",
  (_, keyword, passage) => {
    expect(matchStrictly(passage)(keyword)).toBe(true);
  },
);

cases<[x0: string, keyword: string, passage: string]>(
  "text/keyword-matching",
  "%s",
  (_, keyword, passage) => {
    expect(matchStrictly(passage)(keyword)).toBe(false);
  },
);

test("the released program finds what strict matching does not", () => {
  const pairs = [
    ["7.8%", "78% of all"],
    ["art", "the start of it"],
    ["一一对应", "一对应"],
    ["——", "nothing"],
  ] as const;
  expect(pairs.filter(([keyword, passage]) => !matchAsPublished(passage)(keyword))).toEqual([]);
  expect(matchAsPublished("增长10%")("１０％")).toBe(false);
});

const word = fc.constantFrom(
  ..."coal Ansby 7.8% -5 1,200 $30 煤炭 产量 为 (net) RMB5,000 x² 。 ， state-of-the-art C++".split(
    " ",
  ),
);

test("a stretch of whole words is found in the text it was taken from", () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      (words, first, count) => {
        const from = first % words.length;
        const keyword = words.slice(from, from + 1 + (count % (words.length - from))).join(" ");
        fc.pre(isSearchable(keyword));
        expect(matchStrictly(words.join(" "))(keyword)).toBe(true);
      },
    ),
  );
});

const odd = fc.constantFrom(
  "\ud800",
  "\udc00",
  "000",
  ..."😀\u0301\u0001~-–−%,，.１9aＢé㈱½甲ا#<$ \n",
);

test("no text is too odd to be read", () => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 12 }), signs => {
      const text = signs.join("");
      expect(matchStrictly(text)(text)).toBe(isSearchable(text));
      expect(matchAsPublished(text)(text)).toBe(true);
    }),
  );
});

test("the released program's text comes out for every row", () => {
  const rows = fixtureRows<{ input: string; expected: string }>("published/cofe-clean-text.jsonl");
  expect(rows).toHaveLength(25);
  expect(rows.map(({ input }) => publishedText(input))).toEqual(
    rows.map(({ expected }) => expected),
  );
});
