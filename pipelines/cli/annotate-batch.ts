// `ragwright annotate batch`: draws a sample of a run and writes a folder for each person.

import { BatchFormat, type Protocol } from "../../schemas/annotation.ts";
import { ItemType, Language } from "../../schemas/items/item-types.ts";
import type { DrawnBatch } from "../../schemas/output/annotation.ts";
import { PipelineError } from "../engine/errors.ts";
import { makeBatch as drawBatch } from "../run/annotation.ts";
import { parseWords } from "./lists.ts";
import { optionalShare, optionalWholeNumber, parseWholeNumber } from "./numbers.ts";
import { createPrinter, table } from "./print.ts";

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
  throw new PipelineError("wrong-use", "--for-decision needs the answers of two systems.", {
    hint: "For example: --for-decision old.jsonl new.jsonl",
  });
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
  const { drawn, kept } = await drawBatch(directory, { ...batchOptions(flags), formats });
  for (const path of kept)
    printer.note(`${path} already exists and was left as it is: it may already be filled in.`);
  printer.result(drawn, batchText(drawn));
  return 0;
}
