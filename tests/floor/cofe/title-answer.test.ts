// A title by rules is what the document calls itself, never a code, a part's name or a whole paragraph.

import { expect, test } from "vitest";
import { titlePrompt } from "../../../schemas/cofe/prompts.ts";
import { titleProblem } from "../../../pipelines/cofe/titles.ts";
import { titleAnswer } from "../../../pipelines/floor/cofe/title-answer.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";

type Language = "zh" | "en";
const code = "9b41d0aa-77c2-4e0f.pdf";
const titleOf = (opening: string, language: Language, file = code) =>
  titlePrompt.reply.parse(titleAnswer.answer({ file, opening } as never, { language, draw: drawFrom(1), domains: [] })).title;

test.each<[string, Language, string, string]>([
  ["a heading before all else", "en", "Corrie Water Board\n\n# Tariffs for 2024\n\nAll prices include tax.", "Tariffs for 2024"],
  ["a Chinese heading without its signs", "zh", "# **北闸水库调度规程** #\n\n本规程适用于汛期。", "北闸水库调度规程"],
  ["a first line that reads as a title", "en", "Annual Report of Alder Mills\n\nAlder Mills sold more flour than ever.", "Annual Report of Alder Mills"],
  ["a Chinese first line that reads as one", "zh", "澄江路桥安全生产管理办法\n\n第一条 为加强管理，制定本办法。", "澄江路桥安全生产管理办法"],
  ["the line after a date and an address", "en", "3 May 2021\nhttps://corrie.example/paper\nHow Mills Grind Oats\n\nOats are hard.", "How Mills Grind Oats"],
  ["the line after a label and half a line", "en", "File no.: 30-653\nFor the year from to\nReport of the Corrie Water Board", "Report of the Corrie Water Board"],
  ["the heading after an example", "en", "# Example: how to start\n\n# Owner's Guide", "Owner's Guide"],
  ["the heading after an id", "en", "# 4f0c21ab-77c2-4e0f-9b41\n\n# Owner's Guide", "Owner's Guide"],
  ["the heading after the contents", "en", "# Contents\n\n1. Start\n\n# Owner's Guide to the Tarn 40\n\nRead this.", "Owner's Guide to the Tarn 40"],
  ["the heading after a Chinese table of contents", "zh", "# 目　录\n\n# 第一章\n\n# 洛川湖大桥养护手册\n\n请先阅读。", "洛川湖大桥养护手册"],
  ["what the first sentence is about", "en", "Alder Mills is a company in Corrie, which has ground oats since 1998, and sells them all over the country.", "Alder Mills"],
  ["what a Chinese first sentence is about", "zh", "澄江路桥股份有限公司成立于2005年，主要经营桥梁建设、养护和检测，在全国各地设有分公司。", "澄江路桥股份有限公司"],
  ["a numbered heading where there is nothing better", "en", "# 1. Scope\n\nThis covers all staff, everywhere and always.", "1. Scope"],
])("%s", (_, language, opening, title) => {
  expect(titleOf(opening, language)).toBe(title);
});

test.each<[string, string, string]>([
  ["corrie-price_list.xlsx", "Name: oats | Price: 3\nName: rye | Price: 4", "corrie price list"],
  ["2023-half-year.xlsx", "Name: oats | Price: 3", "2023 half year"],
  ["tariffs (2).csv", "Name: oats | Price: 3", "tariffs"],
  ["价格表2024.xlsx", "品名: 燕麦 | 价格: 3", "价格表2024"],
])("rows of a table leave the name of their file: %s", (file, opening, title) => {
  expect(titleOf(opening, /\p{Script=Han}/u.test(file) ? "zh" : "en", file)).toBe(title);
});

test.each([code, "P020230320377799872727.pdf", "IMG_2031.pdf", "document.docx", "scan0001.pdf", "新建 Microsoft Word 文档.docx"])("the name %s is never a title", file => {
  expect(titleOf("Name: oats | Price: 3", "en", file)).toBe("Name: oats | Price: 3");
});

const long = "the mill and the water and the stone ".repeat(30);
test.each<[string, string, Language]>([
  ["one endless line", long, "en"],
  ["one endless Chinese line", "水库调度".repeat(300), "zh"],
  ["a heading longer than any title", `# ${long}`, "en"],
  ["letters of no alphabet", "42", "en"],
  ["an endless word", "x".repeat(3000), "en"],
  ["emoji", "🌾".repeat(200), "zh"],
  ["an English heading in a Chinese document", "# Tarn 40\n\n本手册说明滤水器的安装方法。", "zh"],
  ["nothing but signs", "---\n\n***", "en"],
  ["nothing at all", "", "zh"],
])("%s has a title that the stage takes", (_, opening, language) => {
  expect(titleProblem(titleOf(opening, language), { file: code, opening, language })).toBeUndefined();
});
