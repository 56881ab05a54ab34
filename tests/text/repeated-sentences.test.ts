// What stands in many texts is boilerplate where these have nothing else in common, and news where they tell of one event.

import { expect, test } from "vitest";
import { repeatedSentences, sentenceKey } from "../../pipelines/text/repeated-sentences.ts";
import { drawFrom } from "../../pipelines/text/random.ts";

const words = "桥灯河木石船鱼米茶纸笔墨琴棋书画山海云雨风雪田园村镇".split("");
const draw = drawFrom(3);
const proseOf = (length: number) =>
  Array.from({ length }, () => words[draw(words.length)]).join("");
const slogan = "本台祝您阖家安康万事顺意。";
const inText = (...parts: string[]) => ({ text: parts.join(""), language: "zh" as const });

test("a sentence of texts that share nothing else is boilerplate, wherever it stands", () => {
  const strangers = [0, 1, 2, 3].map(at =>
    at % 2 === 0 ? inText(`${proseOf(150)}。`, slogan) : inText(slogan, `${proseOf(150)}。`),
  );
  expect([...repeatedSentences(strangers)]).toEqual([[sentenceKey(slogan), 4]]);
  expect(repeatedSentences(strangers.slice(0, 2)).size).toBe(0);
});

test("a sentence of texts that tell of one event stays", () => {
  const event = proseOf(120);
  const told = "事故造成三人受伤，原因仍在调查。";
  const reports = [0, 1, 2].map(at => inText(`${proseOf(30)}${event}${at}。`, told));
  expect(repeatedSentences(reports).size).toBe(0);
});
