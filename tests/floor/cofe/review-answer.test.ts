// The review by code: what is sound passes with 5 throughout, and each plain fault is found where it belongs.

import { describe, expect, test } from "vitest";
import { reviewAnswer } from "../../../pipelines/floor/cofe/review-answer.ts";
import { reviewPrompt } from "../../../schemas/cofe/prompts.ts";
import type { ReplyOf } from "../../../schemas/define.ts";
import { type Example, fragments, type Language, sound } from "./review-examples.ts";

function review(language: Language, example: Example): ReplyOf<typeof reviewPrompt> {
  const { title, sentences } = fragments[language];
  const variables = {
    title,
    sentences: sentences.map((text, index) => ({ number: index + 1, document: title, text })),
    ...example,
    coarse: example.coarse.map((text, index) => ({ number: index + 1, text })),
    fine: example.fine.map((spans, index) => ({ number: index + 1, spans })),
  };
  return reviewPrompt.reply.parse(reviewAnswer.answer(variables as never, { language, draw: () => 0, domains: [] }));
}

const all = (["zh", "en"] as const).flatMap(language => sound[language].map(example => ({ language, ...example })));
const factual = { zh: sound.zh[0]!, en: sound.en[0]! };
const tutorial = { zh: sound.zh[3]!, en: sound.en[3]! };

test.each(all)("$language $type: nothing is found wrong with a sound example", ({ language, ...example }) => {
  expect(review(language, example)).toEqual({
    reason: "",
    clear: true,
    fitsType: true,
    inferable: true,
    coarse: example.coarse.map(() => true),
    fine: example.fine.map(() => true),
    fluency: 5,
    accuracy: 5,
    relevance: 5,
    readability: 5,
    practicality: 5,
  });
});

describe("the question", () => {
  test.each<[Language, string]>([
    ["en", "How many passengers did it carry in 2023?"],
    ["en", "What is their fare?"],
    ["en", "What does this document say about passengers in 2023?"],
    ["en", "How many passengers did the company carry?"],
    ["en", "Which of the following routes is the longest?"],
    ["en", "How many passengers"],
    ["en", "Route: Garrow–Lenn | Fare: what?"],
    ["zh", "该公司2023年运送了多少旅客？"],
    ["zh", "其2023年运送了多少旅客？"],
    ["zh", "它运送了多少旅客？"],
    ["zh", "本文提到的航线有几条？"],
    ["zh", "公司的票价是多少？"],
    ["zh", "砚湖轮渡公司运送了"],
  ])("%s: it is not clear who is meant, or what is asked: %s", (language, question) => {
    const reply = review(language, { ...factual[language], question });
    expect(reply.clear).toBe(false);
    expect(reply.reason).not.toBe("");
  });

  test.each<[Language, string]>([
    ["en", "Why is it important to tie a bicycle to the rail on Garrow Ferries?"],
    ["en", "How long does it take to cross from Garrow to Lenn?"],
    ["en", "Why did Garrow Ferries shorten its timetable?"],
    ["en", "How many passengers did the company Garrow Ferries carry?"],
    ["en", "According to the document “Garrow Ferries – Passenger Guide 2024”, what is the fare from Garrow to Lenn?"],
    ["zh", "根据文档《砚湖轮渡公司2024年乘客指南》，东浦航线的票价是多少？"],
    ["zh", "其中票价最高的砚湖轮渡航线是哪一条？"],
    ["zh", "砚湖轮渡公司成立时，该公司有几条航线？"],
    ["zh", "本田汽车怎样上砚湖轮渡？"],
  ])("%s: words that look like pointers and are none pass: %s", (language, question) => {
    expect(review(language, { ...factual[language], question }).clear).toBe(true);
  });

  test.each<[Language, string, string]>([
    ["en", "factual", "Did Garrow Ferries carry 412,000 passengers in 2023?"],
    ["zh", "factual", "砚湖轮渡公司2023年运送旅客41.2万人次吗？"],
    ["zh", "factual", "砚湖轮渡公司是否减少了冬季班次？"],
    ["en", "comparative", "What is the fare from Garrow to Lenn?"],
    ["zh", "comparative", "砚湖轮渡东浦航线的票价是多少？"],
    ["en", "analytical", "What is the fare from Garrow to Lenn?"],
    ["zh", "analytical", "砚湖轮渡东浦航线的票价是多少？"],
    ["en", "tutorial", "How did Garrow Ferries replace the shaft of the Saint Ronan?"],
    ["zh", "tutorial", "砚湖轮渡公司是如何更换传动轴的？"],
    ["zh", "tutorial", "砚湖轮渡东浦航线的票价是多少？"],
  ])("%s: it is not %s: %s", (language, type, question) => {
    expect(review(language, { ...factual[language], type, question }).fitsType).toBe(false);
  });

  test.each<[Language, string]>([
    ["en", "How many passengers did Garrow Ferries carry in 1987?"],
    ["en", "Who composed the anthem of the northern beekeepers' association?"],
    ["zh", "砚湖轮渡公司1987年运送了多少旅客？"],
    ["zh", "北方养蜂协会的会歌由谁作曲？"],
  ])("%s: the fragment does not bear it: %s", (language, question) => {
    expect(review(language, { ...factual[language], question }).inferable).toBe(false);
  });
});

test("a question word is no number that the fragment lacks", () => {
  expect(review("zh", { ...factual.zh, question: "砚湖轮渡公司在哪一天减少了冬季班次？" }).inferable).toBe(true);
});

