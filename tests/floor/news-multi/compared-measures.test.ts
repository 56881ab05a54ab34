// Values of several articles are set against each other where each article alone tells one of them.

import { expect, test } from "vitest";
import { qaMultiAnswerer } from "../../../pipelines/floor/news-multi/qa-multi-answer.ts";
import { checkDerivation } from "../../../pipelines/text/derivation.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { splitSentences } from "../../../pipelines/text/sentences.ts";
import { qaMultiPrompt } from "../../../schemas/crud/prompts.ts";
import { costOfBridge, ferrymanOfBridge, opening, schoolOfBridge } from "./fixtures/articles.ts";

function ask(texts: readonly string[], language: "zh" | "en" = "en") {
  let number = 0;
  const articles = texts.map((text, at) => ({
    number: at + 1,
    headline: null,
    published: `2025-05-0${6 + at}`,
    sentences: splitSentences(text, language).map(sentence => ({ number: ++number, text: sentence.text })),
  }));
  return qaMultiPrompt.reply.parse(qaMultiAnswerer.answer({ articles, shared: ["Larrow Bridge"] } as never, { language, draw: drawFrom(1), domains: [] }));
}

test("two ages that different articles tell make a question on who is older", () => {
  const reply = ask([ferrymanOfBridge, schoolOfBridge]);
  expect(reply.question).toMatch(/who is older, Tobin Harrow or Ada Lorne, and by how many years\?$/);
  expect(reply.answer).toContain("by 23 years");
  expect(reply.derivations.map(derivation => checkDerivation(derivation, "en"))).toEqual([undefined]);
  expect(reply.support.map(({ article }) => article)).toEqual([1, 2]);
});

test("an age that both articles tell is no question over two", () => {
  expect(ask([ferrymanOfBridge, `${schoolOfBridge} Tobin Harrow, 81, was there too.`]).question).not.toContain("Harrow");
});

test("sums of one currency are set against each other, and the answer states both and their difference", () => {
  const reply = ask([opening, costOfBridge]);
  expect(reply.question).toContain("which is larger");
  expect(reply.question).not.toMatch(/\d million/);
  expect(reply.answer).toContain("52 million pounds");
  expect(reply.derivations).toEqual([{ operation: "difference", operands: ["61 million pounds", "9 million pounds"], result: "52 million pounds" }]);
});

test("articles that have no name in common are declined", () => {
  expect(ask([opening, "A man sold eggs. He counted them. The eggs cost 9 million pounds. It rained in the town of Selby. Nobody came."]).declined).not.toBeNull();
});
