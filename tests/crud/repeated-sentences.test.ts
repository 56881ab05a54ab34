// What stands in many texts is boilerplate where these have nothing else in common, and news where they tell of one event.

import { expect, test } from "vitest";
import { repeatedSentences, sentenceKey } from "../../pipelines/crud/repeated-sentences.ts";
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

test("texts that are printed again with a word or two changed hold no boilerplate, however many they are", () => {
  const sentences = Array.from({ length: 12 }, () => `${proseOf(30)}。`);
  const printed = Array.from({ length: 20 }, (_, at) =>
    inText(
      ...sentences.map((sentence, place) => (place === at % 12 ? `${proseOf(30)}。` : sentence)),
    ),
  );
  expect(repeatedSentences(printed).size).toBe(0);
});

test("texts are asked for by their place, once each but for those that hold what may be boilerplate", () => {
  const texts = [0, 1, 2, 3, 4, 5].map(at =>
    inText(`${proseOf(150)}。`, at < 3 ? slogan : `${proseOf(20)}。`),
  );
  const asked: number[] = [];
  const at = (place: number) => {
    asked.push(place);
    return texts[place];
  };
  expect([...repeatedSentences({ length: texts.length, at }).values()]).toEqual([3]);
  expect(asked.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(asked.slice(6).every(place => place < 3)).toBe(true);
});
