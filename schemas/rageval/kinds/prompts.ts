// What is asked of a model about seeds that nobody sorted.

import { z } from "zod";
import { definePrompt } from "../../define.ts";

/** Which documents one form would fit: each is of one kind, or of none. */
export const kindsPrompt = definePrompt({
  name: "rageval/kinds",
  variables: z.object({
    documents: z
      .array(
        z.object({
          number: z.int().min(1),
          file: z.string(),
          /** Where it stands for all of a kind that was found among others; else "". */
          kind: z.string(),
          headings: z.array(z.string()),
          opening: z.string(),
        }),
      )
      .min(1),
  }),
  reply: z.object({
    documents: z.array(
      z.object({ number: z.int(), kind: z.string(), why: z.string().default("") }),
    ),
  }),
  // Kinds have English names in any language.
  anyLanguage: true,
  instead: "put seeds into FOLDER/<kind>/<zh|en>/",
  maxReplyTokens: 3000,
});
