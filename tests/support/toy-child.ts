// A process of its own that locks a run directory and runs the toy pipeline in it, or holds the lock until it is told to give it back.
// node --import tsx tests/support/toy-child.ts run|hold DIRECTORY [FILE to note asked keys in]

import { appendFileSync, mkdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { type Lease, lockDirectory } from "../../pipelines/engine/lock.ts";
import type { Model } from "../../pipelines/llm/model.ts";
import { killedWords, runToy, toyModel, writeTemplates } from "./toy-run.ts";

const [what, directory = "", askedPath = ""] = process.argv.slice(2);

const say = (line: string) => writeSync(1, `${line}\n`);

/** A model that takes its time and notes what it is asked, before it answers. */
function slowModel(): Model {
  const toy = toyModel(() => 0);
  return {
    ...toy,
    complete: async (request, signal) => {
      appendFileSync(askedPath, `${request.key}\n`);
      await new Promise(resolve =>
        setTimeout(resolve, 1 + (Number.parseInt(request.key.slice(0, 2), 16) % 5)),
      );
      return toy.complete(request, signal);
    },
  };
}

const nextInput = () =>
  new Promise<string>(resolve =>
    process.stdin.once("data", text => resolve(String(text).trim())).once("end", () => resolve("")),
  );

/** Of the test that started it, as JSON. */
const lease = process.env["LEASE"];

const lock = () =>
  lockDirectory(directory, {
    ...(lease === undefined ? {} : { lease: JSON.parse(lease) as Lease }),
    onNotice: say,
  });

async function run() {
  const { release, check } = await lock();
  // Beside the run, where who kills this process clears it away.
  const prompts = join(directory, "../prompts");
  mkdirSync(join(prompts, "toy"), { recursive: true });
  writeTemplates(join(prompts, "toy"));
  await runToy({
    directory,
    model: slowModel(),
    texts: killedWords,
    prompts,
    options: {
      concurrency: 8,
      checkLock: check,
      onEvent: event => event.type === "row-finished" && say(`${event.stage} ${event.input}`),
    },
  });
  release();
  say("finished");
}

/** Waits for a line before it takes the lock, so that many may take it at once; at others it looks whether the lock is still its own, until it is to give it back. */
async function hold() {
  say("ready");
  await nextInput();
  const { release, check } = await lock();
  say("taken");
  while ((await nextInput()) === "look") {
    check();
    say("still its own");
  }
  release();
  say("given back");
}

try {
  await (what === "hold" ? hold() : run());
} catch (error) {
  say(
    error instanceof PipelineError
      ? `refused ${error.code}: ${error.message} ${error.hint}`
      : String(error),
  );
}
process.stdin.destroy();
