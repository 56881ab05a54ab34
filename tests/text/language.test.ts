// Language is told by the share of Han characters.

import { expect, test } from "vitest";
import { languageOf } from "../../pipelines/text/language.ts";

test("a Chinese sentence full of Latin names is Chinese", () => {
  expect(languageOf("公司与 CleanTech、DataTech 签署了 SaaS 服务协议")).toBe("zh");
});

test("an English sentence that quotes one Chinese name is English", () => {
  expect(
    languageOf(
      "The company, known at home as 青禾, was listed in Hong Kong in the spring of 2019.",
    ),
  ).toBe("en");
});

test("a text without letters is English", () => {
  expect([languageOf(""), languageOf("2021-03-05 12.5%")]).toEqual(["en", "en"]);
});
