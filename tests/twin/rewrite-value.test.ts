// Another value in the form of the one that stands there.

import { expect, test } from "vitest";
import { drawReplacement } from "../../pipelines/twin/replacements.ts";
import { rewrite } from "../../pipelines/twin/rewrite-value.ts";
import { isSummand, findTie } from "../../pipelines/twin/arithmetic-relations.ts";
import { findDetails } from "../../pipelines/text/changeable-details.ts";
import { drawFrom } from "../../pipelines/text/random.ts";

/** The first value of a text told otherwise. */
function rewritten(text: string, canonical: string): string | undefined {
  const [told] = findDetails(text);
  const edit = told && rewrite(told, canonical);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

test("each format keeps its marks, decimals and words", () => {
  expect(rewritten("It paid £100 million.", "120000000 GBP")).toBe("It paid £120 million.");
  expect(rewritten("It paid US$1,250,000.", "1310000 USD")).toBe("It paid US$1,310,000.");
  expect(rewritten("注册资本3,030万元。", "34300000 CNY")).toBe("注册资本3,430万元。");
  expect(rewritten("毛利率为16.0%。", "17.5")).toBe("毛利率为17.5%。");
  expect(rewritten("Bake for 15 minutes.", "18 minute")).toBe("Bake for 18 minutes.");
  expect(rewritten("Patched in >= 0.23.5", "0.23.4")).toBe("Patched in >= 0.23.4");
});

test("a date moves in whatever form it is written", () => {
  expect(rewritten("on 3 May 1998 in", "1998-05-11")).toBe("on 11 May 1998 in");
  expect(rewritten("on May 3, 1998, in", "1998-05-11")).toBe("on May 11, 1998, in");
  expect(rewritten("on 1998-05-03.", "1998-05-09")).toBe("on 1998-05-09.");
  expect(rewritten("Dated: 20th, April, 2023", "2023-04-21")).toBe("Dated: 21st, April, 2023");
  expect(rewritten("于2019年4月建立", "2019-05")).toBe("于2019年5月建立");
  expect(rewritten("3月1日开工", "--03-07")).toBe("3月7日开工");
});

test("what a form cannot say is not written", () => {
  expect(rewritten("He got five years.", "6 year")).toBeUndefined();
  expect(rewritten("共一千二百吨", "1300")).toBeUndefined();
  expect(rewritten("It paid £3 million.", "3400000 GBP")).toBeUndefined();
  expect(rewritten("用时2小时30分钟", "160 minute")).toBeUndefined();
});

test("an edit takes a number whole and nothing beside it", () => {
  const [told] = findDetails("It paid £100 million.");
  expect(told && rewrite(told, "120000000 GBP")).toEqual({ start: 9, end: 12, text: "120" });
});

test("a drawn value has as many digits and is as round, and never the old one", () => {
  const draw = drawFrom(7);
  const drawn = (text: string) => {
    const [told] = findDetails(text);
    const all = Array.from({ length: 60 }, () => told && drawReplacement(told, draw));
    return [...new Set(all.flatMap(one => one ?? []))];
  };
  const thousands = drawn("8,000 tonnes");
  expect(thousands.length).toBeGreaterThan(1);
  expect(thousands.filter(one => !/^[1-9]000$/.test(one) || one === "8000")).toEqual([]);
  expect(drawn("12.5 %").filter(one => !/^1\d\.[1-9]$/.test(one) || one === "12.5")).toEqual([]);
  expect(drawn("3 May 1998").filter(one => !/^1998-05-(?!03)\d\d$/.test(one))).toEqual([]);
  expect(
    drawn("version 2.3.1 of it").filter(one => !/^2\.3\.[0-4]$/.test(one) || one === "2.3.1"),
  ).toEqual([]);
});

test("values that make one another are tied, and values that merely stand together are not", () => {
  const tied = (text: string) => {
    const told = findDetails(text);
    return (
      told[0] !== undefined && (findTie(told[0], told) !== undefined || isSummand(told[0], told))
    );
  };
  expect(tied("22 ml for frying and 10 ml for the herbs, 32 ml of oil.")).toBe(true);
  expect(tied("The profit was $50 million of $400 million, or 12.5%.")).toBe(true);
  expect(tied("From 3 May 2021 to 13 May 2021, 10 days in all.")).toBe(true);
  expect(tied("8 g, then 9 g, then 12 g, then 29 g of salt.")).toBe(true);
  expect(tied("60% wheat, 25% rye, 15% oats.")).toBe(true);
  expect(tied("22 ml of oil, 10 ml of soy sauce and 40 ml of water.")).toBe(false);
  expect(tied("It was opened on 3 May 2021 and holds 1,260 tonnes.")).toBe(false);
});
