// Whoever reads what a command prints may stop reading.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { program } from "../support/cli.ts";

test("a reader who has seen enough is not a fault", async () => {
  const child = spawn(process.execPath, [...program, "--help"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([said, code]).toEqual(["", 0]);
}, 60_000);
