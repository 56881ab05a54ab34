// RAGQuestEval questions: each answered by the text in one way, none giving an answer away.

import { expect, test } from "vitest";
import { checksOf, eventsOf, type Language } from "./asking.ts";
import { chinese, english } from "./fixtures/articles.ts";

const texts: [Language, string][] = [
  ...english.map((article): [Language, string] => ["en", eventsOf(article, "en").summary || article.text]),
  // The last is an advertisement: it states nothing of anybody.
  ...chinese.slice(0, -1).map((article): [Language, string] => ["zh", article.text]),
];

test("each entry's key information stands in the text and not in its question", () => {
  for (const [language, text] of texts) {
    for (const { keyInfo, question, answer } of checksOf(text, language)) {
      expect(text.toLowerCase()).toContain(keyInfo.toLowerCase());
      expect(question).not.toContain(keyInfo);
      expect(answer).toBe(keyInfo);
      expect(question).toMatch(/[?？]$/);
    }
  }
});

test("a text has at most ten entries, each on another piece", () => {
  for (const [language, text] of texts) {
    const pieces = checksOf(text, language).map(({ keyInfo }) => keyInfo);
    expect(pieces.length).toBeLessThanOrEqual(10);
    expect(new Set(pieces).size).toBe(pieces.length);
  }
});

test.each<[Language, string, string, string]>([
  ["zh", "现场共有35人参加。", "35人", "现场共有多少人参加？"],
  ["zh", "活动于2024年3月5日结束。", "2024年3月5日", "活动于哪一天结束？"],
  ["zh", "澄河三桥全长96.5公里，建设工期4年。", "96.5公里", "澄河三桥全长多少公里？"],
  ["zh", "云麓市公安局派出8名民警，驾驶12台警车赶赴现场。", "12台", "云麓市公安局驾驶多少台警车赶赴现场？"],
  ["en", "The works lasted 118 days and cost 26 million euros.", "118 days", "How long did the works last?"],
  ["en", "The works lasted 118 days and cost 26 million euros.", "26 million euros", "How much did the works cost?"],
  ["en", "Beekeeper Oswin Tarrant has 160 hives locked in the zone.", "160 hives", "How many hives does Beekeeper Oswin Tarrant have locked in the zone?"],
  ["en", "Staff representatives have counted 63 engineers with outside offers.", "63 engineers", "How many engineers have staff representatives counted with outside offers?"],
  ["en", "The amount that Merle Rail paid is 96 million euros.", "96 million euros", "What is the amount that Merle Rail paid?"],
])("a question has the sentence's own subject and verb (%s): %s → %s", (language, text, keyInfo, question) => {
  expect(checksOf(text, language)).toContainEqual({ keyInfo, question, answer: keyInfo });
});

test.each<[Language, string]>([
  ["zh", "他去了南京市。"],
  ["zh", "该剧历时五年完成。"],
  ["zh", "《星河》《长夜》《归途》等作品将陆续推出。"],
  ["en", "They sold 35 boats."],
  ["en", "Perhaps the 12 ministers need not choose."],
  ["en", "The agency's workforce of 1,150 has no other hardware on order."],
])("of a sentence that leaves its subject or its verb open nothing is asked where another can be asked about (%s): %s", (language, text) => {
  const clear = { zh: "现场共有17人参加。", en: "The works lasted 118 days." }[language];
  expect(checksOf(`${clear} ${text}`, language).map(({ keyInfo }) => keyInfo)).toEqual([{ zh: "17人", en: "118 days" }[language]]);
});

test("a text that leaves its subject open is asked about nothing", () => {
  expect([checksOf("They sold 35 boats to Tessa Morland.", "en"), checksOf("他去了南京市。", "zh")]).toEqual([[], []]);
});

test("a value that stands twice in the text is not asked for", () => {
  expect(checksOf("The works lasted 118 days. The Corley bridge was closed for 118 days. The works cost 26 million euros.", "en").map(({ keyInfo }) => keyInfo)).toEqual([
    "26 million euros",
  ]);
  expect(checksOf("现场共有35人参加。会后有35人留在现场合影。活动于2024年3月5日结束。", "zh").map(({ keyInfo }) => keyInfo)).toEqual(["2024年3月5日"]);
});

test("no question prints what another asks for", () => {
  for (const [language, text] of texts) {
    const entries = checksOf(text, language);
    for (const { keyInfo } of entries) expect(entries.filter(({ question }) => question.includes(keyInfo))).toEqual([]);
  }
});

test("an ordinal and a model's number are not asked for, the number of people is", () => {
  const pieces = checksOf("南浦市人民法院用MagicBook 14审理第三起案件，涉及被告26人。", "zh").map(({ keyInfo }) => keyInfo);
  expect(pieces).toEqual(["26人"]);
});
