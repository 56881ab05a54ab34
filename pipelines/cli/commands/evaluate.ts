// Defines the command `ragwright evaluate`: its arguments and options.

import { Command, Option } from "commander";
import { Variant } from "../../../schemas/evaluation/metrics.ts";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";
import { addModelOptions } from "./model-options.ts";

/** An option whose name begins with "no" without negating another one. */
function unnegated(flags: string, description: string): Option {
  const option = new Option(flags, description);
  option.negate = false;
  return option;
}

export const evaluateCommand = addModelOptions(
  new Command("evaluate")
    .description(
      "score the predictions of a RAG system: retrieval, answers, and in which step evidence was lost",
    )
    .argument(
      "<predictions>",
      "JSONL of {id, answer, retrieved[], reranked[], contexts[]}, the predictions of RAGEval, CRUD-RAG or CoFE-RAG, the results of Ragas or DeepEval, or a system of an evaluation (<its folder>/<system>)",
    )
    .option(
      "--against <run>",
      "run directory, a folder that ragwright pack wrote, or a published dataset's file (default: the ground truth in the predictions, if there is any)",
    )
    .option(
      "--name <name>",
      "name of the system, and of the folder of the result (default: the file's name)",
    )
    .option(
      "--out <directory>",
      "where to write (default: <run>/evaluations/<name>; for a dataset's file: out/evaluations/<name>)",
    )
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option("--metrics <list>", "only these metrics (default: all that can be computed)", parseList)
    .addOption(
      new Option(
        "--variant <name>",
        "paper: the papers' definitions; published: what their released programs compute",
      )
        .choices(Variant.options)
        .default("paper"),
    )
    .option(
      "--chunks <file>",
      "the system's own chunks, JSONL of {id, documentId, start, end, text}: to locate losses in parsing and chunking",
    )
    .option(
      "--compare <directories>",
      "other evaluations of the same items: paired tests against each",
      parseList,
    )
    .option(
      "--older <evaluation>",
      "folder of this system's evaluation on an older split: how much of the change is due to the system and how much to the news (default: the one of the same name, in the run that this run refreshes)",
    )
    .option(
      "--frozen <names>",
      "with --older: unchanged systems evaluated on both splits; BM25 baselines with the same settings need not be named",
      parseList,
    )
    .option(
      "--original <run>",
      "for a counterfactual twin: the run it was made from, to compute the share answered correctly in both (grounded-share)",
    )
    .option(
      "--original-predictions <file>",
      "with --original: the same system's predictions for that run, in any format",
    )
    .option(
      "--fail-under <bounds>",
      "METRIC=X: exit with 1 if a metric does not meet its bound; an item without a prediction counts as failed; METRIC@GROUP=X for one type, domain or language, METRIC.low=X (or .high) for an end of the 95% interval",
      parseList,
    )
    .addOption(
      unnegated(
        "--no-worse-than <predictions>",
        "another system's predictions (main.jsonl), or the folder of its evaluation: exit with 1 if this one is worse by more than the margin, or if that is undecided",
      ),
    )
    .option(
      "--margin <share>",
      "with --no-worse-than: how much worse is still accepted (default: 0.02)",
    )
    .addOption(
      unnegated(
        "--no-worse-in <metrics>",
        "with --no-worse-than: the metrics to compare (default: completeness if both are judged, otherwise evidence-recall)",
      ).argParser(parseList),
    )
    .option("--allow-undecided", "with --no-worse-than: exit with 0 if the comparison is undecided")
    .option(
      "--allow-missing",
      "with --fail-under or --no-worse-than: leave out items without a prediction, with a warning",
    )
    .option("--junit <file>", "write the gate's result as JUnit XML")
    .option("--summary <file>", "write a summary in Markdown")
    .option(
      "--items <file>",
      "write one line per item to this file: its values, and how hard it is for the systems of the run, if there are at least three",
    ),
  "the judge: rules, openai:NAME or PROVIDER:NAME; without one, nothing is judged or paid for",
).action(lazyAction(async () => (await import("../evaluate.ts")).evaluate));
