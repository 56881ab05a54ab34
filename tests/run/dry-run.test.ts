// The dry run behind a plan: it counts without sending, and its folder is gone however it ends.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { dryRun } from "../../pipelines/run/dry-run.ts";
import { stageModel } from "../../pipelines/run/models.ts";
import { recipeOf } from "../../pipelines/run/recipe.ts";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { Settings } from "../../schemas/settings.ts";
import { root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

// The loader that reads TypeScript keeps a folder of its own there.
const isOurs = (name: string) => !name.startsWith("tsx-");

/** How a dry run ended, and what it left in the folder for temporary files. */
async function run({ settings = {}, seeds = join(root, "seeds/rageval"), until = "configs", signal = new AbortController().signal } = {}) {
  vi.stubEnv("TMPDIR", at());
  const parsed = Settings.parse({ items: 14, documentsPerSchema: 2, languages: ["zh"], domains: ["law"], model: "openai:gpt-4o-mini", ...settings });
  const recipe = recipeOf("rageval", { settings: parsed, sources: { seeds: [seeds] }, directory: at() });
  const ended = await dryRun({ settings: parsed, recipe, until, modelOf: stage => stageModel(parsed, stage), signal }).then(
    counted => ({ counted }),
    (error: unknown) => ({ error }),
  );
  vi.unstubAllEnvs();
  return { ...ended, left: readdirSync(at()).filter(isOurs) };
}

test("stages up to the last one wanted are counted in the order of the pipeline", async () => {
  const { left, ...ended } = await run();
  expect(ended).toMatchObject({ counted: { failures: 0 } });
  const { counts } = (ended as { counted: Awaited<ReturnType<typeof dryRun>> }).counted;
  expect([...counts.keys()]).toEqual(["rageval/schemas", "rageval/configs"]);
  expect(counts.get("rageval/configs")).toMatchObject({ calls: 2, unanswered: 0 });
  expect(left).toEqual([]);
});

test("a stop ends it and leaves nothing", async () => {
  const stop = new AbortController();
  const stopped = new PipelineError("interrupted", "Stopped.", { hint: "" });
  setImmediate(() => stop.abort(stopped));
  expect(await run({ signal: stop.signal })).toEqual({ error: stopped, left: [] });
});

test("what the run would refuse is refused, and leaves nothing", async () => {
  for (const wrong of [{ seeds: join(root, "no-such-seeds") }, { until: "no-such-stage" }]) {
    const ended = await run(wrong);
    expect(ended).toMatchObject({ error: { name: "PipelineError" }, left: [] });
  }
});
