// The replay server's options as the shell gives them.

import { Command } from "commander";
import { type ReplaySettings, readSettings } from "./settings.ts";

const more = (value: string, before: string[] = []) => [...before, value];

const command = () =>
  new Command("replay-server")
    .description(
      "An OpenAI-compatible server on 127.0.0.1 that answers from recorded calls. GET /stats, POST /reset, POST /batches/finish are its own.",
    )
    .option("--calls <file>", "calls.jsonl to answer from (repeatable)", more)
    .option("--echo <json>", "the reply to any question that is not recorded")
    .option("--port <n>", "0 takes any free port (default)")
    .option("--seed <n>", "of latencies and faults (default 1)")
    .option(
      "--usage <how>",
      "recorded (default), or counted: o200k tokens of what is sent and replied",
    )
    .option(
      "--latency <law>",
      "none (default), fixed:200, or lognormal:200,0.6 (median in milliseconds, sigma)",
    )
    .option(
      "--faults <rates>",
      "429=0.03,reset=0.02,…; all=0.2, refused=…, broken=…, replies=… are spread evenly; a later part stands over an earlier; forever=0.001",
    )
    .option("--faults-per-question <n>", "then it is answered well (default 2)")
    .option(
      "--hold <ms>",
      "for how long a stalled reply is held and over how long a slow one is spread (default 5000)",
    )
    .option("--retry-after <s>", "what a planted 429-wait asks for (default 1)")
    .option("--rpm <n>", "requests let in a window")
    .option("--tpm <n>", "tokens let in a window")
    .option(
      "--tokens-held <how>",
      "used (default), or reserved: input and the longest reply asked for",
    )
    .option("--max-concurrency <n>", "requests let in at once")
    .option("--window <ms>", "length of the limits' minute (default 60000)")
    .option(
      "--log <file>",
      "JSONL that gets a line for every request for a reply: time, API key, question, tokens, outcome",
    )
    .option("--key <key>", "the only API key let in")
    .option("--batch-polls <n>", "looks at a batch before it has ended (default 2)")
    .option("--batch-expire <share>", "of a batch's requests that are not done in time")
    .option("--batch-fail-requests <share>", "of a batch's requests that fail with status 500")
    .option(
      "--batch-refuse-requests <share>",
      "of a batch's requests that are refused with status 400, always",
    )
    .option("--batch-invalid", "every batch fails its validation")
    .option(
      "--batch-lose-creates <n>",
      "the first so many batches are made and the connection is reset",
    );

/** Settings from the arguments after the script's name; ends the process for `--help` and wrong use. */
export function readCommandLine(given: readonly string[]): ReplaySettings {
  const { batchFailRequests, batchRefuseRequests, ...same } = command()
    .parse(given, { from: "user" })
    .opts<Record<string, unknown>>();
  return readSettings({
    ...same,
    batchFail: batchFailRequests,
    batchRefuse: batchRefuseRequests,
  });
}
