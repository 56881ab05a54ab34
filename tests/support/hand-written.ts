// Replies that careful readers wrote by hand, a file each in the hand-written folder beside their test.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { PromptContract } from "../../schemas/define.ts";
import { Language } from "../../schemas/items/item-types.ts";

/** What each of them says. */
export const HandWritten = z.strictObject({
  writtenByHand: z.literal(true),
  prompt: z.string(),
  language: Language,
  reply: z.record(z.string(), z.unknown()),
});

/** Those that hold all variables of their request. */
export const HandWrittenCall = HandWritten.extend({
  variables: z.record(z.string(), z.unknown()),
});

/** Reads those whose names begin so; `directory`: the test's. */
export const handWritten = <Case extends z.ZodObject>(directory: string, shape: Case, start = "") =>
  readdirSync(join(directory, "hand-written"))
    .filter(file => file.startsWith(start))
    .sort()
    .map(file => ({
      file,
      name: basename(file, ".json"),
      ...shape.parse(JSON.parse(readFileSync(join(directory, "hand-written", file), "utf8"))),
    }));

/** Those of one prompt, variables and reply read by its contract. */
export const casesOf = <
  Case extends z.output<typeof HandWrittenCall>,
  V extends z.ZodObject,
  R extends z.ZodObject,
>(
  cases: readonly Case[],
  prompt: PromptContract<V, R>,
) =>
  cases
    .filter(one => one.prompt === prompt.name)
    .map(one => ({
      ...one,
      variables: prompt.variables.parse(one.variables),
      reply: prompt.reply.parse(one.reply),
    }));
