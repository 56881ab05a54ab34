// A run that other code made: what would be redone is listed and nothing touched; with --redo exactly that is redone, and nothing is paid again.

import { execFileSync, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCode } from "../../pipelines/run/code-version.ts";
import { stagesOf } from "../../pipelines/run/stage-plan.ts";
import { Settings } from "../../schemas/settings.ts";
import { type CommandResult, ragwright, root } from "../support/cli.ts";
import { completionOf, recordedReplies } from "../support/replies-by-rules.ts";
import { askedByRules } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(path => statSync(join(folder, path)).isFile())
    .sort();

/** Every file of a folder with its bytes and time. */
const bytesOf = (folder: string) =>
  filesIn(folder).map(path => [
    path,
    readFileSync(join(folder, path), "latin1"),
    statSync(join(folder, path)).mtimeMs,
  ]);

/** The program, in a folder of its own where its sources can be edited. */
const copied = newFolder();
const sourceOf = (module: string) => join(copied, `${module}.ts`);

function build(): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(
    process.execPath,
    words`${compiler} -p ${join(copied, "tsconfig.build.json")} --noCheck --declaration false`,
  );
}

const folder = newFolder();
const recorded = join(folder, "recorded");
const made = join(folder, "made");
const settings = join(folder, "small.yaml");
const small = words`run rageval --schemas law --language en --items 4 --settings ${settings}`;
let server: Server;
let url = "";
let asked = 0;

function run(...more: string[]): Promise<CommandResult> {
  const child = spawn(
    process.execPath,
    [
      join(copied, "dist/pipelines/cli/main.js"),
      ...small,
      ...words`--model openai:writer-1 --base-url ${url} --out ${made}`,
      ...more,
    ],
    {
      cwd: folder,
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    },
  );
  const told = { out: "", err: "" };
  child.stdout.on("data", chunk => (told.out += chunk));
  child.stderr.on("data", chunk => (told.err += chunk));
  return new Promise(done => child.on("close", code => done({ code, ...told })));
}

/** Stages as a refusal lists them. */
const listed = ({ err }: CommandResult) =>
  [...err.matchAll(/^ {2}(\S+): \d+ outcomes?/gm)].map(([, name]) => name);

/** Those of them whose replies are not all taken again. */
const unserving = ({ err }: CommandResult) =>
  [...err.matchAll(/^ {2}(\S+): .*, (\d+) of (\d+) replies can be reused/gm)].flatMap(
    ([, name, serving, journaled]) => (serving === journaled ? [] : [name]),
  );

const stages = stagesOf({
  wing: "rageval",
  settings: Settings.parse({}),
  start: "seeds",
  constructed: true,
  sameReader: true,
});
const code = openCode();
const reaching = (name: string) =>
  stages
    .filter(({ module }) => code.reachableFiles(module).includes(name))
    .map(stage => stage.name);

interface RunJson {
  readonly stages: readonly { readonly name: string; readonly writes: string }[];
}

/** By stage: the fingerprints of its outcomes. */
function fingerprints(): Map<string, string> {
  const { stages: written } = JSON.parse(readFileSync(join(made, "run.json"), "utf8")) as RunJson;
  return new Map(
    written.map(({ name, writes }) => [
      name,
      [
        ...readFileSync(join(made, `${writes}.done.jsonl`), "utf8").matchAll(
          /"fingerprint":"(\w+)"/g,
        ),
      ]
        .map(([, hash]) => hash)
        .join(),
    ]),
  );
}

