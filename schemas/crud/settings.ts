// Settings of the news wing.

import { z } from "zod";
import { holdsSecret } from "../model-settings.ts";

const share = z.number().min(0).max(1);
const lengths = z.strictObject({ least: z.int().min(1), most: z.int().min(1) });

/** Of the CRUD-RAG wing. */
export const CrudSettings = z.strictObject({
  lengths: z
    .strictObject({
      zh: lengths.prefault({ least: 500, most: 1000 }),
      en: lengths.prefault({ least: 1000, most: 6000 }),
    })
    .prefault({})
    .describe(
      "Characters an article may have; the Chinese ones are those of nearly all published articles.",
    ),
  since: z.iso
    .date()
    .nullable()
    .default(null)
    .describe(
      "Only articles published on this day or later; those without a date are then left out.",
    ),
  undated: z
    .enum(["keep", "drop"])
    .default("keep")
    .describe(
      "Whether articles without a date are taken. They are never put together with others by their day.",
    ),
  private: z
    .enum(["drop", "keep"])
    .default("drop")
    .describe(
      "Whether articles with private data (phone and account numbers, shame over people who hold no office) are taken.",
    ),
  nearDuplicate: share
    .default(0.8)
    .describe("Jaccard of character 5-grams from which two articles are one."),
  templated: z
    .strictObject({ similarity: share.default(0.5), most: z.int().min(1).default(3) })
    .prefault({})
    .describe(
      "Articles as alike as this, numbers aside, are written from one template; so many of them stay.",
    ),
  window: z.int().min(0).default(3).describe("Days within which articles may tell of one event."),
  found: z.int().min(1).default(10).describe("Articles that a search brings."),
  heldOut: z
    .number()
    .min(1)
    .default(4)
    .describe(
      "Documents held out of the corpus for each reverse item wanted: one is used, the others are spares.",
    ),
  leak: z
    .strictObject({ similarity: share.default(0.3), containment: share.default(0.3) })
    .prefault({})
    .describe("A document as near as either to a held-out one is kept out of the corpus."),
  support: share
    .default(0.7)
    .describe(
      "Share of a reference's facts that the corpus must support, by the paper's method; by ours it supports all.",
    ),
  search: z
    .url()
    .refine(
      url => URL.canParse(url) && !holdsSecret(new URL(url)),
      "give the address without user, password and key: it is written into the run and its report",
    )
    .nullable()
    .default(null)
    .describe("A SearXNG-compatible search (its address) beside the corpus."),
  questEval: z
    .boolean()
    .default(true)
    .describe("Questions for RAGQuestEval on every reference answer."),
  pause: z
    .number()
    .min(0)
    .default(1)
    .describe("Seconds between two requests to one host; a robots.txt may ask for more."),
  allowHosts: z
    .array(z.string())
    .default([])
    .describe("Private hosts that may be fetched from, as host or host:port."),
});
export type CrudSettings = z.output<typeof CrudSettings>;
