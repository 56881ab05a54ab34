// The command line, or a script beside it, in a process of its own: how long it took, and how much memory.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "../support/cli.ts";

export interface Measured {
  readonly seconds: number;
  /** Of all threads, resident, at the highest. */
  readonly megabytes: number;
}

export const told = ({ seconds, megabytes }: Measured): string =>
  `${(seconds / 60).toFixed(1)} min, peak ${Math.round(megabytes)} MB`;

/** What it says goes to stderr; codes other than 0 and 1 throw. */
export async function measured(
  args: readonly string[],
  key: NodeJS.ProcessEnv = {},
): Promise<Measured> {
  const began = performance.now();
  const { OPENAI_API_KEY: _key, ...clean } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...clean, ...key, NO_COLOR: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      megabytes = Math.max(megabytes, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has just ended.
    }
  }, 200);
  const code = await new Promise<number | null>(resolve => child.once("close", resolve));
  clearInterval(watch);
  if (code !== 0 && code !== 1) throw new Error(`${args.join(" ")} ended with code ${code}`);
  return { seconds: (performance.now() - began) / 1000, megabytes };
}
