// Draws the documents whose facts are looked up: enough for the items wanted, and no more are sent to a model.

import { documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { drawn } from "../../schemas/rageval/records.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";

/** Of fewer documents no pair, count or order may be had. */
const minDocuments = 8;

/** In every domain and language one document for each item wanted; a larger number draws the same ones and more. */
export const drawnStage = (quotas: QuotaOptions<QuestionType>) =>
  defineWholeStage({
    name: "rageval/drawn",
    module: import.meta.filename,
    prompts: [],
    settings: quotas,
    over: documents,
    writes: drawn,
    all(rows, { seedFor }) {
      const wanted = new Map<string, number>();
      for (const { domain, language, target } of quotasFor(rows, quotas)) {
        const group = `${domain}\n${language}`;
        wanted.set(group, (wanted.get(group) ?? 0) + target);
      }
      const seed = seedFor("drawn");
      const orders = new Map(rows.map(({ id }) => [id, hashOf([seed, id])]));
      const inOrder = [...rows].sort((a, b) =>
        (orders.get(a.id) ?? "") < (orders.get(b.id) ?? "") ? -1 : 1,
      );
      const taken = new Map<string, number>();
      const chosen = inOrder.filter(({ domain, language }) => {
        const group = `${domain}\n${language}`;
        const count = taken.get(group) ?? 0;
        taken.set(group, count + 1);
        return count < Math.max(minDocuments, wanted.get(group) ?? 0);
      });
      return { rows: chosen.map(({ id, domain, language }) => ({ id, domain, language })) };
    },
  });
