// Every command that ends by itself, typed with --json: what it prints is of the record whose schema --schema prints.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { ragwright } from "../support/cli.ts";
import { recordOf } from "../support/printed-json.ts";
import { newFolder, twentyWords } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { linesIn, linesOf, rowsIn } from "./rows.ts";

const harbours = ["Tarn", "Skelwith", "Elterwater", "Grange"];
const feesOf = (name: string, at: number) => `# ${name} harbour, fees of 2026

| Berth | Fee |
| --- | --- |
| North | ${12 + at} euros |
| South | ${24 + 2 * at} euros |

Open from: ${at + 1} March 2026
Harbour master: ${twentyWords[at]} Quill
`;

const folder = newFolder();
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};

/** Types it, and returns what it printed: of its record, and not empty. */
async function printed(...words: string[]): Promise<unknown> {
  const args = [...words, "--json"];
  const { code, out, err } = await ragwright(args, { cwd: folder });
  expect(code, `${words.join(" ")}: ${err}`).toBe(0);
  return (await recordOf(args)).parse(JSON.parse(out));
}

const predictionsOf = (rows: readonly ItemRow[], isRight: (at: number) => boolean) =>
  rows
    .map(({ id, answer, evidence: [first] }, at) =>
      JSON.stringify({
        id,
        answer: isRight(at) ? answer : "I do not know.",
        contexts: [isRight(at) ? (first?.text ?? "") : "Nothing of it."],
      }),
    )
    .map(line => `${line}\n`)
    .join("");

const rag = `process.stdin.setEncoding("utf8");
let rest = "";
process.stdin.on("data", text => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const _ of lines) process.stdout.write(JSON.stringify({ answer: "12 euros" }) + "\\n");
});
`;

test("from a folder of documents to a decision, all that is printed is of its record", async () => {
  mkdirSync(join(folder, "docs"));
  for (const [at, name] of harbours.entries()) put(`docs/${name}.md`, feesOf(name, at));
  await printed("init", "project");
  await printed("make", "docs", "--items", "8", "--out", "run");
  const made = [...openRun(join(folder, "run")).rows(items)];
  expect(made.length).toBeGreaterThan(3);
  await printed("plan", "cofe", "--documents", "docs", "--items", "8", "--out", "planned");
  expect(await printed("status", "run")).toMatchObject({ finished: true, queue: null });
  await printed("trace", "run", made[0]!.id);
  expect(await printed("diff", "run")).toEqual([]);
  await printed("diff", "run", "run");
  await printed("pack", "run", "--to", "evals");
  expect(await printed("check", "evals", "--documents", "docs")).toMatchObject({ stale: [] });

  expect(await printed("export", "run", "--format", "beir", "--to", "beir")).toMatchObject({
    to: "beir",
    documents: harbours.length,
  });

  put("rag.mjs", rag);
  const predicted = await printed("predict", "run", "--command", "node rag.mjs", "--repeat", "2");
  expect(predicted).toMatchObject({ written: 2 * made.length, failed: [] });
  put(
    "one.jsonl",
    predictionsOf(made, at => at % 2 === 0),
  );
  put(
    "two.jsonl",
    predictionsOf(made, () => true),
  );
  const against = ["--against", "run"];
  await printed("evaluate", "one.jsonl", ...against, "--fail-under", "rouge-l=0");
  const two = await printed(
    ...words`evaluate two.jsonl --against run --compare run/evaluations/one`,
  );
  expect(two).toMatchObject({ kind: "evaluation", leaderboard: { systems: [{}, {}] } });
  put(
    "three.jsonl",
    predictionsOf(made, at => at === 0),
  );
  const three = await printed("evaluate", "three.jsonl", ...against, "--items", "items.jsonl");
  expect(three).toMatchObject({ leaderboard: { difficulty: { systems: 3 } } });
  const lines = linesIn(join(folder, "items.jsonl"));
  expect(lines.filter(line => line.includes('"difficulty":{"systems":3'))).toHaveLength(
    made.length,
  );
  await printed("plan", "evaluate", "one.jsonl", ...against, "--out", "planned");
  await printed("decide", "one.jsonl", "two.jsonl", ...against);
  await printed("baseline", "run", "--retrieval-only");
  await printed("audit", "run", "--model", "rules");
  expect(await printed("report", "run")).toEqual({ report: "run/report.html" });
  const batch = ["--protocol", "crud-query", "--annotators", "ann,ben", "--overlap", "1"];
  await printed("annotate", "batch", "run", ...batch, "--out", "batch");
  const judged = ["ann", "ben"].map(name => put(`${name}.jsonl`, judgedBy(name)));
  await printed("annotate", "import", "run", ...judged);
  expect(await printed("annotate", "agreement", "run")).toMatchObject([{ reviews: 2 }]);
});

/** A person's verdict on the first task that is not a control. */
function judgedBy(annotator: string): string {
  const [task] = rowsIn<{ id: string }>(join(folder, "batch", annotator, "tasks.jsonl"));
  return linesOf([{ taskId: task?.id, annotator, values: { verdict: "reasonable" }, seconds: 4 }]);
}
