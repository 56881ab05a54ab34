// The JSON schema of a reply, in the subset that strict structured output accepts.

import { z } from "zod";

/** Keywords that strict mode accepts everywhere; bounds and formats are left out, since the contract checks them anyway. */
const copiedKeywords = new Set(["type", "description", "enum", "const", "$ref"]);
const unionKeywords: Record<string, string> = { anyOf: "anyOf", oneOf: "anyOf" };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapValues = (value: unknown, change: (inner: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, inner]) => [name, change(inner)]),
  );

function toStrict(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const unionKeyword = unionKeywords[keyword];
    if (copiedKeywords.has(keyword)) result[keyword] = value;
    else if (unionKeyword !== undefined && Array.isArray(value))
      result[unionKeyword] = value.map(toStrict);
    else if (keyword === "items") result[keyword] = toStrict(value);
    else if (keyword === "properties" || keyword === "$defs")
      result[keyword] = mapValues(value, toStrict);
  }
  if (schema["type"] === "object") {
    if (!("properties" in schema))
      throw new Error(
        "a reply cannot contain a record with arbitrary keys: strict structured output does not support them",
      );
    // Strict mode has no optional fields: a missing value is written as null.
    result["required"] = Object.keys(isObject(schema["properties"]) ? schema["properties"] : {});
    result["additionalProperties"] = false;
  }
  return result;
}

const replySchemas = new WeakMap<z.ZodObject, object>();

/** JSON schema of a contract's reply: all fields required, no others allowed. Returns the same object for each request of a contract. */
export function replySchemaOf(reply: z.ZodObject): object {
  const schema = replySchemas.get(reply) ?? (toStrict(z.toJSONSchema(reply)) as object);
  replySchemas.set(reply, schema);
  return schema;
}
