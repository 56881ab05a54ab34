// `ragwright audit`, as it is typed.

import { Command, Option } from "commander";
import { acting } from "./acting.ts";
import { addModelOptions } from "./model-options.ts";

export const auditCommand = addModelOptions(
  new Command("audit")
    .description(
      "put each item to trial: without documents, from its references alone, with one document taken away; find other documents that answer it; read difficulty and discrimination off its evaluations",
    )
    .argument("<run>", "run directory")
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option("--judge <name>", "judges the answers (default: the model that gives them)")
    .option(
      "--metric <name>",
      "by which evaluations tell items apart (default: the first there is of completeness, correctness, evidence-recall, rouge-l)",
    )
    .option(
      "--answered <share>",
      "of its keypoints, from which an item counts as answered (default: 0.8)",
    )
    .option(
      "--sufficient <share>",
      "of its keypoints, that its references alone must give (default: 0.5)",
    ),
  "rules, openai:NAME, or PROVIDER:NAME through LangChain: stands trial for the systems",
).action(acting(async () => (await import("../audit.ts")).audit));
