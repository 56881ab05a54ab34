// Single-document questions: unmistakable, not giving their answer away, and declined where there is nothing to ask.

import { describe, expect, test } from "vitest";
import { questionsEn } from "../../../pipelines/floor/news/questions-en.ts";
import { questionsZh } from "../../../pipelines/floor/news/questions-zh.ts";
import { questionOn, sentencesOf, type Language } from "./asking.ts";
import { chinese, english } from "./fixtures/articles.ts";

const reports = [...english.map(article => ({ article, language: "en" as Language })), ...chinese.slice(0, 2).map(article => ({ article, language: "zh" as Language }))];

describe("a question on a report", () => {
  test("is found for each of the fixtures, with a day in it or asking for one", () => {
    for (const { article, language } of reports) {
      const { declined, question } = questionOn(article, language);
      expect(declined).toBeNull();
      expect(question).toMatch(language === "zh" ? /\d{4}年|哪一天/ : /\d{4}|On what date/);
    }
  });

  test("names no sentence that does not exist, and its answer's words stand there", () => {
    for (const { article, language } of reports) {
      const { answer, sentences } = questionOn(article, language);
      const cited = sentencesOf(article, language).filter(({ number }) => sentences.includes(number));
      expect(cited).toHaveLength(1);
      // The day may have been completed, at the head or at the end, and the first letter changed.
      expect([answer.slice(2, 10), answer.slice(-9, -1)].some(part => cited[0]!.text.includes(part))).toBe(true);
    }
  });

  test("speaks of no article, and of nobody unnamed", () => {
    for (const { article, language } of reports)
      expect(questionOn(article, language).question).not.toMatch(/该|本文|今天|近日|\b(?:it|he|she|this|the article|yesterday|today)\b/i);
  });
});

test("an advertisement is declined with everything else empty", () => {
  expect(questionOn(chinese[2]!, "zh")).toMatchObject({ thoughts: "", question: "", answer: "", sentences: [] });
  expect(questionOn(chinese[2]!, "zh").declined).not.toBeNull();
});

test.each([
  ["nothing", ""],
  ["one mark", "。"],
  ["a table", "| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n| 7 | 8 |\n| 9 | 10 |"],
  ["surrogates and control signs", "\ud800\u0000 𠮷𠮷𠮷。\ud83d。。。！？"],
  ["one sentence without end", "南京市政府举行会议，参加者35人，".repeat(2000)],
  ["quotations", "“我来了。”“你走吧。”“他不在。”“好的。”“再见。”"],
])("%s is declined in both languages", (_, text) => {
  for (const language of ["zh", "en"] as const) expect(questionOn({ headline: null, published: "2024-01-01", text }, language).declined).not.toBeNull();
});

describe("Chinese patterns", () => {
  const asked = (sentence: string) => questionsZh(sentence).map(({ question, keyInfo }) => [question, keyInfo]);

  test.each([
    ["澄江纸业股份有限公司为新厂投资约4.25亿元。", "澄江纸业股份有限公司为新厂投资多少元？", "约4.25亿元"],
    ["云麓公交集团2024年投入摆渡船12艘。", "云麓公交集团2024年投入摆渡船多少艘？", "12艘"],
    ["南浦市政府以“一张纸的新生”为主题举办展览。", "南浦市政府以什么为主题举办展览？", "“一张纸的新生”"],
    ["南京图书馆于2024年5月17日举办图书展会。", "南京图书馆于哪一天举办图书展会？", "2024年5月17日"],
  ])("%s", (sentence, question, keyInfo) => {
    expect(asked(sentence)).toContainEqual([question, keyInfo]);
  });

  test.each([["该公司投资4.25亿元。"], ["如果云麓公交集团投入12艘船，运力就够。"], ["云麓公交集团投入12至15艘摆渡船。"], ["他说，投资了3000万元。"]])(
    "nothing is asked on %s",
    sentence => {
      expect(asked(sentence)).toEqual([]);
    },
  );
});

describe("English patterns", () => {
  const asked = (sentence: string) => questionsEn(sentence).map(({ question, keyInfo }) => [question, keyInfo]);

  test.each([
    ["Heron Energy invested about £410 million in Sandholm.", "How much did Heron Energy invest in Sandholm?", "about £410 million"],
    ["On 3 June 2024, the Carrow Museum bought two maps.", "On what date did the Carrow Museum buy two maps?", "3 June 2024"],
    ["Some 320 people were taken to Westerby General Hospital.", "How many people were taken to Westerby General Hospital?", "some 320 people"],
    ["Exports of timber from Hallam fell 12 per cent in 2023.", "By what percentage did exports of timber from Hallam fall in 2023?", "12 per cent"],
    ["The Hallam bridge was opened on 5 March 2024 in Aldmoor.", "On what date was the Hallam bridge opened in Aldmoor?", "5 March 2024"],
  ])("%s", (sentence, question, keyInfo) => {
    expect(asked(sentence)).toContainEqual([question, keyInfo]);
  });

  test.each([["It spent £4 million on the bridge."], ["The company, which is based in Hallam, spent £4 million."], ["Hallam blorped 40 barrels."]])(
    "nothing is asked on %s",
    sentence => {
      expect(asked(sentence)).toEqual([]);
    },
  );
});

test("two values in the same words give no question", () => {
  const text = "云麓公交集团2024年投入摆渡船12艘。北闸码头今日重新开放。云麓公交集团2024年投入摆渡船15艘。市民可以乘船过江。北闸码头位于云麓市南岸。";
  expect(questionOn({ headline: null, published: "2024-03-06", text }, "zh").question).not.toContain("摆渡船多少艘");
});

test.each(["最厚处达到了38厘米。", "镇里投入了300万元修路。", "云麓市受灾严重，云麓市沿澄江支流乌溪河等37条河流发生洪水。"])(
  "what names nobody, or counts a list that stands elsewhere, is not asked about: %s",
  sentence => {
    expect(questionsZh(sentence).filter(({ about }) => about !== "day")).toEqual([]);
  },
);

test("“who” is asked of what people do", () => {
  const asked = (sentence: string) => questionsEn(sentence).filter(({ about }) => about === "person");
  expect(asked("Farrow Ness drew 4,000 visitors to the bird festival in Aldmoor.")).toEqual([]);
  expect(asked("Tobin Harrow won the bird festival prize in Aldmoor on 5 March 2024.")).toHaveLength(1);
});

test("the question word is no name that tells an article from others", () => {
  const text = "Some 320 people were taken to hospital after the fire. The fire began at night. The roof fell in. Nobody was hurt badly. Ada Lorne saw it from Aldmoor.";
  expect(questionOn({ headline: null, published: "2024-03-05", text }, "en").question).not.toMatch(/^How many people were taken/);
});
