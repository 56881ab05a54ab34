// The sample that ships with the package: unpacked, it is three finished runs, and every command that reads one works on it.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { ragwright, root } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";

/** What people judge the items of each wing by. */
const protocols = { cofe: "cofe", crud: "crud-query", rageval: "rageval-qra" };
const wings = Object.keys(protocols);

test("the sample is unpacked, reported, evaluated, answered, annotated, packed and exported", async () => {
  const folder = newFolder();
  const command = (...args: string[]) => ragwright(args, { cwd: folder });
  const unpacked = await command("sample", "--to", "sample", "--json");
  expect(unpacked.code, unpacked.err).toBe(0);
  const { runs } = JSON.parse(unpacked.out);
  expect(runs.map(({ wing, items }: Record<string, unknown>) => [wing, items])).toEqual([
    ["cofe", 48],
    ["crud", 36],
    ["rageval", 60],
  ]);

  for (const [wing, protocol] of Object.entries(protocols)) {
    const run = `sample/${wing}`;
    expect(existsSync(join(folder, run, "report.html"))).toBe(true);
    const rows = [...readRows(join(folder, run), items)];
    const answers = rows.map(({ id, answer }) => JSON.stringify({ id, answer }));
    writeFileSync(join(folder, "answers.jsonl"), answers.join("\n"));
    for (const args of [
      ["evaluate", "answers.jsonl", "--against", run, "--metrics", "evidence-recall,rouge-l"],
      ["annotate", "batch", run, "--protocol", protocol, "--per-stratum", "1"],
      ["export", run, "--format", "promptfoo"],
      ["pack", run, "--to", `packed/${wing}`],
    ]) {
      const { code, err } = await command(...args);
      expect(code, `${args.join(" ")}: ${err}`).toBe(0);
    }
  }
  const answered = await command("baseline", "sample/rageval");
  expect(answered.code, answered.err).toBe(0);

  const again = await command("sample", "--to", "sample");
  expect(again.code).toBe(2);
  expect(again.err).toContain("sample is not an empty folder.");
}, 300_000);

test("every piece of evidence in the sample is a span, in both languages, and its card says who answered", async () => {
  const folder = newFolder();
  expect((await ragwright(["sample"], { cwd: folder })).code).toBe(0);
  for (const wing of wings) {
    const run = join(folder, "out/sample", wing);
    const texts = new Map([...readRows(run, documents)].map(({ id, text }) => [id, text]));
    const rows = [...readRows(run, items)];
    for (const { evidence } of rows)
      for (const { text, span } of evidence)
        expect(texts.get(span.documentId)?.slice(span.start, span.end)).toBe(text);
    expect(new Set(rows.map(({ language }) => language)), wing).toEqual(new Set(["zh", "en"]));
    expect(readFileSync(join(run, "run.json"), "utf8")).toContain(
      "language-models-by-request-file",
    );
  }
  expect(readFileSync(join(folder, "out/sample/README.md"), "utf8")).toBe(
    readFileSync(join(root, "seeds/sample/README.md"), "utf8"),
  );
});
