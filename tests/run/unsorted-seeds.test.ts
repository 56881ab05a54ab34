// A folder of seeds that nobody sorted, from files to groups by kind, and one that somebody did. Replies written by hand.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { summaryText } from "../../pipelines/cli/summary-text.ts";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { type Model, run, type RunOptions } from "../../pipelines/index.ts";
import { plan } from "../../pipelines/run/plan.ts";
import type { RunEnded } from "../../pipelines/run/run.ts";
import { seedGroups, sortedSeeds } from "../../schemas/rageval/records.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";

vi.setConfig({ testTimeout: 60_000 });

const at = freshFolder();
const sitting = "The court sat again on the next day and heard one more witness of the fire. ";
const heap = {
  "2021/harl.md": "# Harl County Court\n\n## Facts\n\nOn 3 May 2021 Ida Penn set a barn alight.",
  "2021/判决.txt": "青溪县人民法院\n民事判决书\n\n原告周启明诉被告何山，本院于2021年6月受理。",
  "kitchen/rye.html": "<h1>Rye bread</h1><p>Knead 500 g of rye flour with 380 ml of water.</p>",
  "kitchen/mantou.txt": "馒头\n\n面粉500克，温水260毫升，酵母5克，揉匀后醒发一小时。",
  "long.txt": `Tarn District Court\nJudgment\n\n${sitting.repeat(8000)}`,
  "todo.txt": "milk, stamps, ring Tom about the roof",
  "scan.pdf": "no PDF at all",
  "empty.md": " \n",
};
/** By what the request shows of each file: a careful reader's reply. */
const replyByHand: Readonly<Record<string, { kind: string; why?: string }>> = {
  "harl.md": { kind: "court-judgment" },
  "判决.txt": { kind: "court-judgment" },
  "rye.html": { kind: "recipe" },
  "mantou.txt": { kind: "recipe" },
  "long.txt": { kind: "court-judgment" },
  "todo.txt": { kind: "none", why: "a note to oneself" },
};

interface Variables {
  readonly documents: readonly { readonly number: number; readonly file: string }[];
}
const replyTo = ({ documents }: Variables) =>
  JSON.stringify({
    documents: documents.map(({ number, file }) => ({
      number,
      ...replyByHand[file.split("/").at(-1)!],
    })),
  });

function reader() {
  const asked: string[] = [];
  const model: Model = {
    name: "by-hand",
    settings: { temperature: null, seed: null },
    paid: false,
    complete: async ({ variables, stage, messages }) => {
      asked.push(`${stage}: ${messages.map(({ content }) => content).join("\n")}`);
      const usage = { inputTokens: 1, outputTokens: 1 };
      return { text: replyTo(variables as Variables), finish: "stop", usage };
    },
  };
  return { model, asked };
}
const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  wing: "rageval",
  seeds: [at("heap")],
  until: "seed-groups",
  out: at("run"),
  ...more,
});
const groupsIn = (directory: string) =>
  [...openRun(directory).rows(seedGroups)].map(
    ({ domain, language, seedIds }) => `${domain} ${language} ${seedIds.length}`,
  );
const byKind = ["court-judgment zh 1", "court-judgment en 2", "recipe zh 1", "recipe en 1"];

test("seeds in any folders become groups by kind and language with one request, of briefs alone, and none when run again", async () => {
  writeFiles(at("heap"), heap);
  const { model, asked } = reader();
  const ended = (await run(options({ model }))) as RunEnded;
  expect(groupsIn(at("run")).sort()).toEqual([...byKind].sort());
  expect([...openRun(at("run")).rows(sortedSeeds)].map(({ domain }) => domain)).toHaveLength(5);
  await run(options({ model }));
  expect(asked).toHaveLength(1);
  expect(asked[0]!.length).toBeLessThan(10_000);
  expect(asked[0]).toMatch(/^rageval\/seed-kinds: [^]*File: 2021\/harl\.md/);
  // What was found, what is of no kind, what could not be read.
  const { text } = summaryText(ended);
  expect(text).toMatch(/Kinds of seeds: .*court-judgment en 2/);
  expect(text).toContain("todo.txt: a note to oneself");
  expect(text).toMatch(/Could not be read:\n.*empty\.md[^]*scan\.pdf/);
  const report = readFileSync(at("run/report.html"), "utf8");
  expect(report).toMatch(/Seeds left out \(1\):[^]*todo\.txt: a note to oneself/);
  expect(report).toMatch(/recipe zh/);
});

