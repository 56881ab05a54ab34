// Defines the command `ragwright audit`: its arguments and options.

import { Command, Option } from "commander";
import { lazyAction } from "./lazy-action.ts";
import { addModelOptions } from "./model-options.ts";

export const auditCommand = addModelOptions(
  new Command("audit")
    .description(
      "test whether each item can be answered without documents, from its references alone, and with one document removed; find other documents that answer it; compute its difficulty and discrimination from evaluations",
    )
    .argument("<run>", "run directory")
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option(
      "--judge <name>",
      "the model that judges the answers (default: the one that writes them)",
    )
    .option(
      "--metric <name>",
      "metric for difficulty and discrimination (default: the first available of completeness, correctness, evidence-recall, rouge-l)",
    )
    .option(
      "--answered <share>",
      "minimum share of keypoints for an item to count as answered (default: 0.8)",
    )
    .option(
      "--sufficient <share>",
      "minimum share of an item's keypoints that its references alone must yield (default: 0.5)",
    ),
  "rules, openai:NAME, or PROVIDER:NAME through LangChain: the model that answers the items",
).action(lazyAction(async () => (await import("../audit.ts")).audit));
