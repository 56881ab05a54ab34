// Which sentences of a corpus state the claims of a reference: what only sounds like one does not.

import { expect, test } from "vitest";
import { supportAnswerer } from "../../pipelines/floor/tail/tail-support.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { supportPrompt } from "../../schemas/items/prompts.ts";

/** Each document's sentences by its name; numbered through. */
function support(reference: string, documents: Readonly<Record<string, readonly string[]>>, language: "zh" | "en" = "zh") {
  const sentences = Object.entries(documents)
    .flatMap(([document, texts]) => texts.map(text => ({ document, text })))
    .map((sentence, at) => ({ number: at + 1, ...sentence }));
  return supportPrompt.reply.parse(supportAnswerer.answer({ reference, sentences } as never, { language, draw: drawFrom(1), domains: [] })).facts;
}

test.each([
  ["zh", "云麓市园林局开放了九公里长的环湖步道。", "云麓市园林局3月4日开放环湖步道，步道长九公里。"],
  ["en", "Denholm Civil built the Larrow Bridge of 860 metres.", "The Larrow Bridge of 860 metres was built by Denholm Civil."],
] as const)("a claim is stated by the sentence that has its names, values and words (%s)", (language, reference, sentence) => {
  expect(support(reference, { one: [sentence, language === "zh" ? "当天下了雨。" : "It rained that day."] }, language).map(({ sentences }) => sentences)).toEqual([[1]]);
});

test("an attribution without what was said, a notice's last line and a call to comment are no claims", () => {
  const facts = support("云麓市园林局开放了环湖步道。园林局局长陆知微说。特此公告。欢迎在评论区留言。", { one: ["天晴。"] });
  expect(facts.map(({ claim }) => claim)).toEqual(["云麓市园林局开放了环湖步道"]);
});

test("a joining word before a claim weighs nothing", () => {
  const stated = (claim: string) => support(claim, { one: ["云麓市园林局开放了环湖步道。"] }).map(({ sentences }) => sentences);
  expect(stated("与此同时，云麓市园林局开放了环湖步道。")).toEqual([[1]]);
});

test("a list is stated only by what names most of it", () => {
  const claim = "澄江路桥在云麓市、南浦市、洛川市、青禾市等地修建了跨江大桥。";
  const stated = (text: string) => support(claim, { one: [text] }).map(({ sentences }) => sentences);
  expect([stated("澄江路桥在云麓市、南浦市、洛川市等地修建了跨江大桥。"), stated("澄江路桥在云麓市、安平市、临溪市、永宁市等地修建了跨江大桥。")]).toEqual([[[1]], [[]]]);
});

test("what is said of the firm is not stated by a document on another firm", () => {
  const reference = "天津海河集团发布了年报。天津海河集团去年扭亏。公司全年净利润增长12.5%。";
  const other = ["广州越秀集团发布了年报。", "公司全年净利润增长12.5%。"];
  const own = ["天津海河集团发布了年报。", "公司全年净利润增长12.5%。"];
  const last = (documents: Record<string, readonly string[]>) => support(reference, documents).at(-1)!.sentences;
  expect([last({ other }), last({ own })]).toEqual([[], [2]]);
});

test("a claim without names and numbers asks for more of its words", () => {
  const stated = (text: string) => support("居民们沿着湖边散步聊天，孩子们在草地上放风筝。", { one: [text] }).map(({ sentences }) => sentences);
  expect([stated("居民们沿着湖边散步聊天，孩子们在草地上放风筝。"), stated("居民们沿着湖边散步聊天，老人们在树下下棋。")]).toEqual([[[1]], [[]]]);
});