test("kinds may be asked for by name, and one that lies in its folder needs no request", async () => {
  writeFiles(at("heap"), { ...heap, "recipe/en/oats.txt": "Oats\n\nBoil 50 g of oats." });
  await run(options({ model: reader().model, domains: ["recipe"] }));
  expect(groupsIn(at("run")).sort()).toEqual(["recipe en 2", "recipe zh 1"]);
});

test("kinds found by file are those found online", async () => {
  writeFiles(at("heap"), heap);
  const byFile = options({ model: "openai:gpt-4o-mini", batch: "files" });
  const waiting = { status: "waiting", waiting: [{ requests: 1 }] };
  expect(await run(byFile)).toMatchObject(waiting);
  const [line = ""] = readFileSync(at("run/batch/requests-1.jsonl"), "utf8").split("\n");
  const { custom_id, body } = JSON.parse(line);
  const shown = body.messages.map(({ content }: { content: string }) => content).join("\n");
  const documents = [...shown.matchAll(/<document number="(\d+)">\n(?:File: |文件：)(.*)/g)].map(
    ([, number, file]) => ({ number: Number(number), file: file! }),
  );
  const reply = { custom_id, content: replyTo({ documents }) };
  writeFileSync(at("run/batch/responses-1.jsonl"), `${JSON.stringify(reply)}\n`);
  expect(await run(byFile)).toMatchObject({ status: "failed", failures: [{}, {}] });
  expect(groupsIn(at("run")).sort()).toEqual([...byKind].sort());
});

test("seeds in folders of kind and language are grouped as they lie, and nothing is asked", async () => {
  writeFiles(at("heap"), {
    "law/en/a.txt": "The court sat.",
    "law/en/b.txt": "The court rose.",
    "recipe/zh/c.txt": "面粉500克。",
  });
  const { model, asked } = reader();
  await run(options({ model }));
  expect(openRun(at("run")).stages[0]?.name).toBe("rageval/seed-groups");
  expect(readFileSync(at("run/rageval/seed-groups.jsonl"), "utf8")).toBe(
    [
      '{"id":"g-27cc3e66fd16","language":"en","domain":"law","seedIds":["s-e6c7f8b60608","s-5f3c2580a1ba"]}',
      '{"id":"g-2b95d091f812","language":"zh","domain":"recipe","seedIds":["s-10b562cfde5d"]}',
      "",
    ].join("\n"),
  );
  expect(asked).toEqual([]);
});

test("rules sort nothing, and one sentence says what to do instead", async () => {
  writeFiles(at("heap"), heap);
  await run(options({ model: "rules" }));
  expect(groupsIn(at("run"))).toEqual([]);
  const [declined] = [...openRun(at("run")).outcomes("rageval/seed-kinds").lines.values()];
  expect(declined).toMatchObject({
    outcome: "declined",
    detail: expect.stringMatching(/^This needs a model: .*; or put seeds into FOLDER\/<kind>\//),
  });
});

test("a folder that is empty, or in which nothing can be read, is an error that says so", async () => {
  writeFiles(at("heap"), { "scan.pdf": "no PDF at all" });
  const whole = { model: reader().model, until: undefined };
  await expect(run(options(whole))).rejects.toMatchObject({ code: "bad-input" });
  writeFiles(at("none"), {});
  await expect(
    run(options({ ...whole, seeds: [at("none")], out: at("other") })),
  ).rejects.toMatchObject({ code: "bad-input" });
});

test("a plan counts the requests for kinds, one more where several find them, and says what it cannot know", async () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [join("heap", `${at}.txt`), `Deed ${at}`]),
    );
  const callsFor = async (count: number) => {
    writeFiles(at(`${count}`), many(count));
    const seeds = [at(`${count}`)];
    const planned = await plan(options({ seeds, model: "openai:gpt-4o-mini", until: undefined }));
    expect(planned.warnings[0]).toMatch(/The number of kinds .* is not known yet/);
    return planned.plan.stages.find(({ stage }) => stage === "rageval/seed-kinds")?.calls;
  };
  expect([await callsFor(40), await callsFor(100)]).toEqual([1, 4]);
});
