// `ragwright annotate batch`: draws a sample of a run and writes a folder for each person.

import type { Protocol } from "../../schemas/annotation.ts";
import { ItemType, Language } from "../../schemas/items/item-types.ts";
import { type DrawnBatch, drawBatch } from "../annotate/batch/batch.ts";
import { batchFormats } from "../annotate/batch-formats.ts";
import { writeFormats } from "../annotate/formats.ts";
import { oneOf } from "./lists.ts";
import { shareOf, wholeNumber } from "../run/numbers.ts";
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
  readonly type?: string[];
  readonly language?: string[];
  readonly domain?: string[];
  readonly format?: string[];
  readonly randomSeed: string;
  readonly out?: string;
  readonly json?: boolean;
}

const present = <T extends object>(entries: T) => Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Partial<T>;

const optionsOf = (flags: BatchFlags) => ({
  protocol: flags.protocol,
  annotators: flags.annotators ?? ["annotator-1"],
  overlap: shareOf("overlap", flags.overlap),
  controls: shareOf("controls", flags.controls),
  rejected: shareOf("rejected", flags.rejected),
  conflicts: flags.conflicts === true,
  randomSeed: wholeNumber("random-seed", flags.randomSeed),
  ...(flags.perStratum === undefined ? {} : { perStratum: wholeNumber("per-stratum", flags.perStratum) }),
  ...(flags.share === undefined ? {} : { share: shareOf("share", flags.share) }),
  ...(flags.type === undefined ? {} : { types: oneOf("type", ItemType.options, flags.type) }),
  ...(flags.language === undefined ? {} : { languages: oneOf("language", Language.options, flags.language) }),
  ...present({ predictions: flags.predictions, domains: flags.domain, out: flags.out }),
});

function batchText({ folders, strata, notices }: DrawnBatch): string {
  const rows = strata.map(({ type, language, domain, rejected, candidates, drawn }) => [type ?? "documents", language, domain, rejected ? "by filters" : "", candidates, drawn]);
  const drawn = table(["type", "language", "domain", "rejected", "candidates", "drawn"], rows);
  const people = table(
    ["annotator", "tasks", "of them controls", "folder"],
    folders.map(({ annotator, tasks, controls, directory }) => [annotator, tasks, controls, directory]),
  );
  return [drawn, people, ...notices, `Give each person their folder, or type: ragwright annotate serve ${folders[0]?.directory ?? "<folder>"}`].join("\n");
}

/** Draws it and says what was drawn; returns the exit code. */
export async function makeBatch(directory: string, flags: BatchFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const formats = oneOf("format", batchFormats, flags.format ?? []);
  const drawn = drawBatch(directory, optionsOf(flags));
  const kept: string[] = [];
  for (const folder of drawn.folders) kept.push(...(await writeFormats(folder.directory, formats)));
  for (const path of kept) printer.note(`${path} was there before and stays as it is: it may be filled in.`);
  printer.result(drawn, batchText(drawn));
  return 0;
}
