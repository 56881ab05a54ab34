// `ragwright run`: takes the lock, opens models and journals, runs the pipeline, exports and reports.

import { join } from "node:path";
import { Command, Option } from "commander";
import { Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { lockDirectory } from "../engine/lock.ts";
import { type RunSummary, runPipeline } from "../engine/runner.ts";
import type { BatchProgress } from "../llm/batch/progress.ts";
import { writeReport } from "../report/page.ts";
import { type BatchSummary, progressText, runWithBatches, waitingText } from "./batch-run.ts";
import type { Batches } from "./batches.ts";
import { list } from "./lists.ts";
import { createPrinter, type Printer } from "./print.ts";
import { recipeOf } from "./recipe.ts";
import { openServices, type Services } from "./services.ts";
import { type RunFlags, readSettings } from "./settings.ts";
import { partialText, summaryText } from "./summary.ts";
import { exportAll, wingNamed } from "./wings.ts";

export const runCommand = new Command("run")
  .description("make a benchmark; type the same command again to go on after any stop")
  .argument("<wing>", Wing.options.join(" or "))
  .option("--settings <file>", "settings file (default: ragwright.yaml where there is one)")
  .option("--seeds <paths>", "seed documents (rageval) or articles (crud): files or folders", list)
  .option("--documents <paths>", "your own documents: files or folders (PDF, Word, PowerPoint, Excel, HTML, Markdown, CSV, text), or JSONL in DragonBall's form", list)
  .option("--schemas <files>", "scenario schemas (YAML) instead of summarised ones", list)
  .option("--questions <files>", "your own questions on --documents, JSONL", list)
  .option("--feeds <addresses>", "crud: RSS, Atom or JSON feeds, as addresses or files", list)
  .option("--sitemaps <addresses>", "crud: sitemaps, as addresses or files", list)
  .option("--urls <addresses>", "crud: pages, as addresses or files with one a line", list)
  .option("--search <url>", "crud: a SearXNG-compatible search beside the corpus")
  .option("--since <date>", "crud: only articles published on this day (YYYY-MM-DD) or later")
  .option("--allow-host <hosts>", "crud: private hosts that may be fetched from, host or host:port", list)
  .option("--out <directory>", "run directory (default: out/<wing>)")
  .option("--model <name>", "rules, openai:NAME, or PROVIDER:NAME through LangChain")
  .option("--base-url <url>", "an OpenAI-compatible endpoint (default: OPENAI_BASE_URL)")
  .option("--language <list>", "zh,en", list)
  .option("--domain <list>", "only these domains", list)
  .option("--until <stage>", "stop after this stage")
  .option("--items <number>", "items wanted in all")
  .option("--concurrency <number>", "requests in flight at once")
  .option("--rpm <number>", "requests a minute, for each endpoint")
  .option("--tpm <number>", "tokens a minute, for each endpoint")
  .option("--max-cost <usd>", "a hard ceiling: the run stops before it could cost more")
  .addOption(new Option("--batch <how>", "api: through the provider's Batch API; files: write requests to files and take replies from files").choices(["api", "files"]))
  .option("--random-seed <number>", "another draw of everything that is drawn")
  .option("--drafts", "also draft each document zero-shot and one-shot, for ranking")
  .option("--retry-failed", "ask again where no reply ever fitted")
  .option("--json", "one JSON value on stdout")
  .action(async (wing: string, flags: RunFlags) => {
    process.exitCode = await run({ wing: wingNamed(wing, "run"), flags });
  });

interface Run {
  readonly wing: Wing;
  readonly flags: RunFlags;
  /** An earlier run that this one refreshes, and what it was told. */
  readonly older?: { readonly directory: string; readonly told: Record<string, unknown> };
}

/** Runs and returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function run({ wing, flags, older }: Run): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const { settings, sources } = readSettings(wing, flags, older?.told);
  const directory = flags.out ?? join("out", wing);
  const recipe = recipeOf(wing, { settings, sources, directory, older: older?.directory });
  const signal = interruption(printer);
  const unlock = lockDirectory(directory);
  try {
    recipe.prepare?.();
    const services = await openServices({ directory, settings, stages: recipe.stages, batch: flags.batch, retryFailed: flags.retryFailed === true, signal });
    try {
      for (const notice of services.notices) printer.note(notice);
      const refreshed = older ? { older: older.directory } : {};
      const model = { ...settings.model, name: services.modelNames.join(", ") };
      const told = { wing, ...settings, model, ...sources, ...refreshed, answeredBy: services.models, prices: services.prices };
      const retryFailed = flags.retryFailed === true;
      const { createAsk, askFingerprint, rowsInFlight } = services;
      const common = { directory, ...recipe, createAsk, askFingerprint, concurrency: rowsInFlight, randomSeed: settings.randomSeed };
      const runOnce = () => runPipeline({ ...common, until: flags.until, retryFailed, settings: told, onEvent: printer.event, signal });
      return finish({ wing, directory, ended: await runThrough({ runOnce, services, printer, signal }), printer, until: flags.until });
    } finally {
      await services.close();
    }
  } finally {
    unlock();
  }
}

interface Through {
  readonly runOnce: () => Promise<RunSummary>;
  readonly services: Services;
  readonly printer: Printer;
  readonly signal: AbortSignal;
}

/** One pass, or as many as batches bring replies for. */
async function runThrough({ runOnce, services: { batches }, printer, signal }: Through): Promise<BatchSummary> {
  if (!batches) return { summary: await runOnce(), waiting: [] };
  if (!batches.jobs) {
    const summary = await runOnce();
    const { written, waiting } = await batches.files.writeWave(batches.admit);
    return refusedIfNone({ summary, waiting: [...written, ...waiting].map(file => ({ ...file, batch: null })) }, batches);
  }
  const onProgress = (progress: BatchProgress) => printer.note(progressText(progress));
  return refusedIfNone(await runWithBatches({ runOnce, batches: batches.jobs, onProgress, signal }), batches);
}

function refusedIfNone(ended: BatchSummary, { refusal }: Batches): BatchSummary {
  const reason = ended.summary.waiting > 0 && ended.waiting.length === 0 ? refusal() : undefined;
  if (reason) throw reason;
  return ended;
}

interface Finished {
  readonly wing: Wing;
  readonly directory: string;
  readonly ended: BatchSummary;
  readonly printer: Printer;
  readonly until: string | undefined;
}

function finish({ wing, directory, ended, printer, until }: Finished): number {
  const { summary } = ended;
  if (summary.waiting > 0) {
    const { value, text } = waitingText(directory, ended);
    printer.result(value, text);
    return 3;
  }
  if (until === undefined) exportAll(wing, directory);
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
