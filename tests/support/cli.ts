// Runs the command line as a user would, in a process of its own.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checkPrinted } from "./printed-json.ts";

export const root = resolve(import.meta.dirname, "../..");
const compiled = join(root, "dist/pipelines/cli/main.js");

/** Whether the build holds what the sources say now; it starts twice as fast as they do. */
function isBuilt(): boolean {
  if (!existsSync(compiled)) return false;
  const built = statSync(compiled).mtimeMs;
  return ["pipelines", "schemas"].every(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).every(
      file => statSync(join(root, folder, file)).mtimeMs <= built,
    ),
  );
}

// import.meta.resolve is not there in what vitest loads before the tests.
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;

/** What Node is given before the command's own arguments. */
export const program: readonly string[] = isBuilt()
  ? [compiled]
  : ["--import", loader, join(root, "pipelines/cli/main.ts")];

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunConditions {
  /** Where the user stands. */
  readonly cwd?: string;
  /** Holds no key unless given. */
  readonly env?: Record<string, string>;
  /** The process is killed (-9) as soon as it has told this on stderr. */
  readonly killAt?: string;
  /** The process is killed (-9) when this resolves to true. */
  readonly killWhen?: Promise<boolean>;
}

/** What is printed under `--json` is held to its record. */
export async function ragwright(
  args: readonly string[],
  { cwd = root, env = {}, killAt, killWhen }: RunConditions = {},
): Promise<CommandResult> {
  const {
    OPENAI_API_KEY: _key,
    OPENAI_BASE_URL: _url,
    npm_lifecycle_event: _npx,
    ...clean
  } = process.env;
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...clean, NO_COLOR: "1", ...env },
  });
  const collected = { out: "", err: "" };
  child.stdout.on("data", chunk => (collected.out += chunk));
  child.stderr.on("data", chunk => {
    collected.err += chunk;
    if (killAt !== undefined && collected.err.includes(killAt)) child.kill("SIGKILL");
  });
  void killWhen?.then(now => now && child.kill("SIGKILL"));
  const ran = await new Promise<CommandResult>(done =>
    child.on("close", code => done({ code, ...collected })),
  );
  if (ran.code !== null) await checkPrinted(args, ran.out);
  return ran;
}
