// `ragwright worker` before it has met a run: what was typed is looked at before anything else is.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { worker } from "../../pipelines/cli/worker.ts";
import { lockDirectory } from "../../pipelines/engine/lock.ts";
import { ragwright } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
// Nobody listens there: what comes before a connection does not know.
const queue = "redis://127.0.0.1:1";

test.each(["0", "-1", "many", "1.5", "100001", "9".repeat(400)])(
  "%s rows are refused before anything is made",
  async rows => {
    await expect(worker({ queue, rows, out: at("w") })).rejects.toMatchObject({
      code: "wrong-use",
      message: expect.stringContaining("--rows must be") as string,
    });
    expect(readdirSync(at())).toEqual([]);
  },
);

test("an address that cannot be read is told before a folder is made", async () => {
  await expect(worker({ queue: "somewhere", out: at("w") })).rejects.toMatchObject({
    code: "wrong-use",
  });
  expect(readdirSync(at())).toEqual([]);
});

test("the folder of a run is none for a worker, nor is another worker's", async () => {
  mkdirSync(at("run"));
  writeFileSync(at("run/run.json"), "{}");
  await expect(worker({ queue, out: at("run") })).rejects.toMatchObject({
    code: "wrong-use",
    message: expect.stringContaining("contains a run") as string,
  });
  await lockDirectory(at("other"));
  await expect(worker({ queue, out: at("other") })).rejects.toMatchObject({ code: "locked" });
});

test("without a folder it takes the first one that no living worker has", async () => {
  await lockDirectory(at("out/workers/1"));
  const { code, err } = await ragwright(["worker", "--queue", queue], { cwd: at() });
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("Redis at redis://127.0.0.1:1/0 does not answer: ECONNREFUSED"),
  ]);
  expect(readdirSync(at("out/workers")).sort()).toEqual(["1", "2"]);
  expect(readdirSync(at("out/workers/2"))).toEqual([]);
});
