// A run packed to be committed, checked against the documents, and run as tests by a test runner of the user's own.

import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ragwright, root } from "../support/cli.ts";
import { alder, birch, heron, ward } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

/** A project with a run, its documents as files, and what `npm install` leaves. */
function prepared() {
  const folder = newFolder();
  const file = (...parts: string[]) => join(folder, ...parts);
  writeSampleRun(file("run"));
  for (const name of ["docs", "node_modules", "test"]) mkdirSync(file(name));
  for (const { name, text } of [alder, birch, heron, ward])
    writeFileSync(file("docs", `${name}.txt`), text);
  symlinkSync(join(root, "node_modules/vitest"), file("node_modules/vitest"));
  writeFileSync(file("package.json"), '{"type":"module"}');
  return {
    file,
    command: (...args: string[]) => ragwright(args, { cwd: folder }),
    /** Runs a test file of the user's, and tells what became of each test. */
    tests: (text: string) => {
      writeFileSync(
        file("test/rag.test.ts"),
        text.replace("ragwright/vitest", join(root, "pipelines/testing/vitest.ts")),
      );
      return runTests(folder);
    },
  };
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function runTests(folder: string) {
  const { VITEST: _runner, ...env } = process.env;
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const args = words`${program} run --reporter=json --reporter=verbose --outputFile.json=report.json`;
  return new Promise<{ code: number; out: string; report: Report }>(done =>
    execFile(process.execPath, args, { cwd: folder, env }, async (error, out, err) => {
      const { default: report } = (await import(join(folder, "report.json"), {
        with: { type: "json" },
      })) as { default: Report };
      done({ code: error ? Number(error.code) : 0, out: out + err, report });
    }),
  );
}

const statuses = ({ testResults }: Report) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status }) => [/item-\d/.exec(title)?.[0], status]);

const rag = `
const said = {
  "When was Alder Mills founded?": { answer: "In May of 1999.", retrieved: ["Alder Mills was founded on 3 May 1998 in Corrie."] },
  "白鹭渡轮有限公司2021年的营业收入是多少？": { answer: "3000万元", retrieved: [] },
};
const answer = async (question: string, { language }: { language: string }) =>
  said[question as keyof typeof said] ?? (language === "en" && question.startsWith("How many") ? "I cannot answer that; the documents do not say." : "On 5 June 2020.");
`;

test("each item of a packed run is a test: what is answered wrongly fails with the step that lost it, the rest passes", async () => {
  const { command, tests } = prepared();
  const packed = await command("pack", "run", "--to", "evals/handbook");
  expect([packed.code, packed.out]).toEqual([
    0,
    expect.stringMatching(/^5 items from 4 documents written to evals\/handbook \(0\.00 MB\)/),
  ]);
  const { code, report } = await tests(`
import { describeBenchmark } from "ragwright/vitest";
${rag}
describeBenchmark("evals/handbook", answer);
`);
  expect(code).toBe(1);
  expect(statuses(report)).toEqual([
    ["item-0", "failed"],
    // Which one earned more code cannot tell, and no passages are told.
    ["item-1", "skipped"],
    ["item-2", "passed"],
    ["item-3", "passed"],
    ["item-4", "failed"],
  ]);
  const [failed] = report.testResults[0]!.assertionResults;
  const shown = failed?.failureMessages.join("\n") ?? "";
  for (const line of [
    "it lacks 3 May 1998",
    "question  When was Alder Mills founded?",
    "expected  On 3 May 1998.",
    "got       In May of 1999.",
    "lost in   generation: all the evidence was read",
  ])
    expect(shown).toContain(line);
});

test("items that the documents no longer bear out are listed with exit code 0, and skipped as stale", async () => {
  const { file, command, tests } = prepared();
  await command("pack", "run", "--to", "evals/handbook");
  const fresh = await command("check", "evals/handbook", "--documents", "docs");
  expect([fresh.code, fresh.out]).toEqual([
    0,
    expect.stringContaining("0 of 5 items are stale; 4 documents were read."),
  ]);
  writeFileSync(file("docs/Alder Mills.txt"), alder.text.replace("3 May 1998", "4 May 1998"));
  const { code, out } = await command("check", "evals/handbook", "--documents", "docs", "--json");
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { items: 5, stale: [{ id: "item-0", evidence: [{ state: "changed" }] }], unread: [] },
  ]);
  const { report, out: told } = await tests(`
import { describeBenchmark } from "ragwright/vitest";
${rag}
describeBenchmark("evals/handbook", answer, { documents: "docs", split: "dev" });
`);
  expect(statuses(report)).toEqual([
    ["item-0", "skipped"],
    ["item-1", "skipped"],
  ]);
  expect(told).toContain("stale: the documents no longer contain its evidence");
});

test("where there is no benchmark the tests fail, and say what to type", async () => {
  const { command, tests } = prepared();
  const { code, report } = await tests(`
import { describeBenchmark } from "ragwright/vitest";
describeBenchmark("evals/nothing", () => "x");
`);
  expect([code, report.testResults[0]?.message]).toEqual([
    1,
    expect.stringMatching(
      /no packed benchmark in evals\/nothing.*ragwright pack <run> --to evals\/nothing/,
    ),
  ]);
  expect((await command("check", "evals/nothing", "--documents", "docs")).code).toBe(1);
});
