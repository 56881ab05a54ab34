// The examples as they are typed, each as a process of its own: a user's RAG of every kind, asked and scored.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { evaluate, predict } from "../../pipelines/index.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { type ConstructingServer, startConstructingServer } from "../bench/constructing-server.ts";
import { sentenceOf } from "../bench/made-folder.ts";
import { ragwright, root } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";

const examples = join(root, "examples");
const execute = promisify(execFile);

function aRun(): string {
  const run = join(newFolder(), "run");
  writeSampleRun(run);
  return run;
}

const example = (name: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { OPENAI_API_KEY: _none, ...rest } = process.env;
  return execute(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(examples, name), ...args],
    { cwd: root, env: { ...rest, ...env } },
  );
};

const predicted = (run: string, name: string) =>
  readFileSync(join(run, `predictions/${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map(
      line =>
        JSON.parse(line) as {
          id: string;
          answer: string;
          retrieved?: object[];
          contexts?: object[];
        },
    );

let child: ChildProcess | undefined;
let server: ConstructingServer | undefined;
afterEach(async () => {
  child?.kill();
  await server?.close();
});

test("each is short enough to be read at once", () => {
  const files = readdirSync(examples, { recursive: true, withFileTypes: true });
  const lengths = files
    .filter(file => file.isFile())
    .map(({ name, parentPath }) => ({
      name,
      lines: readFileSync(join(parentPath, name), "utf8").trimEnd().split("\n").length,
    }));
  expect(lengths.length).toBeGreaterThan(5);
  expect(lengths.filter(({ lines }) => lines > 60)).toEqual([]);
});

test("a stream in TypeScript answers every item of the sample, with what it retrieved", async () => {
  const folder = newFolder();
  expect((await ragwright(["sample"], { cwd: folder })).code).toBe(0);
  const run = join(folder, "out/sample/rageval");
  const { stdout } = await example("own-rag.ts", [run]);
  const rows = predicted(run, "own-rag");
  expect(rows).toHaveLength(60);
  for (const { answer, retrieved } of rows) {
    expect(answer.length).toBeGreaterThan(20);
    expect(retrieved?.length).toBeGreaterThan(0);
  }
  expect(stdout).toMatch(/^evidence-recall [01]\.\d{3}\nrouge-l 0\.\d{3}\n$/);
});

test("a chain of LangChain.js answers every item; without a key a stand-in speaks, and nothing is judged", async () => {
  const run = aRun();
  const { stdout } = await example("langchain-rag.ts", [run]);
  const rows = predicted(run, "langchain");
  expect(rows.map(({ answer }) => answer)).toEqual(
    sampleItems.map(() => "I cannot answer this question."),
  );
  expect(rows.every(({ contexts }) => (contexts?.length ?? 0) > 0)).toBe(true);
  expect(stdout).toMatch(/^rouge-l 0\.\d{3}$/m);
  expect(stdout).not.toContain("completeness");
});

test("a server in Python is asked over HTTP", async () => {
  const run = aRun();
  child = spawn("python3", [join(examples, "http_rag.py"), run, "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data")) as [
    Buffer,
  ];
  const asked = await predict({ run, endpoint: line.toString().trim(), name: "python" });
  expect(asked).toMatchObject({ status: "done", written: sampleItems.length });
  const scored = await evaluate({
    predictions: join(run, "predictions/python.jsonl"),
    against: run,
  });
  expect(scored.status === "done" && scored.metrics["evidence-recall"]?.value).toBeGreaterThan(0);
});

/** Pages that say how much of what each bay of a pump takes. */
function aFolder(): string {
  const folder = join(newFolder(), "pumps");
  mkdirSync(folder);
  for (const [at, pump] of ["Alder-0001", "Birch-0002"].entries()) {
    const sentences = ["spring", "summer", "autumn", "winter"].flatMap((season, turn) =>
      [1, 2, 3].map(bay =>
        sentenceOf(
          {
            season,
            bay: String(bay),
            pump,
            litres: String(11 + 40 * at + 7 * turn + bay),
            fluid: ["oil", "brine", "glycol"][bay - 1] ?? "",
          },
          "en",
        ),
      ),
    );
    const text = `# Notes on the ${pump} pump\n\n${sentences.join("\n\n")}\n`;
    writeFileSync(join(folder, `${pump}.md`), text);
  }
  return folder;
}

test("a model of the AI SDK makes a benchmark and answers it; the same command again asks nothing", async () => {
  server = await startConstructingServer();
  const out = join(newFolder(), "run");
  const args = [aFolder(), out];
  const env = { OPENAI_BASE_URL: server.baseUrl };
  const { stdout } = await example("ai-sdk.ts", args, env);
  expect(stdout).toContain("Taken  as files");
  expect(stdout).toMatch(/questions\/init \d+\n/);
  expect(stdout).toMatch(/rouge-l 0?\.?\d/);
  const calls = [...readCalls(join(out, "calls.jsonl"))].map(({ call }) => call);
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.every(({ model }) => model === "gpt-4o-mini")).toBe(true);
  expect(existsSync(join(out, "report.html"))).toBe(true);
  const count = [...server.asked.values()].reduce((sum, each) => sum + each, 0);
  await example("ai-sdk.ts", args, env);
  expect([...server.asked.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
});
