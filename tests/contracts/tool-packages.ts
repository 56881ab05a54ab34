// By hand: exports of a run, loaded with the packages of the tools they are for, and results that these wrote, as far as they are installed somewhere.
//
//   npx tsx tests/contracts/tool-packages.ts out/demo --npm FOLDER --python INTERPRETER
//
// FOLDER has a node_modules with promptfoo or deepeval; INTERPRETER sees packages of PyPI (tool-packages.py says which). What
// is not installed is skipped and said. Exit code 1 where a package gives back something else than the run holds.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readPredictionRows } from "../../pipelines/evaluate/predictions/read-predictions.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { exportRun } from "../../pipelines/run/export-run.ts";
import { ExportFormat } from "../../schemas/formats/export-formats.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";

interface Loaded {
  readonly run: string;
  /** Of the exports, one folder a format. */
  readonly folder: string;
  readonly rows: ReadonlyMap<string, ItemRow>;
}

/** Throws where something else comes back; returns what was seen. */
type Contract = (loaded: Loaded, load: (name: string) => unknown) => Promise<string>;

const equal = (name: string, found: unknown, wanted: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${name}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
};

interface EvalSummary {
  readonly results: readonly { readonly success: boolean; readonly error?: string | null }[];
}
interface Promptfoo {
  evaluate(suite: object, options: object): Promise<{ toEvaluateSummary(): Promise<EvalSummary> }>;
}

const textsOf = ({ evidence }: ItemRow): string => evidence.map(({ text }) => text).join("\n");

/** A system that knows all is right everywhere, one that retrieves nothing nowhere; the grader sees both answers word for word. */
const promptfoo: Contract = async ({ folder, rows }, load) => {
  process.env["PROMPTFOO_DISABLE_TELEMETRY"] = "1";
  process.env["PROMPTFOO_DISABLE_UPDATE"] = "1";
  process.env["PROMPTFOO_CONFIG_DIR"] = mkdtempSync(join(tmpdir(), "promptfoo-"));
  const { evaluate } = load("promptfoo") as Promptfoo;
  const asked = new Map([...rows.values()].map(item => [item.question, item]));
  const run = async (tests: string, say: (item: ItemRow) => string) => {
    const system = async (prompt: string) => {
      const item = asked.get(prompt);
      if (!item) throw new Error(`no item asks: ${prompt}`);
      return { output: say(item) };
    };
    const grader = async (prompt: string) => {
      const seen = [...rows.values()].some(
        ({ answer }) => prompt.split(JSON.stringify(answer).slice(1, -1)).length > 2,
      );
      return { output: JSON.stringify({ category: seen ? "C" : "D", reason: "" }) };
    };
    const suite = {
      prompts: ["{{question}}"],
      providers: [system],
      tests: `file://${join(folder, "promptfoo", tests)}`,
      defaultTest: { options: { provider: grader } },
    };
    const summary = await (
      await evaluate(suite, { cache: false, showProgressBar: false })
    ).toEvaluateSummary();
    const passed = summary.results.filter(({ success }) => success).length;
    return { passed, all: summary.results.length };
  };
  const tests = ["test", "dev"].flatMap(split => [
    `retrieval/${split}.jsonl`,
    `answers/${split}.jsonl`,
  ]);
  const seen: string[] = [];
  for (const file of tests) {
    const right = await run(file, item =>
      file.startsWith("retrieval") ? textsOf(item) : item.answer,
    );
    const wrong = await run(file, () => "nothing");
    equal(file, [right.passed, wrong.passed], [right.all, 0]);
    seen.push(`${file} ${right.passed} of ${right.all} right, ${wrong.passed} wrong ones passed`);
  }
  return seen.join("; ");
};

interface Golden {
  readonly input: string;
  readonly expectedOutput?: string;
  readonly context?: string[];
  readonly additionalMetadata?: { readonly id: string };
}
interface Deepeval {
  readonly Golden: new (fields: object) => Golden;
  readonly EvaluationDataset: new (fields: { goldens: Golden[] }) => { goldens: Golden[] };
}

const deepeval: Contract = async ({ folder, rows }, load) => {
  const { Golden, EvaluationDataset } = load("deepeval/dataset") as Deepeval;
  let count = 0;
  for (const split of ["test", "dev"]) {
    const path = join(folder, "deepeval", "typescript", `${split}.json`);
    const given = JSON.parse(readFileSync(path, "utf8")) as object[];
    const { goldens } = new EvaluationDataset({ goldens: given.map(golden => new Golden(golden)) });
    for (const golden of goldens) {
      const item = rows.get(golden.additionalMetadata?.id ?? "");
      equal(
        path,
        [golden.input, golden.expectedOutput, golden.context],
        [item?.question, item?.answer, item?.evidence.map(({ text }) => text)],
      );
      count++;
    }
  }
  equal("goldens", count, rows.size);
  return `${count} goldens equal`;
};

const packages: readonly (readonly [string, Contract])[] = [
  ["promptfoo", promptfoo],
  ["deepeval", deepeval],
];

async function tryPackages(folder: string, loaded: Loaded): Promise<boolean> {
  const from = createRequire(join(resolve(folder), "package.json"));
  let ok = true;
  for (const [name, contract] of packages) {
    try {
      from.resolve(name);
    } catch {
      console.log(`skipped  ${name} (npm): not installed in ${folder}`);
      continue;
    }
    try {
      console.log(`ok       ${name} (npm): ${await contract(loaded, path => from(path))}`);
    } catch (error) {
      ok = false;
      console.log(
        `FAILED   ${name} (npm): ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return ok;
}

/** Results that the tools themselves wrote, of 24 answers: every second one is right, every third retrieved nothing. */
function readBack(run: string, folder: string): boolean {
  const files = readdirSync(folder).filter(name => name.startsWith("results-"));
  const truths = [...readTruths(run).rows];
  const failures = files.filter(name => {
    const { rows, surplusIds: surplus } = readPredictionRows(join(folder, name), {
      system: "s",
      truths,
    });
    const right = rows.filter(({ toolScores }) => Object.values(toolScores?.values ?? {})[0] === 1);
    const empty = rows.filter(({ contexts }) => contexts?.length === 0);
    const ok =
      [rows.length, right.length, surplus.length].join() === "24,12,0" && empty.length >= 8;
    console.log(
      `${ok ? "ok      " : "FAILED  "} ${name}: ${rows.length} of 24 answers known, ${right.length} scored 1`,
    );
    return !ok;
  });
  return failures.length === 0;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { npm: { type: "string" }, python: { type: "string" } },
});
const [run = "out/demo"] = positionals;
const folder = mkdtempSync(join(tmpdir(), "exports-"));
// News alone has CRUD-RAG's form.
for (const format of ExportFormat.options.filter(name => name !== "crud"))
  exportRun({ run, format, to: join(folder, format) });
const rows = new Map([...openRun(run).rows(items)].map(item => [item.id, item]));
const npm = values.npm === undefined || (await tryPackages(values.npm, { run, folder, rows }));
const script = join(import.meta.dirname, "tool_packages.py");
const python =
  values.python === undefined ||
  spawnSync(values.python, [script, folder, join(run, "items", "items.jsonl")], {
    stdio: "inherit",
  }).status === 0;
const back = readBack(run, folder);
rmSync(folder, { recursive: true });
process.exit(npm && python && back ? 0 : 1);
