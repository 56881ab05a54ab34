// The replay server in a process of its own, as a test or a bench starts it.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../cli.ts";
import type { ReplayOptions } from "./settings.ts";
import type { BillStats } from "./statistics.ts";

export interface ReplayProcess {
  readonly baseUrl: string;
  readonly pid: number;
  stats(): Promise<BillStats>;
  close(): void;
}

export async function startReplayProcess(options: ReplayOptions): Promise<ReplayProcess> {
  const child = spawn(
    process.execPath,
    [
      "--import",
      import.meta.resolve("tsx"),
      join(root, "tests/support/replay-server.ts"),
      JSON.stringify(options),
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /listening (\S+)/.exec(chunk.toString());
      if (found?.[1]) resolve(found[1]);
    });
    child.once("exit", code => reject(new Error(`the replay server ended with ${code}`)));
  });
  const origin = new URL(baseUrl).origin;
  return {
    baseUrl,
    pid: child.pid ?? 0,
    stats: async () => (await fetch(`${origin}/stats`)).json() as Promise<BillStats>,
    close: () => void child.kill("SIGKILL"),
  };
}
