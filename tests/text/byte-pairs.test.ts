// Token counts against tiktoken, the program that the tables come from.

import { createRequire } from "node:module";
import fc from "fast-check";
import { get_encoding } from "tiktoken";
import { afterAll, expect, test } from "vitest";
import { type Encoding, tokenCounter } from "../../pipelines/text/byte-pairs.ts";

const count = tokenCounter(
  createRequire(import.meta.url)("js-tiktoken/ranks/o200k_base") as Encoding,
);
const tiktoken = get_encoding("o200k_base");
const counted = (text: string) => tiktoken.encode_ordinary(text).length;
afterAll(() => tiktoken.free());

test.each([
  "",
  "The revenue of 1,234.5 million rose by 12 % in Q3—the board's view didn't change.",
  "公司二〇二四年营业收入为１２３４．５万元，同比增长百分之十二。",
  "<|endoftext|> and <|endofprompt|> are text",
  "a tie at the end\u0085and a mark\uFEFFin between\u2028a line",
  "half a sign \ud800 alone",
  "🤷‍♀️ naïve ﬁancée — Straße\r\n\r\n\tindented",
  "好".repeat(400),
])("%j has as many tokens as tiktoken says", text => {
  expect(count(text)).toBe(counted(text));
});

const mixed = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(" ", "  ", "\n", "\r\n", "\u00a0", "\u3000", "\u0085", "\ufeff"),
      fc.constantFrom("the board's", "REVENUE", "营业收入", "，", "12345", "didn’t", "https://"),
    ),
    { maxLength: 30 },
  )
  .map(parts => parts.join(""));

test("any text has as many tokens as tiktoken says", () => {
  fc.assert(
    fc.property(mixed, text => count(text) === counted(text)),
    { numRuns: 1000 },
  );
});
