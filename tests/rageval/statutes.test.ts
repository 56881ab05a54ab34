// A judgment gets the text of exactly the articles it cites.

import { expect, test } from "vitest";
import { citeStatutes } from "../../pipelines/rageval/statutes.ts";

const en = {
  domain: "law",
  language: "en" as const,
  law: "Criminal Code",
  title: "Code",
  articles: ["Article 26", "Article 264"].map(number => ({ number, text: `Words of ${number}.` })),
};
const zh = {
  domain: "law",
  language: "zh" as const,
  law: "刑法",
  title: "附",
  articles: ["第二十六条", "第二百六十四条"].map(number => ({ number, text: "条文。" })),
};

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
  ["Article 26 of the Road Traffic Act", en],
  ["依照《中华人民共和国刑事诉讼法》第二十六条之规定", zh],
  ["Article 26", undefined],
])("%s appends nothing", (text, table) => {
  expect(citeStatutes(text, table)).toBe(text);
});

test("an article is looked up where its law is named, also after one of another law", () => {
  expect(
    citeStatutes("依照《刑事诉讼法》第二百六十四条、《示例刑法》第二十六条之规定", zh),
  ).toContain("\n第二十六条　条文。");
  expect(
    citeStatutes(
      "Article 26 of the Road Traffic Act and Article 264 of the Criminal Code apply.",
      en,
    ),
  ).toContain("\nArticle 264 Words");
});
