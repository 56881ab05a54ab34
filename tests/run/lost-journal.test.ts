// What a ceiling counts was removed: the run is refused, since it would seem to have cost nothing.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Settings } from "../../schemas/settings.ts";
import { openJournal } from "../../pipelines/run/run-budget.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const opening = async (maxCost: number | null) => {
  const settings = Settings.parse({ maxCost });
  await (await openJournal({ directory: at(), settings, checkLock: () => undefined })).close();
};
const call = (model: string) =>
  `${JSON.stringify({ key: "k", messages: "m", stage: "s", prompt: "p", language: "en", model, usage: { inputTokens: 1, outputTokens: 1 }, finish: "stop", reply: "{}" })}\n`;
const done = (calls: string[]) =>
  `${JSON.stringify({ input: "a", fingerprint: "f", outcome: "made", calls, reads: [], rows: [] })}\n`;

test("nothing is missed of a new run, and of one that asked code alone", async () => {
  await opening(1);
  writeFileSync(at("calls.jsonl"), call("rules@1"));
  await opening(1);
});

test.each(["attempts", "a row that names a call"])(
  "calls.jsonl is missed beside %s",
  async beside => {
    mkdirSync(at("items"));
    writeFileSync(at("items/items.done.jsonl"), done(beside === "attempts" ? [] : ["k"]));
    if (beside === "attempts") writeFileSync(at("attempts.jsonl"), "");
    await expect(opening(1)).rejects.toMatchObject({
      code: "corrupt-file",
      message: expect.stringMatching(/calls\.jsonl is missing/),
    });
    await opening(null);
  },
);

test("attempts.jsonl is missed beside a paid call", async () => {
  writeFileSync(at("calls.jsonl"), call("gpt-4o-mini"));
  await expect(opening(1)).rejects.toMatchObject({
    code: "corrupt-file",
    message: expect.stringMatching(/attempts\.jsonl is missing/),
    hint: expect.stringMatching(/create an empty one/),
  });
  writeFileSync(at("attempts.jsonl"), "");
  await opening(1);
});
