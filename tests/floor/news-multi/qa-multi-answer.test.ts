// Questions over several articles need each of them, and what does not join is declined.

import { expect, test } from "vitest";
import { qaMultiAnswerer } from "../../../pipelines/floor/news-multi/qa-multi-answer.ts";
import { checkDerivation } from "../../../pipelines/text/derivation.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { splitSentences } from "../../../pipelines/text/sentences.ts";
import { qaMultiPrompt } from "../../../schemas/crud/prompts.ts";

function ask(texts: readonly string[], shared: readonly string[], language: "zh" | "en" = "zh") {
  let number = 0;
  const articles = texts.map((text, at) => ({
    number: at + 1,
    headline: null,
    published: "2025-05-06",
    sentences: splitSentences(text, language).map(sentence => ({ number: ++number, text: sentence.text })),
  }));
  return qaMultiPrompt.reply.parse(qaMultiAnswerer.answer({ articles, shared } as never, { language, draw: drawFrom(1), domains: [] }));
}

const south = "山东省公安机关今年开展护林行动。山东省公安机关共抓获犯罪嫌疑人4309名。行动覆盖济南、青岛等地的林区。济南市林业局派出干部参加巡查工作。";
const city = "潍坊市公安机关参加山东护林行动。潍坊市公安机关共抓获犯罪嫌疑人1412名。青岛、济南两地警方到潍坊交流经验。济南市林业局也参加了交流。";

const apart = "桐浦渔港六月一日开渔。桐浦渔港共有渔船三百二十艘出海。渔民在码头补网装冰。当晚风力不大。";

test("one measure of two bodies is reckoned together, and every article has its part in the answer", () => {
  const reply = ask([south, city], ["护林行动", "济南市林业局"]);
  expect(reply.declined).toBeNull();
  expect(reply.answer).toContain("2897名");
  expect(reply.derivations.map(derivation => checkDerivation(derivation, "zh"))).toEqual([undefined]);
  expect(reply.support).toEqual([
    { article: 1, sentences: [2] },
    { article: 2, sentences: [6] },
  ]);
  expect(reply.question).not.toMatch(/4309|1412|2897/);
  expect(Object.values(reply.thoughts).filter(thought => thought === "")).toEqual([]);
});

test("what one article tells alone is no question over two", () => {
  expect(ask([south, `${city}山东省公安机关共抓获犯罪嫌疑人4309名。`], ["护林行动", "济南市林业局"]).declined).not.toBeNull();
});

test("articles that share too little, or are no reports, are declined with nothing else said", () => {
  const replies = [ask([south, apart], ["护林行动"]), ask([south, "好。"], ["护林行动", "济南市林业局"]), ask([south], ["护林行动", "济南市林业局"])];
  for (const reply of replies) expect(reply).toMatchObject({ question: "", answer: "", support: [], derivations: [] });
  expect(replies.map(({ declined }) => declined === null)).toEqual([false, false, false]);
});
