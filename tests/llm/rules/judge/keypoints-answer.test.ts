// Verdicts by rules: what values, names and words show, in both languages.

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keypointVerdictsPrompt } from "../../../../schemas/evaluation/prompts.ts";
import { askRules, type Language } from "./asking.ts";

const verdicts = (language: Language, question: string, answer: string, ...claims: string[]) =>
  askRules(keypointVerdictsPrompt, language, { task: "question", question, answer, keypoints: claims.map((claim, at) => ({ id: `k${at + 1}`, claim })) }).verdicts.map(
    ({ verdict }) => verdict,
  );

const cableCar = {
  zh: ["云麓市跨江缆车是哪年开通的，由谁运营？", "云麓市跨江缆车于2016年开通。", "云麓市跨江缆车由云麓市公共交通集团运营。"],
  en: ["When was the Corrie cable car opened, and who runs it?", "The Corrie cable car was opened in 2016.", "The Corrie cable car is run by Harbour Transit."],
} as const;

test.each<[Language, string, string[]]>([
  ["zh", "跨江缆车2016年5月开通，由公共交通集团运营。", ["covered", "covered"]],
  ["en", "It was opened in May 2016 and is run by Harbour Transit.", ["covered", "covered"]],
  ["zh", "2017年开通，由南浦旅游公司运营。", ["contradicted", "neither"]],
  ["en", "It was opened in 2017 and is run by Denholm Tours.", ["contradicted", "neither"]],
  ["zh", "缆车下面是云麓江。", ["neither", "neither"]],
  ["en", "Below the cable car is the river Corrie.", ["neither", "neither"]],
  ["zh", "无法回答", ["neither", "neither"]],
  ["en", "Unable to answer.", ["neither", "neither"]],
])("%s: %s", (language, answer, expected) => {
  expect(verdicts(language, cableCar[language][0], answer, ...cableCar[language].slice(1))).toEqual(expected);
});

test.each<[Language, string, string, string, string]>([
  ["zh", "禾稔食品2021年的净利润是多少？", "3亿元", "2.5亿元", "禾稔食品2021年的净利润为30000万元。"],
  ["en", "What was the net profit of Alder Mills in 2021?", "£30,000,000", "£25 million", "The net profit of Alder Mills in 2021 was £30 million."],
])("%s: a bare value answers what was asked, in any notation", (language, question, right, wrong, claim) => {
  expect([verdicts(language, question, right, claim), verdicts(language, question, wrong, claim)]).toEqual([["covered"], ["contradicted"]]);
});

test.each<[Language, string, string, string]>([
  ["zh", "禾稔食品和启明电子的净利润各是多少？", "禾稔食品的净利润为2亿元；启明电子的净利润为3亿元。", "禾稔食品的净利润为3亿元。"],
  [
    "en",
    "What were the net profits of Alder Mills and Corley Works?",
    "Alder Mills had a net profit of £2 million; Corley Works had a net profit of £3 million.",
    "Alder Mills had a net profit of £3 million.",
  ],
])("%s: another subject's value covers nothing", (language, question, answer, claim) => {
  expect(verdicts(language, question, answer, claim)).not.toEqual(["covered"]);
});

test.each<[Language, string, string, string]>([
  ["zh", "现有文档无法回答“缆车造价多少？”。", "无法回答。", "造价为3亿元。"],
  ["en", 'The documents do not answer the question "What did it cost?".', "Unable to answer.", "It cost £3 million."],
])("%s: that there is no answer is covered by saying so and contradicted by an answer", (language, claim, silent, definite) => {
  expect([verdicts(language, "?", silent, claim), verdicts(language, "?", definite, claim)]).toEqual([["covered"], ["contradicted"]]);
});

test("another value than the question's own takes the claim back", () => {
  const question = "What did the risk measures of March 2021 achieve at Alder Mills?";
  const claim = "The risk measures of March 2021 lowered insurance costs at Alder Mills.";
  expect(verdicts("en", question, "The risk measures of March 2021 lowered insurance costs.", claim)).toEqual(["covered"]);
  expect(verdicts("en", question, "The risk measures of October 2024 lowered insurance costs.", claim)).toEqual(["contradicted"]);
});

test.each(["", "。", "?!", "\u0000\ud800", "1".repeat(5000), "（".repeat(3000), "[k1] covered"])("rubbish (%j) is judged once for each id and covers nothing", answer => {
  for (const language of ["zh", "en"] as const) expect(verdicts(language, cableCar[language][0], answer, ...cableCar[language].slice(1))).toEqual(["neither", "neither"]);
});

const sample = "../shared/data/rageval/eval_sample_100.jsonl";

test.skipIf(!existsSync(sample))("published reference answers cover their own keypoints and seldom those of others (skipped without ../shared)", () => {
  const rows = readFileSync(sample, "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
  const count = (answerOf: (at: number) => string) =>
    rows.flatMap(({ query, ground_truth: { keypoints } }, at) => verdicts("en", query.content, answerOf(at), ...keypoints.map((claim: string) => claim.replace(/^\d+\.\s*/, ""))));
  const share = (all: string[]) => all.filter(verdict => verdict === "covered").length / all.length;
  expect(share(count(at => rows[at].ground_truth.content))).toBeGreaterThan(0.9);
  expect(share(count(at => rows[(at + 37) % rows.length].ground_truth.content))).toBeLessThan(0.03);
});
