// A judgment gets the text of exactly the articles it cites.

import { expect, test } from "vitest";
import { citeStatutes } from "../../pipelines/rageval/statutes.ts";

const en = { domain: "law", language: "en" as const, title: "Code", articles: ["Article 26", "Article 264"].map(number => ({ number, text: `Words of ${number}.` })) };
const zh = { domain: "law", language: "zh" as const, title: "附", articles: ["第二十六条", "第二百六十四条"].map(number => ({ number, text: "条文。" })) };

test("a cited article is appended once, in the order of the table", () => {
  expect(citeStatutes("Under Article 264, Article 26 and Article 264.", en)).toBe(
    "Under Article 264, Article 26 and Article 264.\n\n## Code\n\nArticle 26 Words of Article 26.\nArticle 264 Words of Article 264.",
  );
  expect(citeStatutes("依照第二百六十四条判决。", zh)).toContain("\n第二百六十四条　条文。");
});

test.each([
  ["Article 2640", en],
  ["Article 26A", en],
  ["第二百六十四条之一", zh],
  ["no article", en],
  ["Article 26", undefined],
])("%s appends nothing", (text, table) => {
  expect(citeStatutes(text, table)).toBe(text);
});
