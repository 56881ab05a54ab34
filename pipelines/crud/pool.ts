// Turns each article that is kept into a document: one from each group of duplicates, a few from each template.

import { articles, type ClusterRow, clusters, pool } from "../../schemas/crud/records.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { defineWholeStage, type DroppedInput } from "../engine/stage.ts";
import { repeatsOf } from "../text/near-duplicates.ts";
import { toDocument } from "./news-document.ts";

const dropCodes = {
  exact: "exact-duplicate",
  "near-duplicate": "near-duplicate",
  template: "template",
} as const satisfies Record<ClusterRow["kind"], string>;

/** Articles that the clusters leave out, by id. */
function droppedArticles(rows: readonly ClusterRow[]): Map<string, DroppedInput> {
  const dropped = new Map<string, DroppedInput>();
  for (const { kind, articleIds, kept } of rows) {
    const detail = `${articleIds.length} articles are ${samenessWords[kind]}; kept: ${articleIds.slice(0, kept).join(", ")}.`;
    for (const id of articleIds.slice(kept)) dropped.set(id, { id, code: dropCodes[kind], detail });
  }
  return dropped;
}
const samenessWords: Record<ClusterRow["kind"], string> = {
  exact: "the same",
  "near-duplicate": "nearly the same",
  template: "written from one template",
};

export interface PoolOptions extends Pick<CrudSettings, "nearDuplicate"> {
  /** Texts that an older split was made from: articles that repeat one are left out too. */
  readonly usedTexts?: readonly string[];
}

/** Drops articles as `exact-duplicate`, `near-duplicate`, `template` and, if `usedTexts` are given, `used-before`. */
export const poolStage = ({ nearDuplicate, usedTexts = [] }: PoolOptions) =>
  defineWholeStage({
    name: "crud/pool",
    module: import.meta.filename,
    prompts: [],
    settings: usedTexts.length === 0 ? {} : { nearDuplicate, used: hashOf(usedTexts) },
    over: articles,
    lookup: { clusters },
    writes: pool,
    all(rows, { tables }) {
      const dropped = droppedArticles(tables.clusters.rows());
      const remaining = rows.filter(({ id }) => !dropped.has(id));
      const repeats =
        usedTexts.length === 0
          ? []
          : repeatsOf(
              remaining.map(({ text }) => text),
              usedTexts,
              nearDuplicate,
            );
      for (const { text, similarity } of repeats) {
        const id = remaining[text]?.id ?? "";
        dropped.set(id, {
          id,
          code: "used-before",
          detail: `The older split has a text with a similarity of ${similarity.toFixed(3)}.`,
        });
      }
      return {
        rows: remaining.filter(({ id }) => !dropped.has(id)).map(toDocument),
        dropped: [...dropped.values()],
      };
    },
  });