describe("keywords", () => {
  test.each<[Language, string]>([
    ["en", "company"],
    ["en", "412,000"],
    ["en", "submarine"],
    ["zh", "公司"],
    ["zh", "41.2"],
    ["zh", "潜水艇"],
  ])("%s: a coarse keyword that is too general, a number, or nowhere is refused: %s", (language, term) => {
    expect(review(language, { ...factual[language], coarse: [term, ...factual[language].coarse] }).coarse).toEqual([false, true]);
  });

  test.each<[Language, readonly string[]]>([
    ["en", ["£78"]],
    ["en", ["412,000 passengers in 2023", "418,000 passengers"]],
    ["en", ["tie the bicycle to the rail"]],
    ["zh", ["78元"]],
    ["zh", ["运送旅客41.2万人次", "运送旅客42万人次"]],
    ["zh", ["固定在栏杆上"]],
  ])("%s: a list with a span that is not verbatim, or not to the point, is refused: %j", (language, list) => {
    expect(review(language, { ...factual[language], fine: [list, ...factual[language].fine] }).fine).toEqual([false, true]);
  });

  test("width of characters and white space do not matter", () => {
    expect(review("zh", { ...factual.zh, fine: [["运送旅客 ４１.２万人次"]] }).fine).toEqual([true]);
  });
});

describe("the answer", () => {
  const mean = ({ fluency, accuracy, relevance, readability, practicality }: ReplyOf<typeof reviewPrompt>) => (fluency + accuracy + relevance + readability + practicality) / 5;

  test.each<[string, Language, Example]>([
    ["empty", "en", { ...factual.en, answer: " " }],
    ["signs alone", "zh", { ...factual.zh, answer: "——。" }],
    ["a wrong number", "en", { ...factual.en, answer: "Garrow Ferries carried 418,000 passengers in 2023." }],
    ["a wrong number", "zh", { ...factual.zh, answer: "2023年砚湖轮渡公司运送旅客52.9万人次。" }],
    ["the question again", "en", { ...factual.en, answer: factual.en.question }],
    ["the question again", "zh", { ...factual.zh, answer: factual.zh.question }],
    ["no answer", "en", { ...factual.en, answer: "The sentences do not mention the number of passengers." }],
    ["no answer", "zh", { ...factual.zh, answer: "资料中没有提到旅客人次。" }],
    ["another language", "zh", { ...factual.zh, answer: "The lake ferry carried a great many travellers that year." }],
    ["other words", "en", { ...sound.en[1]!, answer: "Because storms, strikes and expensive diesel scared sailors away from northern harbours." }],
    ["no number", "en", { ...factual.en, answer: "Garrow Ferries carried many passengers." }],
    ["one step", "en", { ...tutorial.en, answer: "Buy a cycle ticket." }],
    ["one step", "zh", { ...tutorial.zh, answer: "购买自行车票。" }],
  ])("%s (%s): its mean is below 4", (_, language, example) => {
    const reply = review(language, example);
    expect(mean(reply)).toBeLessThan(4);
    expect(reply.reason).not.toBe("");
  });

  test.each<[string, Language, Example, Partial<ReplyOf<typeof reviewPrompt>>]>([
    ["a copied table row", "en", { ...sound.en[2]!, answer: fragments.en.sentences[3] }, { fluency: 2, readability: 4 }],
    ["signs of markup", "zh", { ...factual.zh, answer: "**2023年**运送旅客41.2万人次。" }, { fluency: 3 }],
    ["breaking off", "en", { ...factual.en, answer: "Garrow Ferries carried 412,000 passengers," }, { fluency: 3 }],
    ["saying it twice", "zh", { ...factual.zh, answer: "2023年运送旅客41.2万人次。2023年运送旅客41.2万人次。" }, { fluency: 3, readability: 3 }],
    ["speaking for the document", "zh", { ...factual.zh, answer: "本公司2023年运送旅客41.2万人次。" }, { readability: 4, practicality: 4 }],
    ["copying the fragment", "en", { ...factual.en, answer: fragments.en.sentences.join(" ") }, { relevance: 3, practicality: 3 }],
  ])("%s (%s) costs points where it belongs", (_, language, example, scores) => {
    expect(review(language, example)).toMatchObject(scores);
  });

  test("a number computed from the sentences is no invention", () => {
    const example = { ...factual.en, question: "By how much did the passengers of Garrow Ferries increase from 2022 to 2023?", answer: "They increased by 40,500 passengers." };
    expect(review("en", example).accuracy).toBeGreaterThanOrEqual(4);
  });

  test("it is of no more use than it is accurate and to the point", () => {
    const reply = review("en", { ...factual.en, answer: "Garrow Ferries carried 418,000 passengers in 2023." });
    expect([reply.accuracy, reply.practicality]).toEqual([1, 1]);
  });
});

test.each(["", " ", "?", "？？？", "\n|\n", "a".repeat(50_000), "是否".repeat(20_000), "x: y | ".repeat(5000)])("rubbish is refused, never thrown on", text => {
  const reply = review("zh", { type: "analytical", question: text, answer: text, coarse: [text], fine: [[text], []] });
  expect([reply.clear, reply.coarse, reply.fine]).toEqual([false, [false], [false, false]]);
});

test("without keywords there are no verdicts on them", () => {
  const { coarse, fine } = review("en", { ...factual.en, coarse: [], fine: [] });
  expect([coarse, fine]).toEqual([[], []]);
});
