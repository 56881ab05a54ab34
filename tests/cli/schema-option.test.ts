// `--schema`: the JSON Schema of what each command's `--json` prints, and nothing else.

import { readdirSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { outputSchemas } from "../../pipelines/cli/commands/output-schemas.ts";
import { SchemaRequested } from "../../pipelines/cli/commands/schema-option.ts";
import { createProgram } from "../../pipelines/cli/program.ts";
import { ragwright } from "../support/cli.ts";
import { checkPrinted } from "../support/printed-json.ts";
import { newFolder } from "../support/toy-run.ts";

const named = (command: Command, above = ""): (readonly [string, Command])[] => {
  const name = `${above} ${command.name()}`.trim();
  return [[name, command], ...command.commands.flatMap(below => named(below, name))];
};
const commands = createProgram().commands.flatMap(command => named(command));
const withOption = (flag: string) =>
  commands.flatMap(([name, { options }]) =>
    options.some(({ long }) => long === flag) ? [name] : [],
  );

const schemaOf = async (words: string) => {
  const asked = createProgram().parseAsync([...words.split(" "), "--schema"], { from: "user" });
  const error = await asked.catch((thrown: unknown) => thrown);
  if (!(error instanceof SchemaRequested)) throw error;
  return JSON.parse(await error.text()) as Record<string, unknown>;
};

test("every command that prints JSON prints its schema, and no other", () => {
  expect(withOption("--schema")).toEqual(withOption("--json"));
  expect(withOption("--schema").toSorted()).toEqual(Object.keys(outputSchemas).toSorted());
  expect(withOption("--json").length).toBeGreaterThan(20);
});

test.each(Object.entries(outputSchemas))(
  "%s prints the schema that zod makes of its record, strict throughout",
  async (name, load) => {
    const schema = await schemaOf(name);
    expect(schema).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(await load()))));
    expect(looseObjects(schema)).toEqual([]);
  },
);

/** Objects in a schema that allow what they do not name; a record says of what kind its values are. */
function looseObjects(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, additionalProperties } = schema as Record<string, unknown>;
  const isLoose =
    type === "object" && (additionalProperties === undefined || additionalProperties === true);
  return [
    ...(isLoose ? [path] : []),
    ...Object.entries(schema).flatMap(([key, inner]) => looseObjects(inner, `${path}/${key}`)),
  ];
}

test("it is printed before what the command lacks is complained of, ends with 0, and leaves nothing behind", async () => {
  const cwd = newFolder();
  const { code, out, err } = await ragwright(["evaluate", "--schema"], { cwd });
  expect([code, err, readdirSync(cwd)]).toEqual([0, "", []]);
  expect(JSON.parse(out)).toEqual(await schemaOf("evaluate"));
  const withMore = ["pack", "no-run", "--to", "evals", "--json", "--schema"];
  const more = await ragwright(withMore, { cwd }).catch((error: Error) => error.message);
  // Held to the record of what `pack` prints, a schema is none.
  expect(more).toContain("printed something else");
  expect(readdirSync(cwd)).toEqual([]);
});

test("what is printed and not in the record is refused", async () => {
  const packed = { to: "evals", items: 1, tooMany: 0, notWanted: 0, documents: 1, bytes: 900 };
  await checkPrinted(["pack", "run", "--json"], JSON.stringify(packed));
  await expect(
    checkPrinted(["pack", "run", "--json"], JSON.stringify({ ...packed, extra: 1 })),
  ).rejects.toThrow("extra");
  await expect(checkPrinted(["worker", "--json"], "{}")).rejects.toThrow("no record");
});
