// Settings of the news wing.

import { z } from "zod";
import { hasSecret } from "../model-settings.ts";

const share = z.number().min(0).max(1);
const lengths = z.strictObject({ least: z.int().min(1), most: z.int().min(1) });

/** Settings of the CRUD-RAG wing. */
export const CrudSettings = z.strictObject({
  lengths: z
    .strictObject({
      zh: lengths.prefault({ least: 500, most: 1000 }),
      en: lengths.prefault({ least: 1000, most: 6000 }),
    })
    .prefault({})
    .describe(
      "Minimum and maximum length of an article, in characters; the Chinese bounds cover nearly all published articles.",
    ),
  since: z.iso
    .date()
    .nullable()
    .default(null)
    .describe(
      "Only use articles published on this day or later; articles without a date are then left out.",
    ),
  undated: z
    .enum(["keep", "drop"])
    .default("keep")
    .describe(
      "Whether articles without a date are used. They are never grouped with others by date.",
    ),
  private: z
    .enum(["drop", "keep"])
    .default("drop")
    .describe(
      "Whether articles with private data (phone and account numbers, scandal about people who hold no office) are used.",
    ),
  nearDuplicate: share
    .default(0.8)
    .describe(
      "Jaccard similarity of character 5-grams at or above which two articles count as the same.",
    ),
  templated: z
    .strictObject({ similarity: share.default(0.5), most: z.int().min(1).default(3) })
    .prefault({})
    .describe(
      "Minimum similarity (numbers aside) at which articles count as written from one template, and maximum number of them to keep.",
    ),
  window: z
    .int()
    .min(0)
    .default(3)
    .describe("Days within which articles may be about the same event."),
  found: z.int().min(1).default(10).describe("Maximum number of articles found per search."),
  heldOut: z
    .number()
    .min(1)
    .default(4)
    .describe(
      "Documents held out of the corpus for each requested reverse item: one is used, the others are spares.",
    ),
  leak: z
    .strictObject({ similarity: share.default(0.3), containment: share.default(0.3) })
    .prefault({})
    .describe(
      "A document that reaches either value against a held-out one is kept out of the corpus.",
    ),
  support: share
    .default(0.7)
    .describe(
      "Share of a reference's facts that the corpus must support under the paper's method; under ours it must support all.",
    ),
  search: z
    .url()
    .refine(
      url => URL.canParse(url) && !hasSecret(new URL(url)),
      "give the address without user, password and key: it is written into the run and its report",
    )
    .nullable()
    .default(null)
    .describe("Address of a SearXNG-compatible search to use in addition to the corpus."),
  questEval: z
    .boolean()
    .default(true)
    .describe("Whether to generate RAGQuestEval questions about every reference answer."),
  pause: z
    .number()
    .min(0)
    .default(1)
    .describe("Seconds between two requests to one host; a robots.txt may ask for more."),
  allowHosts: z
    .array(z.string())
    .default([])
    .describe("Private hosts that may be fetched from (host or host:port)."),
});
export type CrudSettings = z.output<typeof CrudSettings>;
