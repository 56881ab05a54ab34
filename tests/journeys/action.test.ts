// The GitHub Action of examples/action, its script run as a runner does: what it writes, how it ends, and what it pays.

import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { ItemRow } from "../../schemas/items/records.ts";
import { program, ragwright, root } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { judge } from "./judges.ts";

const Step = z.strictObject({
  uses: z.string().optional(),
  with: z.record(z.string(), z.string()).optional(),
  if: z.string().optional(),
  shell: z.literal("bash").optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const Action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string(),
    z.strictObject({
      description: z.string(),
      required: z.literal(true).optional(),
      default: z.string().optional(),
    }),
  ),
  runs: z.strictObject({ using: z.literal("composite"), steps: z.array(Step) }),
});
const text = readFileSync(join(root, "examples/action/action.yml"), "utf8");
const action = Action.parse(parse(text));

const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({ uses: z.string().optional(), with: z.object().loose().optional() }),
      ),
    }),
  ),
});

const [sample] = sampleItems as readonly [ItemRow];
const rows = Array.from(
  { length: 60 },
  (_, at): ItemRow => ({ ...sample, id: `item-${at}`, question: `Question ${at}?` }),
);

/** A checkout with a run, the same packed, and `npx ragwright` over this code. */
async function checkout() {
  const folder = newFolder();
  const file = (...parts: string[]) => join(folder, ...parts);
  putRun(file("run"));
  putDocuments(file("run"));
  putItems(file("run"), rows);
  expect((await ragwright(["pack", "run", "--to", "evals"], { cwd: folder })).code).toBe(0);
  for (const name of ["bin", "temporary"]) mkdirSync(file(name));
  const words = [process.execPath, ...program].map(word => `"${word}"`).join(" ");
  writeFileSync(file("bin/npx"), `#!/bin/sh\nshift\nexec ${words} "$@"\n`);
  chmodSync(file("bin/npx"), 0o755);
  const server = await judge(asked => asked.includes("GOOD"));
  return {
    file,
    server,
    /** So many of the answers are good. */
    answers: (name: string, good: number) => {
      const lines = rows.map(({ id }, at) => ({ id, answer: at < good ? `GOOD ${at}` : `${at}` }));
      writeFileSync(file(name), lines.map(line => `${JSON.stringify(line)}\n`).join(""));
      return name;
    },
    act: (inputs: Record<string, string>) => act(folder, inputs, server.baseUrl),
  };
}

const judged = "--model openai:judge --metrics completeness,rouge-l";

/** What a runner puts in the place of an expression, and nothing where it knows none. */
const substituted = (value: string, inputs: Record<string, string>): string =>
  value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
    const declared = action.inputs[name];
    if (declared === undefined) throw new Error(`${name} is not an input`);
    return inputs[name] ?? declared.default ?? "";
  });

/** Runs its scripts with the inputs in their places; returns the exit code and what the job's page then says. */
async function act(folder: string, inputs: Record<string, string>, baseUrl: string) {
  const summary = join(folder, "summary.md");
  writeFileSync(summary, "");
  const { OPENAI_API_KEY: _key, ...clean } = process.env;
  const given = {
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: join(folder, "temporary"),
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: baseUrl,
    NO_COLOR: "1",
  };
  const script = join(folder, "step.sh");
  let ended = { code: 0, said: "" };
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined) continue;
    writeFileSync(script, substituted(run, inputs));
    const own = Object.entries(env).map(([name, value]) => [name, substituted(value, inputs)]);
    // As GitHub starts bash.
    const words = ["--noprofile", "--norc", "-eo", "pipefail", script];
    ended = await new Promise(done =>
      execFile(
        "bash",
        words,
        { cwd: folder, env: { ...clean, ...given, ...Object.fromEntries(own) } },
        (error, out, err) => done({ code: error ? Number(error.code) : 0, said: out + err }),
      ),
    );
  }
  return { ...ended, summary: readFileSync(summary, "utf8") };
}

