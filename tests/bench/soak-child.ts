// The run of the soak, in a process of its own: node --expose-gc --import tsx tests/bench/soak-child.ts SERVER FOLDER ROWS PLACES
// Each minute it says its heap in bytes, after a collection, and the calls it has journaled.

import { localExecutor } from "../../pipelines/engine/executor.ts";
import { runPipeline } from "../../pipelines/engine/runner.ts";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { namedVersion } from "../support/plain-run.ts";
import { openModel } from "./asking.ts";
import { artifacts, asksOf, stages } from "./asking-stages.ts";
import { soakStages } from "./soak-figures.ts";

const [server = "", folder = "", rows = "0", places = "64"] = process.argv.slice(2);
const longest = 5;
const timeouts = { connect: 10, firstByte: longest, idle: longest, whole: longest };
const { model, close } = await openModel(server, Number(places), { folder, timeouts });
const tell = () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ heap: heapUsed + external, rss })}\n`);
};
const telling = setInterval(tell, 60_000);
const text = "A dam. ".repeat(200);
function* input() {
  for (let row = 0; row < Number(rows); row++) yield { id: `row-${row}`, text };
}
await runPipeline({
  directory: folder,
  stages: stages.slice(0, soakStages),
  inputs: [{ artifact: artifacts[0]!, rows: input }],
  executor: localExecutor(asksOf(model)),
  versionOf: namedVersion,
  askFingerprint: () => 1,
  randomSeed: 1,
  concurrency: rowsFor(Number(places)),
  retryFailed: false,
  settings: {},
  onEvent: () => undefined,
  signal: new AbortController().signal,
});
clearInterval(telling);
tell();
await close();
process.exit(0);
