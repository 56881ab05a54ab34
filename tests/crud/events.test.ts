// Events and summary of a held-out article: nothing invented, no copy, and the event does not give the summary away.

import { expect, test } from "vitest";
import { eventsProblem, eventsStage } from "../../pipelines/crud/events.ts";
import { aCrudPlan, aNewsDocument, anArticle, flood } from "../support/crud-rows.ts";
import { outcomeFor, scriptedContext } from "../support/stage-context.ts";

const good = {
  declined: null,
  event: "On 4 March 2025 a burst main flooded Harrow Lane in Wexcombe.",
  events: [
    "burst main Harrow Lane Wexcombe",
    "Harrow Lane closed nine days",
    "Harrow Lane closed nine days",
  ],
  summary:
    "A burst water main closed the road for nine days, left 120 households dry and will cost £310,000.",
};
const run = (replies: object[], type: "summarization" | "continuation" = "summarization") => {
  const { context, asked } = scriptedContext(
    { pool: [aNewsDocument()], articles: [anArticle()] },
    { "crud/events": replies },
  );
  return { asked, outcome: outcomeFor(eventsStage, aCrudPlan({ type }), context as never) };
};

test("a good reply becomes a row, each event once", async () => {
  const { outcome, asked } = run([good]);
  expect(await outcome).toMatchObject({
    outcome: "made",
    rows: [
      {
        documentId: "n1",
        event: good.event,
        events: good.events.slice(0, 2),
        summary: good.summary,
      },
    ],
  });
  expect(asked[0]?.variables).toEqual({
    headline: "Burst main floods Harrow Lane",
    published: "2025-03-05",
    text: flood,
  });
});

test.each([
  [
    "a number that the article lacks",
    { ...good, summary: "The road was closed for 19 days." },
    /does not say/,
  ],
  ["a summary that is a copy", { ...good, summary: flood }, /too long/],
  ["an event that tells all", { ...good, event: good.summary }, /gives the summary away/],
  ["an empty summary", { ...good, summary: " " }, /Give event/],
])("%s is asked for again", (_, reply, problem) => {
  expect(eventsProblem(reply, flood, "en")).toMatch(problem);
});

test("an advertisement is declined, and other tasks are passed over", async () => {
  expect(await run([{ ...good, declined: "an advertisement" }]).outcome).toMatchObject({
    outcome: "declined",
    code: "no-event",
  });
  expect(await run([], "continuation").outcome).toEqual({ outcome: "made", rows: [] });
});
