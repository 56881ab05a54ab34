// The wings, one record each: which types of item they make, in which shares, and in which formats they publish them.

import { z } from "zod";
import type { ExportFormat } from "./formats/export-formats.ts";
import {
  CofeType,
  CrudTask,
  type ItemType,
  PublishedType,
  QuestionType,
  type Wing,
} from "./items/item-types.ts";
import { cofeMix, crudMix, documentsMix, filesMix, ragevalMix } from "./mixes.ts";
import type { Method } from "./settings.ts";

type Shares = Readonly<Partial<Record<ItemType, number>>>;

export interface WingRecord {
  /** Mixes that may be asked for, of the types that each method makes. */
  readonly mix: Readonly<Record<Method, z.ZodRecord>>;
  /** Shares of the types if nothing is asked for; `documents`: if documents are not known to share a subject. */
  readonly usual: Readonly<Record<Method, Shares>> & { readonly documents?: Shares };
  /** Formats written at the end of a run, each into its folder of `dataset/`. */
  readonly exports: readonly ExportFormat[];
  /** How its questions came about: a sentence of the card of a published dataset. */
  readonly origin: string;
}

const mixOf = <Types extends z.ZodEnum>(types: Types) => z.partialRecord(types, z.number().min(0));

export const wings = {
  rageval: {
    mix: { ours: mixOf(QuestionType), paper: mixOf(PublishedType) },
    usual: {
      ours: ragevalMix("weight"),
      documents: documentsMix,
      paper: ragevalMix("published"),
    },
    exports: ["dragonball", "beir"],
    origin: "Questions were built on facts that the documents state, as RAGEval does.",
  },
  crud: {
    mix: { ours: mixOf(CrudTask), paper: mixOf(CrudTask) },
    usual: { ours: crudMix, paper: crudMix },
    exports: ["crud", "beir"],
    origin:
      "Documents are news articles. Questions and corrections were built on articles in the corpus; summaries and continuations belong to articles that were held out of it, as CRUD-RAG does.",
  },
  cofe: {
    mix: { ours: mixOf(QuestionType), paper: mixOf(CofeType) },
    usual: { ours: filesMix, paper: cofeMix },
    exports: ["cofe", "beir"],
    origin:
      "Questions were asked about parts of the documents, with keywords that allow any chunking to be judged, as CoFE-RAG does.",
  },
} as const satisfies Record<Wing, WingRecord>;

/** A wing's usual mix; `families`: whether it may write families. */
export function defaultMix(
  wing: Wing,
  method: Method = "ours",
  { families = true }: { readonly families?: boolean } = {},
): Shares {
  const { usual }: WingRecord = wings[wing];
  return families || method === "paper" ? usual[method] : (usual.documents ?? usual.ours);
}
