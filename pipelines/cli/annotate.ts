// `ragwright annotate`: draws batches for people to judge, serves the page they judge on, imports their verdicts and measures agreement.

import { BatchFormat, type Protocol } from "../../schemas/annotation.ts";
import { ItemType, Language } from "../../schemas/items/item-types.ts";
import type { DrawnBatch, ImportSummary, ServeOutput } from "../../schemas/output/annotation.ts";
import { PipelineError } from "../engine/errors.ts";
import { agreementOf, importVerdictFiles, makeBatch, servePage } from "../run/annotation.ts";
import { agreementText } from "./agreement-text.ts";
import { parseWords } from "./parse-lists.ts";
import { optionalShare, optionalWholeNumber, parseWholeNumber } from "./parse-numbers.ts";
import { createPrinter, printResult, table } from "./printer.ts";

interface BatchFlags {
  readonly protocol: Protocol;
  readonly annotators?: string[];
  readonly perStratum?: string;
  readonly share?: string;
  readonly overlap: string;
  readonly controls: string;
  readonly rejected: string;
  readonly conflicts?: boolean;
  readonly predictions?: string;
  readonly forDecision?: string[];
  readonly type?: string[];
  readonly language?: string[];
  readonly domain?: string[];
  readonly format?: string[];
  readonly randomSeed: string;
  readonly out?: string;
  readonly json?: boolean;
}

function pairOfFiles([first, second, ...more]: readonly string[]): readonly [string, string] {
  if (first !== undefined && second !== undefined && more.length === 0) return [first, second];
  throw new PipelineError(
    "wrong-use",
    "--for-decision needs exactly two files, the answers of two systems.",
    {
      hint: "For example: --for-decision old.jsonl new.jsonl",
    },
  );
}

const batchOptions = (flags: BatchFlags) => ({
  protocol: flags.protocol,
  annotators: flags.annotators ?? ["annotator-1"],
  overlap: optionalShare("overlap", flags.overlap),
  controls: optionalShare("controls", flags.controls),
  rejected: optionalShare("rejected", flags.rejected),
  conflicts: flags.conflicts,
  randomSeed: parseWholeNumber("random-seed", flags.randomSeed),
  perStratum: optionalWholeNumber("per-stratum", flags.perStratum),
  share: optionalShare("share", flags.share),
  types: flags.type && parseWords("type", ItemType.options, flags.type),
  languages: flags.language && parseWords("language", Language.options, flags.language),
  domains: flags.domain,
  predictions: flags.predictions,
  forDecision: flags.forDecision && pairOfFiles(flags.forDecision),
  out: flags.out,
});

function batchText({ folders, strata, notices }: DrawnBatch): string {
  const rows = strata.map(({ type, language, domain, rejected, candidates, drawn }) => [
    type ?? "documents",
    language,
    domain,
    rejected ? "by filters" : "",
    candidates,
    drawn,
  ]);
  const strataTable = table(
    ["type", "language", "domain", "rejected", "candidates", "drawn"],
    rows,
  );
  const foldersTable = table(
    ["annotator", "tasks", "of which controls", "folder"],
    folders.map(({ annotator, tasks, controls, directory }) => [
      annotator,
      tasks,
      controls,
      directory,
    ]),
  );
  return [
    strataTable,
    foldersTable,
    ...notices,
    `Give each person their folder, or run: ragwright annotate serve ${folders[0]?.directory ?? "<folder>"}`,
  ].join("\n");
}

/** Draws the batch and reports it; returns the exit code. */
export async function annotateBatch(directory: string, flags: BatchFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const formats = parseWords("format", BatchFormat.options, flags.format ?? []);
  const { drawnBatch: drawn, keptFiles: kept } = await makeBatch(directory, {
    ...batchOptions(flags),
    formats,
  });
  for (const path of kept)
    printer.note(`${path} already exists and was left unchanged: it may already be filled in.`);
  printer.result(drawn, batchText(drawn));
  return 0;
}

interface ServeFlags {
  readonly host: string;
  readonly port: string;
  readonly json?: boolean;
}

const untilStopped = () =>
  new Promise<void>(stop => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });

/** Serves the page until it is stopped; returns the exit code. */
export async function annotateServe(folder: string, flags: ServeFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const onError = (error: unknown) =>
    printer.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const page = await servePage({
    folder,
    host: flags.host,
    port: parseWholeNumber("port", flags.port),
    onError,
    onNotice: printer.note,
  });
  const value: ServeOutput = { url: page.address, folder };
  printer.result(
    value,
    `Open ${page.address}\nVerdicts are saved in ${folder}. Ctrl-C stops the server.`,
  );
  if (page.isReachable)
    printer.note(
      "Anyone with this address can see the batch. It is sent unencrypted: use it on a network you trust.",
    );
  await untilStopped();
  await page.close();
  printer.note(
    `Verdicts are in ${folder}. To import them into the run: ragwright annotate import <run> ${folder}`,
  );
  return 0;
}

const maxLines = 10;

function titledList(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const moreLine =
    lines.length > maxLines ? [`  and ${lines.length - maxLines} more (--json lists all)`] : [];
  return [title, ...lines.slice(0, maxLines).map(line => `  ${line}`), ...moreLine];
}

function importText(directory: string, imported: ImportSummary): string {
  const {
    added,
    unchanged,
    replaced,
    unfinished,
    edited,
    unknown,
    gone,
    problems,
    conflicts,
    ambiguous,
  } = imported;
  const remarks = [
    replaced > 0
      ? `${replaced} of them replace an earlier verdict by the same person (the earlier one is kept).`
      : "",
    gone > 0
      ? `${gone} verdicts concern items that the run no longer has: they are kept but not counted.`
      : "",
    unknown > 0 ? `${unknown} verdicts concern tasks of another run.` : "",
  ];
  return [
    `${added} verdicts imported, ${unchanged} already known, ${unfinished} tasks not finished yet; ${edited} items edited.`,
    ...remarks.filter(line => line !== ""),
    ...titledList(
      `${problems.length} verdicts were not imported:`,
      problems.map(({ place, problem }) => `${place}: ${problem}`),
    ),
    ...titledList(
      `In ${ambiguous.length} cases, one person gave two verdicts on the same task, and no timestamp shows which is later; only one of the two counts, so have the task judged again:`,
      ambiguous,
    ),
    ...titledList(
      `${conflicts.length} items on which people disagree (to ask another person: annotate batch --conflicts):`,
      conflicts.map(({ itemId, detail }) => `${itemId}: ${detail}`),
    ),
    `See how well people agree: ragwright annotate agreement ${directory}`,
  ].join("\n");
}

/** Imports verdicts and reports the result; returns the exit code: 1 if some were not imported. */
export async function annotateImport(
  directory: string,
  paths: string[],
  flags: { readonly json?: boolean },
): Promise<number> {
  const imported = await importVerdictFiles(directory, paths);
  createPrinter(flags.json === true).result(imported, importText(directory, imported));
  return imported.problems.length > 0 ? 1 : 0;
}

interface AgreementFlags {
  readonly protocol?: Protocol;
  readonly judge?: string;
  readonly json?: boolean;
}

/** Prints the agreement; returns the exit code. */
export function printAgreement(directory: string, flags: AgreementFlags): number {
  const results = agreementOf(directory, flags);
  return printResult(flags.json, results, agreementText(results));
}
