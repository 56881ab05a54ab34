// What `--queue` asks for: a place that can be read, and no batch beside it.

import { hostname } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { queueNote, queueRun } from "../../pipelines/run/queue-run.ts";
import { StagePlan } from "../../pipelines/run/stage-plan.ts";
import { Settings } from "../../schemas/settings.ts";

const settings = Settings.parse({});
const plan = StagePlan.parse({
  wing: "cofe",
  settings,
  base: null,
  constructed: false,
  sameReader: true,
});
const queueUrl = "redis://someone:canary@h:6380/2";

afterEach(() => vi.unstubAllEnvs());

test("without --queue there is none, and nothing is noted", () => {
  expect(queueRun({ batch: "api" }, settings, plan)).toBeUndefined();
  expect(queueNote(undefined, "/run")).toEqual({});
});

test("run.json is told the place and the run, and neither user nor password", () => {
  vi.stubEnv("RAGWRIGHT_QUEUE_PASSWORD", "another-canary");
  const run = queueRun({ queueUrl }, settings, plan);
  expect(run).toMatchObject({ place: { host: "h", port: 6380, db: 2, password: "canary" }, plan });
  expect(queueNote(run, "/run")).toEqual({
    onQueue: { place: "redis://h:6380/2", run: `/run on ${hostname()}` },
  });
});

test.each([
  ["--batch", { queueUrl, batch: "api" as const }, settings],
  [
    "batch: true of all stages",
    { queueUrl },
    Settings.parse({ model: { model: "openai:m", batch: true } }),
  ],
  [
    "batch: true of one stage",
    { queueUrl },
    Settings.parse({ models: { "items/keypoints": { model: "openai:m", batch: true } } }),
  ],
])("%s beside --queue is wrong use, said without the password", (_, flags, told) => {
  const check = () => queueRun(flags, told, plan);
  expect(check).toThrow(/--queue and .*batch.* exclude one another/);
  expect(check).not.toThrow(/canary/);
});
