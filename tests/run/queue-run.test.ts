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
  vi.stubEnv("RAGWRIGHT_QUEUE_SECRET", "a third canary of some length");
  const run = queueRun({ queueUrl }, settings, plan);
  expect(run).toMatchObject({
    address: { host: "h", port: 6380, db: 2, password: "canary" },
    plan,
  });
  expect(queueNote(run, "/run")).toEqual({
    onQueue: { place: "redis://h:6380/2", run: `/run on ${hostname()}` },
  });
});

test.each(["redis://h:6380", "rediss://10.0.0.7", "redis://[fe80::1]:6379"])(
  "%s is on another machine: a secret is asked for, of some length; on this machine none",
  away => {
    const check = (url: string) => queueRun({ queueUrl: url }, settings, plan);
    expect(() => check(away)).toThrow("RAGWRIGHT_QUEUE_SECRET is not set");
    expect(check("redis://127.0.0.1:6380")?.address.secret).toBeUndefined();
    vi.stubEnv("RAGWRIGHT_QUEUE_SECRET", "short");
    expect(() => check(away)).toThrow("RAGWRIGHT_QUEUE_SECRET has fewer than 16 characters");
    vi.stubEnv("RAGWRIGHT_QUEUE_SECRET", "of sixteen signs");
    expect(check(away)?.address.secret).toBe("of sixteen signs");
  },
);

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
  expect(check).toThrow(/--queue and .*batch.* cannot be used together/);
  expect(check).not.toThrow(/canary/);
});
