// Stands in for the program where a test is about the fleet's processes themselves: tells its words and environment, and stays until it is told to go.
// node --import tsx tests/support/fleet-child.ts run|worker …

import { writeSync } from "node:fs";

const say = (text: string) => writeSync(1, `${text}\n`);

process.on("SIGINT", () => {
  say("finishing what is in flight");
  process.exit(0);
});
writeSync(
  2,
  `started with ${process.env["OPENAI_API_KEY"] ?? "no key"}, queue at ${process.env["RAGWRIGHT_QUEUE_USER"] ?? "nobody's"}\n`,
);
if (process.argv.includes("--fail")) process.exit(4);
setInterval(() => undefined, 1_000_000);
say(process.argv.slice(2).join(" "));
