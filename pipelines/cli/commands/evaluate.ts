// `ragwright evaluate`, as it is typed.

import { Command, Option } from "commander";
import { Variant } from "../../../schemas/evaluation/metrics.ts";
import { list } from "../lists.ts";
import { acting } from "./acting.ts";
import { addModelOptions } from "./model-options.ts";

export const evaluateCommand = addModelOptions(
  new Command("evaluate")
    .description(
      "score the predictions of a RAG system: retrieval, answers, and where in the chain evidence was lost",
    )
    .argument(
      "<predictions>",
      "JSONL of {id, answer, retrieved[], reranked[], contexts[]}, or the predictions of RAGEval, CRUD-RAG or CoFE-RAG",
    )
    .option(
      "--against <run>",
      "run directory, or a published dataset's file (default: the ground truth in the predictions, where there is one)",
    )
    .option(
      "--name <name>",
      "name of the system, and of the folder of the result (default: the file's)",
    )
    .option(
      "--out <directory>",
      "where to (default: <run>/evaluations/<name>; against a dataset's file out/evaluations/<name>)",
    )
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option("--metrics <list>", "only these metrics (default: all that can be computed)", list)
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
      "the system's own chunks, JSONL of {id, documentId, start, end, text}: for losses in parsing and chunking",
    )
    .option(
      "--compare <directories>",
      "other evaluations of the same items: paired tests against each",
      list,
    )
    .option(
      "--older <evaluation>",
      "folder of this system's evaluation on an older split: how much of the change is the system's and how much the news' (default: the one of the same name, of the run that this run refreshes)",
    )
    .option(
      "--frozen <names>",
      "with --older: systems evaluated on both splits that were not changed; BM25 baselines of the same settings need not be named",
      list,
    )
    .option(
      "--original <run>",
      "of a counterfactual twin: the run it was made from, for the share answered rightly on both (grounded-share)",
    )
    .option(
      "--original-predictions <file>",
      "with --original: what the same system answered there, in any form",
    )
    .option(
      "--fail-under <bounds>",
      "METRIC=X: exit with 1 where a metric falls short of it; an item without prediction counts as failed",
      list,
    )
    .option(
      "--allow-missing",
      "with --fail-under: leave items without prediction out of the bounds, with a warning",
    )
    .option("--items <file>", "write one line an item to this file"),
  "the judge: rules, openai:NAME or PROVIDER:NAME; without one nothing is judged and nothing is paid",
).action(acting(async () => (await import("../evaluate.ts")).evaluate));
