// Defines the prompt that sorts seeds by kind.

import { z } from "zod";
import { definePrompt } from "../../define.ts";

/** Asks which documents share a form: each is of one kind, or of none. */
export const kindsPrompt = definePrompt({
  name: "rageval/kinds",
  variables: z.object({
    documents: z
      .array(
        z.object({
          number: z.int().min(1),
          file: z.string(),
          /** The kind found earlier, if the document represents all of that kind; otherwise "". */
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
  // Kinds have English names in every language.
  anyLanguage: true,
  instead: "put seeds into FOLDER/<kind>/<zh|en>/",
  maxReplyTokens: 3000,
});
