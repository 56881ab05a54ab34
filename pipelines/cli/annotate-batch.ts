// `ragwright annotate batch`: draws a sample of a run and writes a folder for each person.

import { Command, Option } from "commander";
import { Protocol } from "../../schemas/annotation.ts";
import { ItemType, Language } from "../../schemas/items/item-types.ts";
import { type DrawnBatch, drawBatch } from "../annotate/batch/batch.ts";
import { batchFormats, writeFormats } from "../annotate/formats.ts";
import { list, oneOf } from "./lists.ts";
import { shareOf, wholeNumber } from "./numbers.ts";
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

export const batchCommand = new Command("batch")
  .description("draw a sample of a run and write a folder for each person")
  .argument("<run>", "run directory")
  .addOption(new Option("--protocol <name>", "what people are asked").choices(Protocol.options).makeOptionMandatory())
  .option("--annotators <names>", "one folder each (default: annotator-1)", list)
  .option("--per-stratum <number>", "items of each type, language and domain (default: 10)")
  .option("--share <share>", "instead: this share of all items, spread over the strata")
  .option("--overlap <share>", "share that everyone judges", "0.2")
  .option("--controls <share>", "hidden items with a known fault, on top, as a share of each person's", "0.05")
  .option("--rejected <share>", "hidden candidates that the automatic filters rejected, on top", "0.1")
  .option("--conflicts", "only the items on which people were at odds: the verdicts settle them")
  .option("--predictions <file>", "judge: answers of a RAG system, JSONL of {id, answer}")
  .option("--type <list>", "only these types", list)
  .option("--language <list>", "only these languages", list)
  .option("--domain <list>", "only these domains", list)
  .option("--format <list>", `beside our JSONL: ${batchFormats.join(", ")}`, list)
  .option("--random-seed <number>", "another draw", "1")
  .option("--out <directory>", "where to (default: <run>/annotate/batches/<protocol>)")
  .option("--json", "one JSON value on stdout")
  .action(async (directory: string, flags: BatchFlags) => {
    const printer = createPrinter(flags.json === true);
    const formats = oneOf("format", batchFormats, flags.format ?? []);
    const drawn = drawBatch(directory, optionsOf(flags));
    const kept: string[] = [];
    for (const folder of drawn.folders) kept.push(...(await writeFormats(folder.directory, formats)));
    for (const path of kept) printer.note(`${path} was there before and stays as it is: it may be filled in.`);
    printer.result(drawn, batchText(drawn));
  });
