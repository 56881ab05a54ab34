// Planted faults: what a client sees of each kind, what is billed, and that they come to an end.

import { expect, test } from "vitest";
import { asking, capitals, outcomeOf, replays, replyOn } from "./client.ts";

const start = replays();

const spoiltText: [string, string | null, string][] = [
  ["length", replyOn("Rome").slice(0, Math.floor(replyOn("Rome").length / 2)), "length"],
  ["filter", "", "content_filter"],
  ["empty", "", "stop"],
  ["contract", '{"sure":true,"unasked":true}', "stop"],
  ["language", '{"country":"这段文字所用的语言与所要求的语言不同。","sure":true}', "stop"],
  ["whitespace", " \n\t".repeat(500), "length"],
  ["refusal", null, "stop"],
];

test.each(spoiltText)(
  "a planted %s is a whole reply, billed and delivered, and the next try is good",
  async (kind, content, finish) => {
    const { ask, server } = await start({ faults: `${kind}=1`, faultsPerQuestion: 1 });
    const reply = await ask(asking("Rome"));
    expect(reply.choices[0]).toMatchObject({ finish_reason: finish, message: { content } });
    expect(await outcomeOf(ask(asking("Rome")))).toBe(replyOn("Rome"));
    expect(server.stats()).toMatchObject({
      requests: { byOutcome: { [kind]: 1, good: 1 } },
      bill: { chat: { billed: { replies: 2 }, lost: { replies: 0 } } },
      repeats: { goodBilled: 0 },
    });
  },
);

test("a reply cut for its length has used up what the request allowed", async () => {
  const { ask } = await start({ faults: "length=1" });
  expect((await ask(asking("Rome"), { max_completion_tokens: 77 })).usage?.completion_tokens).toBe(
    77,
  );
});

test.each([
  ["429", "429"],
  ["429-wait", "429"],
  ["500", "500"],
  ["503", "503"],
  ["html", "no reply"],
])("a planted %s is refused before any work: not billed", async (kind, seen) => {
  const { ask, server } = await start({ faults: `${kind}=1`, faultsPerQuestion: 1 });
  expect(await outcomeOf(ask(asking("Rome")))).toBe(seen);
  expect(server.stats().bill.chat.billed.replies).toBe(0);
  expect(await outcomeOf(ask(asking("Rome")))).toBe(replyOn("Rome"));
});

test.each(["reset", "reset-body", "truncated", "stall", "stall-body"])(
  "a planted %s is billed and not delivered",
  async kind => {
    const { ask, server } = await start({ faults: `${kind}=1`, faultsPerQuestion: 1, hold: 20 });
    expect(await outcomeOf(ask(asking("Rome")))).toMatch(/Error/);
    expect(await outcomeOf(ask(asking("Rome")))).toBe(replyOn("Rome"));
    expect(server.stats()).toMatchObject({
      bill: { chat: { billed: { replies: 2 }, lost: { replies: 1, inputTokens: 100 } } },
      repeats: { goodBilled: 0, goodDelivered: 0 },
    });
  },
);

test("faults follow from the request and its attempt, whatever the order", async () => {
  const outcomes = async (order: readonly string[]) => {
    const { ask } = await start({ faults: "500=0.3,empty=0.3", seed: 5 });
    const seen = new Map<string, string[]>();
    for (const capital of order)
      seen.set(capital, [
        await outcomeOf(ask(asking(capital))),
        await outcomeOf(ask(asking(capital))),
      ]);
    return capitals.map(capital => seen.get(capital));
  };
  const seen = await outcomes(capitals);
  expect(await outcomes([...capitals].reverse())).toEqual(seen);
  expect(new Set(seen.flatMap(both => both?.map(text => text.slice(0, 3))))).toEqual(
    new Set(["500", "", '{"c']),
  );
});

test("a question meets so many faults and no more, however it is asked again", async () => {
  const { ask } = await start({ faults: "no-json=1", faultsPerQuestion: 2 });
  const repair = [
    ...asking("Rome"),
    { role: "assistant" as const, content: "?" },
    { role: "user" as const, content: "Again." },
  ];
  const seen = [
    await outcomeOf(ask(asking("Rome"))),
    await outcomeOf(ask(repair)),
    await outcomeOf(ask(asking("Rome"), { seed: 4 })),
  ];
  expect(seen.map(text => text === replyOn("Rome"))).toEqual([false, false, true]);
});
