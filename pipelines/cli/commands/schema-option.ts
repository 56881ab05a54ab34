// Adds `--json` to every command that can print JSON, and `--schema`, which prints the JSON Schema of what `--json` prints.

import type { Command } from "commander";
import { z } from "zod";
import { outputSchemas } from "./output-schemas.ts";

/** Thrown when `--schema` is given, before missing arguments are reported. */
export class SchemaRequested extends Error {
  readonly #loadSchema: () => Promise<z.ZodType>;

  constructor(loadSchema: () => Promise<z.ZodType>) {
    super("--schema");
    this.#loadSchema = loadSchema;
  }

  /** The schema as JSON Schema 2020-12. */
  async text(): Promise<string> {
    return JSON.stringify(z.toJSONSchema(await this.#loadSchema()), null, 2);
  }
}

/** Adds the options to the command and to its subcommands. A command may have its own `--json` option, to explain when it prints JSON. */
export function addOutputOptions(command: Command, parentName = ""): void {
  const name = `${parentName} ${command.name()}`.trim();
  for (const subcommand of command.commands) addOutputOptions(subcommand, name);
  const loadSchema = outputSchemas[name];
  if (loadSchema === undefined) return;
  if (!command.options.some(({ long }) => long === "--json"))
    command.option("--json", "one JSON value on stdout");
  command.option("--schema", "print the JSON Schema of what --json prints, and exit");
  command.on("option:schema", () => {
    throw new SchemaRequested(loadSchema);
  });
}
