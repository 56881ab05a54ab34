// A worker of the benches over a queue, in a process of its own: node --import tsx tests/bench/queue-child.ts REDIS SERVER FOLDER ROWS [SECONDS]

import { mkdirSync } from "node:fs";
import { openConnection } from "../../pipelines/queue/connection.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import { runWorker } from "../../pipelines/queue/worker.ts";
import { asksOf, benchModel, stages } from "./asking-stages.ts";

const [redis = "", server = "", folder = "", rows = "154", longest] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const stop = new AbortController();
process.on("SIGTERM", () => stop.abort(new Error("told to leave")));
const connection = await openConnection(parseQueueAddress(redis, process.env), {
  onTrouble: text => process.stderr.write(`${text}\n`),
});
const model = benchModel(server, Number(rows), longest === undefined ? undefined : Number(longest));
let begun = process.cpuUsage();
await runWorker({
  connection,
  directory: folder,
  capacity: Number(rows),
  prepare: async (_, { withPermission: permitted }) => {
    begun = process.cpuUsage();
    return {
      identity: {},
      stages,
      createAsk: asksOf(permitted(model)),
      randomSeed: 1,
      close: async () => {},
    };
  },
  onNotice: () => undefined,
  signal: stop.signal,
}).catch((error: unknown) => {
  if (!stop.signal.aborted) process.stderr.write(`${String(error)}\n`);
});
const { user, system } = process.cpuUsage(begun);
process.stdout.write(`cpu ${(user + system) / 1000}\n`);
process.exit(0);