beforeAll(async () => {
  writeFileSync(settings, `documentsPerSchema: 1\nfamilies: { share: 0 }\n${askedByRules}`);
  for (const name of [
    "pipelines",
    "schemas",
    "package.json",
    "tsconfig.json",
    "tsconfig.build.json",
  ])
    cpSync(join(root, name), join(copied, name), { recursive: true });
  for (const name of ["prompts", "seeds", "node_modules"])
    symlinkSync(join(root, name), join(copied, name));
  build();
  const { code, err } = await ragwright([...small, "--model", "rules", "--out", recorded]);
  expect(code, err).toBe(0);
  const replyTo = recordedReplies(join(recorded, "calls.jsonl"));
  server = createServer((request, response) => {
    let text = "";
    request.on("data", chunk => (text += chunk));
    request.on("end", () => {
      asked++;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(completionOf(replyTo(JSON.parse(text)) ?? "{}")));
    });
  }).listen(0, "127.0.0.1");
  await new Promise(ready => server.once("listening", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const first = await run();
  expect(first.code, first.err).toBe(0);
});

afterAll(() => void server?.close());

test.each([
  ["a leaf stage", "pipelines/items/splits", ["items/splits"]],
  ["text/sentences.ts", "pipelines/text/sentences", reaching("pipelines/text/sentences")],
])(
  "an edit in %s stops the run with the stages that rest on it; --redo redoes these alone, and no reply is paid again",
  async (_, edited, expected) => {
    const [before, bytes, paid] = [fingerprints(), bytesOf(made), asked];
    appendFileSync(sourceOf(edited), "\nexport const edited = true;\n");
    build();
    const refused = await run();
    expect([refused.code, listed(refused)]).toEqual([1, expected]);
    // What rules replied by other code is asked of them again, and costs nothing.
    expect(unserving(refused)).toEqual(expected.filter(name => name === "questions/init"));
    expect(bytesOf(made)).toEqual(bytes);
    const redone = await run("--redo");
    expect(redone.code, redone.err).toBe(0);
    const after = fingerprints();
    expect(
      [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name),
    ).toEqual(expected);
    expect(asked).toBe(paid);
    expect((await run()).code).toBe(0);
  },
  60_000,
);

test("an edit in a comment changes nothing: the run goes on as it is, every stage unchanged", async () => {
  const [before, paid] = [fingerprints(), asked];
  for (const edited of ["pipelines/text/sentences", "pipelines/engine/stage"])
    appendFileSync(sourceOf(edited), "\n// A word more.\n");
  build();
  const ended = await run();
  expect(ended.code, ended.err).toBe(0);
  expect([fingerprints(), asked]).toEqual([before, paid]);
});

test("what a person edited stays when its stage is redone", async () => {
  const path = join(made, "items/keypoints.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"claim":"/, '"claim":"Said by hand: '));
  appendFileSync(sourceOf("pipelines/questions/unfold-keys"), "\nexport const edited = true;\n");
  build();
  expect(listed(await run())).toEqual(reaching("pipelines/questions/unfold-keys"));
  const redone = await run("--redo");
  expect([redone.code, readFileSync(path, "utf8").match(/Said by hand/g)?.length]).toEqual([0, 1]);
});

test("a run from before versions were hashes is listed and left as it is, with what a dead process left in it, until --redo", async () => {
  const old = newFolder();
  cpSync(join(root, "tests/fixtures/before-hashes"), old, { recursive: true });
  writeFileSync(join(old, "run/lock"), JSON.stringify({ pid: 4_000_000, started: "1" }));
  appendFileSync(join(old, "run/cofe/titles.done.jsonl"), '{"input":"d-cut');
  mkdirSync(join(old, "run/empty"));
  const bytes = bytesOf(old);
  const typed = words`run cofe --documents doc --items 4 --method paper --until cofe/questions --out run`;
  const byModel = [...typed, "--model", "openai:writer-1", "--base-url", url];
  const refused = await ragwright(byModel, { cwd: old });
  expect([refused.code, new Set(listed(refused))]).toEqual([
    1,
    new Set(["cofe/fragments", "cofe/plans", "cofe/questions", "cofe/titles"]),
  ]);
  expect(refused.err).toContain("2 of their 2 journaled replies can be reused");
  expect(bytesOf(old)).toEqual(bytes);
  const redone = await ragwright([...typed, "--model", "rules", "--redo"], { cwd: old });
  expect(redone.err).toContain("cofe/questions");
  const again = await ragwright([...typed, "--model", "rules"], { cwd: old });
  expect([again.code, again.err]).toEqual([redone.code, expect.stringContaining("unchanged")]);
});
