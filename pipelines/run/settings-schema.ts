// The JSON schema of a settings file: used by editors, by the reference page, and to suggest corrections of misspelled names.

import { z } from "zod";
import { Settings } from "../../schemas/settings.ts";

const pathOrPaths = z.union([z.string(), z.array(z.string())]).optional();

/** Input sources that a settings file may name: each a path, or a list of paths. */
export const sourceFields = {
  seeds: pathOrPaths.describe(
    "Seed documents (rageval), in FOLDER/<kind>/<zh|en>/ or in any folder, or articles (crud): files or folders.",
  ),
  documents: pathOrPaths.describe("Your own documents: files or folders."),
  questions: pathOrPaths.describe("Your own questions about the documents, as JSON lines."),
  feeds: pathOrPaths.describe("crud: RSS, Atom or JSON feeds, as addresses or files."),
  sitemaps: pathOrPaths.describe("crud: sitemaps, as addresses or files."),
  urls: pathOrPaths.describe("crud: pages, as addresses or files with one per line."),
};
export type SourceName = keyof typeof sourceFields;

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The input type of a schema. A setting that also accepts a bare name is described as a string or an object. */
const inputOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type !== "pipe") return;
      const { in: input, out } = def;
      if (input._zod.def.type !== "transform") return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.anyOf = [
        { type: "string" },
        inputOf(out as z.ZodType) as z.core.JSONSchema.JSONSchema,
      ];
    },
  }) as JsonSchema;

/** JSON Schema (2020-12) of `ragwright.yaml`. */
export const settingsSchema = (): JsonSchema => inputOf(Settings.extend(sourceFields));

/** The object type among the types of a setting. */
const objectIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.properties || schema.propertyNames
    ? schema
    : schema.anyOf?.map(objectIn).find(group => group !== undefined);

/** The names in a group of settings; none if the path does not lead to a group. */
export function namesAt(path: readonly PropertyKey[], schema = settingsSchema()): string[] {
  const group = objectIn(schema);
  if (!group) return [];
  const [name, ...rest] = path;
  if (name === undefined)
    return group.properties
      ? Object.keys(group.properties)
      : (group.propertyNames?.enum ?? []).map(String);
  const { properties, additionalProperties } = group;
  const next = properties?.[String(name)] ?? additionalProperties;
  return typeof next === "object" ? namesAt(rest, next) : [];
}
