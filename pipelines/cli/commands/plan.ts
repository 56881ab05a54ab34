// Defines the command `ragwright plan`: its arguments and options.

import { Command } from "commander";
import { parseList } from "../parse-lists.ts";
import { Wing } from "../../../schemas/wings.ts";
import { lazyAction } from "./lazy-action.ts";
import { auditCommand } from "./audit.ts";
import { baselineCommand } from "./baseline.ts";
import { evaluateCommand } from "./evaluate.ts";
import { runCommand } from "./run.ts";

/** Adds the options of the planned command. */
function withOptionsOf(command: Command, plannedCommand: Command): Command {
  for (const option of plannedCommand.options) command.addOption(option);
  return command;
}

/** A subcommand of `plan` for a command other than `run`, under that command's name. */
function planSubcommand(plannedCommand: Command): Command {
  const command = new Command(plannedCommand.name()).description(
    `what ${plannedCommand.name()} would send to models with the same options`,
  );
  for (const argument of plannedCommand.registeredArguments) command.addArgument(argument);
  return withOptionsOf(command, plannedCommand).exitOverride();
}

export const planCommand = withOptionsOf(
  new Command("plan")
    .description(
      "estimate calls, tokens and cost by stage, before you pay; accepts the options of run (or of evaluate, baseline, audit) and sends nothing; with --detect, say how large a benchmark has to be",
    )
    .argument("[wing]", Wing.options.join(" or "))
    .option(
      "--detect <difference>",
      "instead of a plan: how many items, about how many documents, are needed to detect this difference between two systems (0.03 is three points; 95% confidence, 80% power)",
    )
    .option(
      "--against <run>",
      "with --detect: the run whose evaluated systems show how much items differ (default: published measurements)",
    )
    .option(
      "--systems <names>",
      "with --detect: two systems of that run (default: the two best)",
      parseList,
    )
    .option("--metric <name>", "with --detect: the metric to compare (default: evidence-recall)")
    .action(lazyAction(async () => (await import("../plan.ts")).plan)),
  runCommand,
);
planCommand.enablePositionalOptions();
planCommand.addCommand(
  planSubcommand(evaluateCommand).action(
    lazyAction(async () => (await import("../plan.ts")).printEvaluationPlan),
  ),
);
planCommand.addCommand(
  planSubcommand(baselineCommand).action(
    lazyAction(async () => (await import("../plan.ts")).printBaselinePlans),
  ),
);
planCommand.addCommand(
  planSubcommand(auditCommand).action(
    lazyAction(async () => (await import("../plan.ts")).printAuditPlan),
  ),
);
