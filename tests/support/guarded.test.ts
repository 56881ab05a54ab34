// Processes that a test starts do not outlive it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { startGuarded } from "./guarded.ts";

const file = pathToFileURL(join(import.meta.dirname, "guarded.ts")).href;
const quiet = { stdio: "ignore" } as const;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A process of its own that starts another one, and the pids of both. */
async function startStarter() {
  const script = `import { startGuarded } from ${JSON.stringify(file)}; console.log(startGuarded("sleep", ["600"], { stdio: "ignore" }).pid);`;
  const starter = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(starter.stdout, "data")) as [Buffer];
  return { starter, started: Number(said.toString()) };
}

test("what a killed process had started is killed after it", async () => {
  const { starter, started } = await startStarter();
  expect(isAlive(started)).toBe(true);
  starter.kill("SIGKILL");
  await vi.waitUntil(() => !isAlive(started), { timeout: 20_000 });
});

test("killed once it is gone; the second time there is nothing to kill", async () => {
  const sleeping = startGuarded("sleep", ["600"], quiet);
  expect(sleeping.isRunning()).toBe(true);
  expect([await sleeping.kill(), await sleeping.kill()]).toEqual([true, false]);
  expect([await sleeping.exited, sleeping.isRunning(), isAlive(sleeping.pid)]).toEqual([null, false, false]);
});

test("what ended of itself was not killed, and tells its code", async () => {
  const short = startGuarded("sh", ["-c", "exit 3"], quiet);
  expect(await short.exited).toBe(3);
  expect(await short.kill()).toBe(false);
});

test("a command that is not there is told", async () => {
  const none = startGuarded("no-such-command-here", [], quiet);
  await expect(none.exited).rejects.toThrow(/ENOENT/);
  expect([none.isRunning(), await none.kill()]).toEqual([false, false]);
});
