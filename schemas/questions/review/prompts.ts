// What the last look at items asks of a model.

import { z } from "zod";
import { definePrompt } from "../../define.ts";
import { Fault } from "./records.ts";

/** The last look: items as their users will see them, without the documents. */
export const reviewPrompt = definePrompt({
  name: "questions/review",
  variables: z.object({
    items: z
      .array(
        z.object({
          number: z.int().min(1),
          question: z.string(),
          answer: z.string(),
          /** Lines of evidence, counted from 1 in each item. */
          evidence: z.array(z.object({ line: z.int().min(1), text: z.string() })),
          keypoints: z.array(z.string()),
        }),
      )
      .min(1),
  }),
  reply: z.object({
    reviews: z.array(
      z
        .object({
          number: z.int(),
          /** Lines without which the answer is proved as well. */
          idle: z.array(z.int()).catch([]),
          faults: z.array(Fault.nullable().catch(null)).catch([]),
          why: z.string().catch(""),
          right: z.int().min(0).max(5),
          worth: z.int().min(0).max(5),
        })
        .nullable()
        .catch(null),
    ),
  }),
  longestReply: 3000,
});
