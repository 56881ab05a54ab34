// The second half's paragraphs are what is searched for: its own, or a few sentences together.

import { expect, test } from "vitest";
import { halvesStage, paragraphsOf } from "../../pipelines/crud/halves.ts";
import { aCrudPlan, aNewsDocument, flood } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const halve = (text: string) => {
  const { context } = scriptedContext({ pool: [aNewsDocument({ text })] });
  return halvesStage.each(aCrudPlan({ type: "continuation" }), context as never);
};

test("both halves are the article's own text, whole between them", async () => {
  const outcome = await halve(flood);
  expect(outcome).toMatchObject({ outcome: "made", rows: [{ beginning: flood.slice(0, flood.indexOf(" Some 120")), continuing: flood.slice(flood.indexOf("Some 120")) }] });
});

test("lines stay apart, and a long line is cut at sentence ends", () => {
  const line = "第一段讲了水管爆裂的经过和后果。";
  expect(paragraphsOf(`${line}\n第二段讲了维修费用最后由谁来承担。`, "zh")).toHaveLength(2);
  const long = "这一句话大约有三十个字，用来凑成一个很长的没有分段的新闻段落。".repeat(8);
  const parts = paragraphsOf(long, "zh");
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join("")).toBe(long);
});

test("an article of one sentence is rejected with the reason", async () => {
  expect(await halve("A burst main flooded Harrow Lane.")).toMatchObject({ outcome: "rejected", code: "no-half" });
});
