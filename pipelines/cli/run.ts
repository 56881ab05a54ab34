// `ragwright run`: takes the lock, opens models and journals, runs the pipeline, exports and reports.

import { join } from "node:path";
import { Command, Option } from "commander";
import { exportDragonball } from "../export/dragonball.ts";
import { PipelineError } from "../engine/errors.ts";
import { lockDirectory } from "../engine/lock.ts";
import { type RunSummary, runPipeline } from "../engine/runner.ts";
import { writeReport } from "../report/page.ts";
import { createPrinter, type Printer } from "./print.ts";
import { ragevalRecipe } from "./recipe.ts";
import { openServices, type Services } from "./services.ts";
import { type RunFlags, readSettings } from "./settings.ts";
import { partialText, summaryText } from "./summary.ts";

const list = (value: string, before: string[] = []) => [...before, ...value.split(",").map(part => part.trim())];

export const runCommand = new Command("run")
  .description("make a benchmark; type the same command again to go on after any stop")
  .argument("<wing>", "rageval")
  .option("--settings <file>", "settings file (default: ragwright.yaml where there is one)")
  .option("--seeds <paths>", "seed documents: files or folders", list)
  .option("--documents <paths>", "your own documents: files, folders, or JSONL in DragonBall's form", list)
  .option("--schemas <files>", "scenario schemas (YAML) instead of summarised ones", list)
  .option("--questions <files>", "your own questions on --documents, JSONL", list)
  .option("--out <directory>", "run directory (default: out/<wing>)")
  .option("--model <name>", "rules, or openai:NAME")
  .option("--base-url <url>", "an OpenAI-compatible endpoint (default: OPENAI_BASE_URL)")
  .option("--language <list>", "zh,en", list)
  .option("--domain <list>", "only these domains", list)
  .option("--until <stage>", "stop after this stage")
  .option("--items <number>", "items wanted in all")
  .option("--concurrency <number>", "requests in flight at once")
  .addOption(new Option("--batch <how>", "write requests to files and take replies from files").choices(["files"]))
  .option("--random-seed <number>", "another draw of everything that is drawn")
  .option("--drafts", "also draft each document zero-shot and one-shot, for ranking")
  .option("--retry-failed", "ask again where no reply ever fitted")
  .option("--json", "one JSON value on stdout")
  .action(async (wing: string, flags: RunFlags) => {
    if (wing !== "rageval") throw new PipelineError("wrong-use", `There is no wing "${wing}".`, { hint: "Type: ragwright run rageval …" });
    process.exitCode = await run(wing, flags);
  });

/** Runs and returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
async function run(wing: string, flags: RunFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const { settings, sources } = readSettings(flags);
  const { stages, inputs } = ragevalRecipe(settings, sources);
  const directory = flags.out ?? join("out", wing);
  const signal = interruption(printer);
  const unlock = lockDirectory(directory);
  try {
    const services = await openServices({ directory, settings, batchFiles: flags.batch === "files", retryFailed: flags.retryFailed === true });
    try {
      const { createAsk, askFingerprint, modelName } = services;
      const told = { wing, ...settings, model: { ...settings.model, name: modelName }, ...sources };
      const summary = await runPipeline({
        directory,
        stages,
        inputs,
        createAsk,
        askFingerprint,
        randomSeed: settings.randomSeed,
        concurrency: settings.limits.concurrency,
        until: flags.until,
        retryFailed: flags.retryFailed === true,
        settings: told,
        onEvent: printer.event,
        signal,
      });
      return finish({ directory, summary, services, printer, until: flags.until });
    } finally {
      await services.close();
    }
  } finally {
    unlock();
  }
}

interface Finished {
  readonly directory: string;
  readonly summary: RunSummary;
  readonly services: Services;
  readonly printer: Printer;
  readonly until: string | undefined;
}

function finish({ directory, summary, services, printer, until }: Finished): number {
  const wave = services.batch?.writeWave();
  if (wave && summary.waiting > 0) {
    const files = [...wave.written, ...wave.waiting].map(({ file, requests }) => `${file} (${requests} requests)`);
    const text = `${summary.waiting} rows wait for replies to:\n${files.join("\n")}\nPut each reply file beside it as responses-N.jsonl and type the same command again.`;
    printer.result({ directory, rowsWaiting: summary.waiting, ...wave }, text);
    return 3;
  }
  if (until === undefined) exportDragonball(directory, join(directory, "dataset", "dragonball"));
  writeReport(directory);
  const { value, text } = until === undefined ? summaryText(directory, summary.failures) : partialText(directory, until);
  printer.result(value, text);
  return summary.failures.length > 0 ? 1 : 0;
}

/** The first Ctrl-C lets what is in flight finish; the second leaves at once (nothing journaled is lost). */
function interruption(printer: Printer): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    printer.note("Stopping: what is in flight is finished and saved. Ctrl-C again leaves at once.");
    stop.abort(new PipelineError("interrupted", "Stopped.", { hint: "Type the same command again to go on from here." }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stop.signal;
}