test("it has at most 40 lines, no script that an input could write into, and keeps verdicts and JUnit whatever the end", () => {
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  const { steps } = action.runs;
  expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  expect(steps.map(({ uses, if: when }) => [uses?.split("@")[0], when])).toEqual([
    ["actions/cache/restore", undefined],
    [undefined, undefined],
    ["actions/cache/save", "always()"],
    ["actions/upload-artifact", "always()"],
  ]);
});

test("the workflow beside it gives inputs that the action takes, and all that it needs", () => {
  const path = join(root, "examples/action/workflow.yml");
  const { jobs } = Workflow.parse(parse(readFileSync(path, "utf8")));
  const given = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .filter(({ uses }) => uses?.startsWith("./"))
    .map(step => Object.keys(step.with ?? {}));
  expect(given).toHaveLength(1);
  expect(given[0]?.filter(name => !(name in action.inputs))).toEqual([]);
  const needed = Object.entries(action.inputs).filter(([, { required }]) => required === true);
  expect(needed.filter(([name]) => !given[0]?.includes(name))).toEqual([]);
});

test("answers no worse than main's pass, against what pack wrote; a second run pays nothing, and a changed answer for itself alone", async () => {
  const { file, server, answers, act } = await checkout();
  const inputs = {
    answers: answers("new.jsonl", 60),
    against: "evals",
    "no-worse-than": answers("main.jsonl", 30),
    options: judged,
  };
  const first = await act(inputs);
  expect([first.code, first.summary], first.said).toEqual([
    0,
    expect.stringMatching(/^### new: all checks pass\n[^]*✅/),
  ]);
  // 60 of main's answers and the 30 of the new ones that say something else.
  expect(server.bodies.length).toBe(90);
  expect(readFileSync(file("temporary/ragwright.xml"), "utf8")).toContain('failures="0"');
  const second = await act(inputs);
  expect([second.code, second.summary, server.bodies.length]).toEqual([0, first.summary, 90]);
  answers("new.jsonl", 59);
  // The last one says what main's says: that was judged.
  expect([(await act(inputs)).code, server.bodies.length]).toEqual([0, 90]);
});

test("answers that are worse fail, a bound that is not kept fails, and what is not decided fails unless that is allowed", async () => {
  const { file, answers, act } = await checkout();
  const against = "run";
  const main = { "no-worse-than": answers("main.jsonl", 60), options: judged };
  const worse = await act({ answers: answers("worse.jsonl", 20), against, ...main });
  expect([worse.code, worse.summary], worse.said).toEqual([
    1,
    expect.stringMatching(/^### worse: 1 of 1 checks fail\n[^]*❌/),
  ]);
  expect(readFileSync(file("temporary/ragwright.xml"), "utf8")).toContain('failures="1"');
  const few = { answers: answers("few.jsonl", 58), against, ...main, margin: "0.05" };
  const open = await act(few);
  expect([open.code, open.summary], open.said).toEqual([
    1,
    expect.stringMatching(/^### few: 1 of 1 checks are not decided\n[^]*❔/),
  ]);
  const allowed = await act({ ...few, options: `${judged} --allow-undecided` });
  expect(allowed.code, allowed.said).toBe(0);
  const bound = await act({
    answers: "few.jsonl",
    against,
    "fail-under": "completeness=0.99",
    options: judged,
  });
  expect([bound.code, bound.summary], bound.said).toEqual([
    1,
    expect.stringContaining("completeness"),
  ]);
});

test("what is typed wrongly fails, and leaves the page of the job empty", async () => {
  const { file, answers, act } = await checkout();
  const ended = await act({
    answers: answers("new.jsonl", 1),
    against: "nowhere",
    "fail-under": "rouge-l=0.1",
  });
  expect([ended.code > 0, ended.summary]).toEqual([true, ""]);
  expect(ended.said).toContain("nowhere");
  expect(existsSync(file("temporary/ragwright.xml"))).toBe(false);
});
