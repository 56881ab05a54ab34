// Corrections by rules take the mark's own words where the article has them, strike what nothing supports, else decline.

import { expect, test } from "vitest";
import { correctionAnswerer } from "../../../pipelines/floor/news-multi/correction-answer.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { correctionPrompt } from "../../../schemas/crud/prompts.ts";

const correct = (continuation: string, article: string, ...marks: (readonly [words: string, reason: string])[]) =>
  correctionPrompt.reply.parse(
    correctionAnswerer.answer({ beginning: "洛川湖大桥6日合龙。", continuation, article, marks: marks.map(([words, reason]) => ({ words, reason })) } as never, {
      language: "zh",
      draw: drawFrom(1),
      domains: [],
    }),
  );

test("the words that the mark gives take the place of the wrong ones, and nothing else changes", () => {
  const reply = correct("大桥全长1200米，由南浦路桥承建。", "大桥全长860米，由澄江路桥承建。", ["1200米", "与事实冲突，应为860米"], ["南浦路桥", "与事实冲突，应为澄江路桥"]);
  expect(reply).toEqual({
    declined: null,
    corrected: "大桥全长860米，由澄江路桥承建。",
    corrections: [
      { wrong: "1200米", right: "860米" },
      { wrong: "南浦路桥", right: "澄江路桥" },
    ],
  });
});

test("words that the article does not have are not put in", () => {
  expect(correct("大桥全长1200米，由南浦路桥承建。", "大桥由南浦路桥承建。", ["1200米", "与事实冲突，应为860米"]).declined).not.toBeNull();
});

test("a value takes no value of another kind", () => {
  expect(correct("大桥全长1200米，由南浦路桥承建。", "大桥造价86%由省里承担。", ["1200米", "应为86%"]).declined).not.toBeNull();
});

test("a last clause of which the article says nothing is struck out whole", () => {
  const reply = correct("大桥由南浦路桥负责全部施工，预计年底通车。", "大桥由南浦路桥负责施工。", ["预计年底通车", "参考事实中并未提到通车时间"]);
  expect(reply).toMatchObject({ declined: null, corrected: "大桥由南浦路桥负责全部施工。", corrections: [{ wrong: "预计年底通车", right: "" }] });
});

test.each([
  ["the subject's own clause", "陆知微，到场祝贺并讲话致意。", "陆知微"],
  ["words that stand twice", "大桥很长，大桥很宽，人人称赞不已。", "大桥"],
  ["words that are not there", "大桥由南浦路桥负责全部施工。", "隧道"],
])("%s is not struck out", (_, continuation, words) => {
  expect(correct(continuation, "报道没有这些内容。", [words, "未提及"])).toMatchObject({ corrected: "", corrections: [] });
});

test("two marks that would put in the same words are declined, and so is a text without marks", () => {
  const twice = correct("馆内有瓷瓶、玉璧两种展品可看。", "馆内有铜镜展品。", ["瓷瓶", "应为铜镜"], ["玉璧", "应为铜镜"]);
  expect([twice.declined === null, correct("大桥很长。", "大桥很长。").declined === null]).toEqual([false, false]);
});
