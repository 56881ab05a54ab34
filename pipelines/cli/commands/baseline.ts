// Defines the command `ragwright baseline`: its arguments and options.

import { Command, Option } from "commander";
import { Retriever } from "../../../schemas/evaluation/baseline.ts";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";
import { addModelOptions } from "./model-options.ts";

export const baselineCommand = addModelOptions(
  new Command("baseline")
    .description(
      "run a plain RAG over the documents of a run, with one setting or a sweep of settings: scores, table, plots",
    )
    .argument("<run>", "run directory")
    .option("--name <name>", "name of the result's folder in <run>/evaluations (default: baseline)")
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option(
      "--per-type <number>",
      "at most this many items of each type, drawn with the random seed",
    )
    .option(
      "--share <share>",
      "only this share of the items of each type, drawn the same way, for example 0.2",
    )
    .option(
      "--chunk-size <tokens>",
      "tokens per chunk: 128,256, or each with an overlap: 512/100",
      parseList,
    )
    .option(
      "--overlap <tokens>",
      "tokens that two neighboring chunks share, or a percentage of the chunk size (20%)",
      parseList,
    )
    .option(
      "--budget <tokens>",
      "tokens of passages: each chunk size gets as many chunks as fit (default: 1024)",
    )
    .option("--top-k <numbers>", "number of chunks to read, whatever their size", parseList)
    .option("--retriever <list>", `${Retriever.options.join(", ")} (default: bm25)`, parseList)
    .option("--fetched <number>", "chunks fetched before reranking or fusion (default: 30)")
    .option(
      "--query-tokens <number>",
      "maximum tokens of a question used for search (default: no limit)",
    )
    .option(
      "--input-tokens <number>",
      "maximum tokens of passages to write an answer from; the last passage is truncated to fit (default: no limit)",
    )
    .option(
      "--output-tokens <number>",
      "maximum tokens of an answer; the rest is cut (default: no limit)",
    )
    .addOption(
      new Option(
        "--subject-prefix <when>",
        "put the document's name before each chunk (default: off)",
      ).choices(["on", "off", "both"]),
    )
    .option("--retrieval-only", "score retrieval only; no answers are generated")
    .option(
      "--judge <names>",
      "rules, openai:NAME or PROVIDER:NAME; several give one evaluation each, over the same answers; without one, nothing is judged",
      parseList,
    )
    .option("--metrics <list>", "only these metrics", parseList)
    .option(
      "--distractors <number>",
      "how many documents from --distractors-from to mix in (default: all of them)",
    )
    .option(
      "--distractors-from <paths>",
      "unrelated documents to mix into the corpus: files, folders or run directories",
      parseList,
    )
    .option(
      "--rank-against <paths>",
      "other questions about the same documents (runs, or datasets' files): how similarly both sets rank the settings; implies --retrieval-only",
      parseList,
    )
    .option("--rank-halves", "how similarly two halves of the items rank the settings"),
  "rules, openai:NAME, or PROVIDER:NAME through LangChain: the model that writes the answers; several give one evaluation each",
  { severalModels: true },
).action(lazyAction(async () => (await import("../baseline.ts")).baseline));
