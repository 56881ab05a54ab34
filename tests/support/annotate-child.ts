// A process of its own that serves a person's folder until its input ends, so that a test can kill it.
// node --import tsx tests/support/annotate-child.ts DIRECTORY

import { writeSync } from "node:fs";
import { serveBatch } from "../../pipelines/annotate/server/server.ts";

const page = { markup: "", style: "", scripts: new Map<string, string>() };
const server = await serveBatch({
  directory: process.argv[2] ?? "",
  host: "127.0.0.1",
  port: 0,
  page,
});
writeSync(1, `${server.port}\n`);
process.stdin.resume().once("end", () => void server.close());
