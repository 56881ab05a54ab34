// `ragwright init`: creates a folder to edit, with settings and a place for seeds.

import type { InitOutput } from "../../schemas/output/other-commands.ts";
import { initProject, type ProjectChoices } from "../run/init-project.ts";
import { parseList } from "./parse-lists.ts";
import { optionalWholeNumber } from "./parse-numbers.ts";
import { printResult } from "./printer.ts";
import { askTerminal, isTerminal } from "./terminal.ts";

export interface InitFlags {
  readonly from?: readonly string[];
  readonly language?: readonly string[];
  readonly items?: string;
  readonly model?: string;
  readonly typescript?: boolean;
  readonly json?: boolean;
}

/** Asks for the choices; an empty answer keeps the default. */
async function askForChoices(): Promise<ProjectChoices> {
  const from = await askTerminal(
    "What do you have? (files, folders or feeds, separated by commas; empty: a folder for seeds) ",
  );
  const languages = await askTerminal("Languages? (zh,en) ");
  const model = await askTerminal("Model? (rules, or openai:NAME) ");
  return {
    from: from === "" ? undefined : parseList(from),
    languages: languages === "" ? undefined : parseList(languages),
    model: model === "" ? undefined : model,
  };
}

const choicesOf = ({ from, language, items, model, typescript }: InitFlags): ProjectChoices => ({
  from,
  languages: language,
  items: optionalWholeNumber("items", items),
  model,
  typescript,
});

/** Returns the exit code. */
export async function init(directory: string, flags: InitFlags): Promise<number> {
  const { json = false, typescript, ...choiceFlags } = flags;
  const isInteractive = Object.keys(choiceFlags).length === 0 && !json && isTerminal();
  const choices = isInteractive ? { ...(await askForChoices()), typescript } : choicesOf(flags);
  const { settings, seeds, wing } = initProject(directory, choices);
  const value: InitOutput = { directory, settings, seeds, wing };
  return printResult(
    json,
    value,
    `Edit ${settings}${seeds === null ? "" : `, put seeds into ${seeds}`}, then run there: ragwright plan ${wing}, and ragwright run ${wing}`,
  );
}
