// A toy RAG in Python over the demo, broken in five ways: the console alone names each fault among the first ten failures.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { ragwright, root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";
import { madeDemo } from "../support/made-demo.ts";
import { words } from "./words.ts";

const run = promisify(execFile);
const toy = join(root, "examples/toy_rag.py");
const at = freshFolder();
let demo = "";
beforeAll(async () => {
  demo = await madeDemo();
});

/** What `evaluate` prints of the ten worst, and of all that failed. */
async function consoleOf(fault: string) {
  const file = at(`${fault}.jsonl`);
  await run("python3", [toy, demo, file, fault]);
  const { code, out, err } = await ragwright(
    words`evaluate ${file} --against ${demo} --out ${at(fault)}`,
  );
  expect(code, err).toBe(0);
  const [overview = "", worst = ""] = out
    .slice(out.indexOf("items failed"))
    .split(/The 10 worst.*/);
  return { overview, worst };
}

test("the toy is short enough to be read at once", () => {
  expect(readFileSync(toy, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(55);
});

test("a splitter that ends a piece at “Ltd.” is named by the border that cuts the evidence", async () => {
  const { overview, worst } = await consoleOf("splitter");
  expect(worst).toMatch(/a chunk boundary splits the evidence \(passage \d+\) after “[^”]*Ltd\.”/);
  expect(overview).toMatch(
    /(\d+) of the \1 chunk boundaries that split evidence come right after “Ltd\.”/,
  );
});

test("a k of one is named by the passages that the evidence needs", async () => {
  const { overview, worst } = await consoleOf("k");
  expect(worst).toMatch(/too few passages: 1 passage retrieved, but the evidence is \d+ spans/);
  expect(overview).toContain("k is too small");
});

test("dropped Chinese is named by the language of all that came", async () => {
  const { worst } = await consoleOf("ascii");
  expect(worst).toContain(
    "the question is in Chinese, but all that was retrieved (8 passages) is in English",
  );
});

test("invented numbers are named one by one", async () => {
  const { overview, worst } = await consoleOf("numbers");
  expect(worst).toMatch(/the answer says [^\n]*\d[^\n]* in no passage that was read/);
  expect(overview).toContain("numbers or dates in the answer that are in no passage");
});

test("a system that refuses everything is told how often it did, and where it had read all the evidence", async () => {
  const { overview, worst } = await consoleOf("refuses");
  expect(worst).toMatch(
    /the system declined to answer, although all the evidence was read \(\d+ spans?\)/,
  );
  const [, declined, of] = /declined to answer (\d+) of (\d+) questions/.exec(overview) ?? [];
  expect([declined === of, Number(of) >= 400]).toEqual([true, true]);
});
