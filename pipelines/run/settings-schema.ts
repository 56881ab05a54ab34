// The JSON schema of a settings file: what an editor checks it by, what its reference is made from, and where names for a misspelt one come from.

import { z } from "zod";
import { Settings } from "../../schemas/settings.ts";

const path = z.union([z.string(), z.array(z.string())]).optional();

/** Where a run takes its input from, as a settings file may say. */
const sources = {
  seeds: path.describe(
    "Seed documents (rageval), in FOLDER/<kind>/<zh|en>/ or as they lie, or articles (crud): files or folders.",
  ),
  documents: path.describe("Your own documents: files or folders."),
  questions: path.describe("Your own questions on the documents, JSON lines."),
  feeds: path.describe("crud: RSS, Atom or JSON feeds, as addresses or files."),
  sitemaps: path.describe("crud: sitemaps, as addresses or files."),
  urls: path.describe("crud: pages, as addresses or files with one a line."),
};

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

/** What a record takes before it is parsed; a model's name alone stands for its settings. */
const inputOf = (record: z.ZodType): JsonSchema =>
  z.toJSONSchema(record, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type !== "pipe") return;
      const { in: before, out } = def;
      if (before._zod.def.type !== "transform") return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.anyOf = [
        { type: "string" },
        inputOf(out as z.ZodType) as z.core.JSONSchema.JSONSchema,
      ];
    },
  }) as JsonSchema;

/** Of `ragwright.yaml`, by JSON Schema 2020-12. */
export const settingsSchema = (): JsonSchema => inputOf(Settings.extend(sources));

/** The object among what a setting may be. */
const objectIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.properties || schema.propertyNames
    ? schema
    : schema.anyOf?.map(objectIn).find(found => found !== undefined);

/** The names that a group of settings has; none where the path leads to no group. */
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
