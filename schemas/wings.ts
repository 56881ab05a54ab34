// The wings, one record each: which types of item a wing makes, in what shares, and in which formats it publishes them.

import { z } from "zod";
import type { ExportFormat } from "./formats/export-formats.ts";
import {
  CofeType,
  CrudTask,
  type ItemType,
  PublishedType,
  QuestionType,
} from "./items/item-types.ts";
import { cofeMix, crudMix, documentsMix, filesMix, ragevalMix } from "./mixes.ts";
import type { Method } from "./settings.ts";

type Shares = Readonly<Partial<Record<ItemType, number>>>;

/** What a wing makes and publishes. */
export interface WingRecord {
  /** The mixes that a user may set, by method. */
  readonly mix: Readonly<Record<Method, z.ZodRecord>>;
  /** The mix if the user sets none, by method; `documents` is for documents that are not known to share a subject. */
  readonly defaultMixes: Readonly<Record<Method, Shares>> & { readonly documents?: Shares };
  /** Formats written at the end of a run, each into its folder of `dataset/`. */
  readonly exports: readonly ExportFormat[];
  /** How its questions were created: a sentence on the card of a published dataset. */
  readonly origin: string;
}

const mixOf = <Types extends z.ZodEnum>(types: Types) => z.partialRecord(types, z.number().min(0));

export const wings = {
  rageval: {
    mix: { ours: mixOf(QuestionType), paper: mixOf(PublishedType) },
    defaultMixes: {
      ours: ragevalMix("weight"),
      documents: documentsMix,
      paper: ragevalMix("published"),
    },
    exports: ["dragonball", "beir"],
    origin: "Questions were built on facts that the documents state, as in RAGEval.",
  },
  crud: {
    mix: { ours: mixOf(CrudTask), paper: mixOf(CrudTask) },
    defaultMixes: { ours: crudMix, paper: crudMix },
    exports: ["crud", "beir"],
    origin:
      "Documents are news articles. Questions and corrections were built on articles in the corpus; summaries and continuations belong to articles that were held out of it, as in CRUD-RAG.",
  },
  cofe: {
    mix: { ours: mixOf(QuestionType), paper: mixOf(CofeType) },
    defaultMixes: { ours: filesMix, paper: cofeMix },
    exports: ["cofe", "beir"],
    origin:
      "Questions were asked about parts of the documents, with keywords that allow any chunking to be judged, as in CoFE-RAG.",
  },
} as const satisfies Readonly<Record<string, WingRecord>>;

/** The routes from a user's input to items. */
export const Wing = z.enum(Object.keys(wings) as (keyof typeof wings)[]);
export type Wing = z.output<typeof Wing>;

/** A wing's default mix; `families` says whether it may write families. */
export function defaultMix(
  wing: Wing,
  method: Method = "ours",
  { families = true }: { readonly families?: boolean } = {},
): Shares {
  const { defaultMixes }: WingRecord = wings[wing];
  return families || method === "paper"
    ? defaultMixes[method]
    : (defaultMixes.documents ?? defaultMixes.ours);
}
