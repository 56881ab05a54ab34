// The JSON schema of a reply, in the subset that strict structured output accepts.

import { z } from "zod";

/** Keywords that strict mode accepts everywhere; bounds and formats are left out, since the contract checks them anyway. */
const plainKeywords = new Set(["type", "description", "enum", "const", "$ref"]);
const nestedLists: Record<string, string> = { anyOf: "anyOf", oneOf: "anyOf" };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapValues = (value: unknown, change: (inner: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, inner]) => [name, change(inner)]),
  );

function strict(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const list = nestedLists[keyword];
    if (plainKeywords.has(keyword)) result[keyword] = value;
    else if (list !== undefined && Array.isArray(value)) result[list] = value.map(strict);
    else if (keyword === "items") result[keyword] = strict(value);
    else if (keyword === "properties" || keyword === "$defs")
      result[keyword] = mapValues(value, strict);
  }
  if (schema["type"] === "object") {
    if (!("properties" in schema))
      throw new Error(
        "a reply cannot hold a record of any keys: strict structured output has none",
      );
    // Strict mode has no optional fields: a missing value is written as null.
    result["required"] = Object.keys(isObject(schema["properties"]) ? schema["properties"] : {});
    result["additionalProperties"] = false;
  }
  return result;
}

/** JSON schema of a contract's reply: all fields required, no others allowed. */
export const replySchemaOf = (reply: z.ZodObject): Record<string, unknown> =>
  strict(z.toJSONSchema(reply)) as Record<string, unknown>;
