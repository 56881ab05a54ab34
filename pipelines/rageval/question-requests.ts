// Assigns question types, and the number of each, to documents and pairs of documents, for the paper's method.

import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { PublishedType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { type AskedRow, asked } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { type Quota, type QuotaOptions, quotasFor } from "../items/quotas.ts";

/** Minimum number of questions per request, unless fewer are left. */
const minQuestions = 3;

export interface QuestionRequestOptions {
  readonly quotas: QuotaOptions<PublishedType>;
  readonly candidates: AskingSettings["candidates"];
  readonly devShare: number;
}

/** Pairs of neighbours in the random order, within dev and within test, so that the splits share no document. */
function pairsOf(rows: readonly DocumentRow[], devShare: number): DocumentRow[][] {
  const dev = devDocuments(
    rows.map(({ id }) => id),
    devShare,
  );
  const splits = [rows.filter(({ id }) => dev.has(id)), rows.filter(({ id }) => !dev.has(id))];
  return splits.flatMap(split =>
    split.slice(1).map((second, index) => [split[index] as DocumentRow, second]),
  );
}

/** The rows for a quota, including spares, spread across all documents or pairs. */
function rowsOf(
  { type, language, domain, target }: Quota<PublishedType>,
  groups: readonly DocumentRow[][],
  { factor, more }: QuestionRequestOptions["candidates"],
): AskedRow[] {
  const total = target === 0 ? 0 : Math.ceil(target * factor) + more;
  const questionsPerRow = Math.max(minQuestions, Math.ceil(total / Math.max(1, groups.length)));
  return groups.slice(0, Math.ceil(total / questionsPerRow)).map((group, index) => {
    const documentIds = group.map(({ id }) => id);
    const count = Math.min(questionsPerRow, total - index * questionsPerRow);
    return { id: rowId("asked", type, documentIds), type, language, domain, documentIds, count };
  });
}

export const questionRequestsStage = ({ quotas, candidates, devShare }: QuestionRequestOptions) =>
  defineWholeStage({
    name: "rageval/asked",
    module: import.meta.filename,
    prompts: [],
    settings: { quotas, candidates, devShare },
    over: documents,
    writes: asked,
    all(rows, { seedFor }) {
      const seed = seedFor("asked");
      return {
        rows: quotasFor(rows, quotas).flatMap(quota => {
          const shuffledRows = rows
            .filter(
              ({ domain, language }) => domain === quota.domain && language === quota.language,
            )
            .map(row => ({ row, order: hashOf([seed, quota.type, row.id]) }))
            .sort((a, b) => (a.order < b.order ? -1 : 1))
            .map(({ row }) => row);
          const groups = questionTypes[quota.type].needsSeveralDocuments
            ? pairsOf(shuffledRows, devShare)
            : shuffledRows.map(row => [row]);
          return rowsOf(quota, groups, candidates);
        }),
      };
    },
  });
