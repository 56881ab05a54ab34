// `--schema`, on every command that prints JSON: the JSON Schema of what its `--json` prints.

import type { Command } from "commander";
import { z } from "zod";
import { outputRecords } from "./output-records.ts";

/** Thrown when `--schema` is typed, before missing arguments are reported. */
export class SchemaAsked extends Error {
  readonly #record: () => Promise<z.ZodType>;

  constructor(record: () => Promise<z.ZodType>) {
    super("--schema");
    this.#record = record;
  }

  /** JSON Schema 2020-12. */
  async text(): Promise<string> {
    return JSON.stringify(z.toJSONSchema(await this.#record()), null, 2);
  }
}

/** Adds it to the command and to its subcommands. */
export function addSchemaOption(command: Command, above = ""): void {
  const name = `${above} ${command.name()}`.trim();
  for (const below of command.commands) addSchemaOption(below, name);
  const record = outputRecords[name];
  if (record === undefined) return;
  command.option("--schema", "print the JSON Schema of what --json prints, and exit");
  command.on("option:schema", () => {
    throw new SchemaAsked(record);
  });
}
