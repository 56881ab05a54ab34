// The second half's paragraphs are what is searched for: its own, or a few sentences together.

import { expect, test } from "vitest";
import { halvesStage } from "../../pipelines/crud/halves.ts";
import { aCrudPlan, aNewsDocument, flood } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const halve = (text: string) => {
  const { context } = scriptedContext({ pool: [aNewsDocument({ text })] });
  return halvesStage.each(aCrudPlan({ type: "continuation" }), context as never);
};

test("both halves are the article's own text, whole between them", async () => {
  const outcome = await halve(flood);
  expect(outcome).toMatchObject({
    outcome: "made",
    rows: [
      {
        beginning: flood.slice(0, flood.indexOf(" Some 120")),
        continuing: flood.slice(flood.indexOf("Some 120")),
      },
    ],
  });
});

test("an article of one sentence is rejected with the reason", async () => {
  expect(await halve("A burst main flooded Harrow Lane.")).toMatchObject({
    outcome: "rejected",
    code: "no-half",
  });
});
