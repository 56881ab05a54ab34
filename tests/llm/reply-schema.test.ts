// Reply schemas as strict structured output takes them.

import { expect, test } from "vitest";
import { z } from "zod";
import { replySchemaOf } from "../../pipelines/llm/reply-schema.ts";
import * as items from "../../schemas/items/prompts.ts";
import * as rageval from "../../schemas/rageval/prompts.ts";

test("every field is required, no other is allowed, and bounds are left to the contract", () => {
  const reply = z.object({
    count: z.int().min(1).max(9),
    name: z.string().min(1).regex(/^x/).optional(),
    kinds: z.array(z.enum(["a", "b"])).min(1),
    inner: z.object({ minimum: z.number().default(3) }).nullable(),
  });
  expect(replySchemaOf(reply)).toEqual({
    type: "object",
    properties: {
      count: { type: "integer" },
      name: { type: "string" },
      kinds: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      inner: {
        anyOf: [
          {
            type: "object",
            properties: { minimum: { type: "number" } },
            required: ["minimum"],
            additionalProperties: false,
          },
          { type: "null" },
        ],
      },
    },
    required: ["count", "name", "kinds", "inner"],
    additionalProperties: false,
  });
});

test("alternatives are written as anyOf, the one form strict mode has", () => {
  const reply = z.object({
    one: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a") }),
      z.object({ kind: z.literal("b") }),
    ]),
  });
  expect(JSON.stringify(replySchemaOf(reply))).toContain('"one":{"anyOf":[');
});

test("a record of any keys is refused, since strict mode would empty it", () => {
  expect(() => replySchemaOf(z.object({ scores: z.record(z.string(), z.number()) }))).toThrow(
    "a record with arbitrary keys",
  );
});

const contracts = [
  ...Object.values(items),
  ...Object.values(rageval),
  ...Object.values(rageval.questionPrompts),
].filter(value => "reply" in value);

test.each(contracts)("the reply of $name can be asked for strictly", ({ reply }) => {
  expect(replySchemaOf(reply)).toMatchObject({
    type: "object",
    required: Object.keys(reply.shape),
  });
});
