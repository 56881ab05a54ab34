// Plans the questions: for each quota the best-spread candidates, and spares as later stages ask for them.

import { demand } from "../../schemas/items/records.ts";
import type { PublishedType } from "../../schemas/items/item-types.ts";
import { documents } from "../../schemas/items/documents.ts";
import {
  type FactRow,
  facts,
  type PlanRow,
  plans,
  type SchemaRow,
  schemas,
} from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import { groupKey, type Quota, type QuotaOptions, quotasFor } from "../items/quotas.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import { ambiguousSubjects, type Candidate, candidatesOf } from "./candidates.ts";
import { spread } from "./spread.ts";

function toPlan(
  { type, language, domain }: Quota<PublishedType>,
  { facts: chosen }: Candidate,
  index: number,
): PlanRow {
  const factIds = chosen.map(({ id }) => id);
  const documentIds = [...new Set(chosen.map(({ documentId }) => documentId))];
  return {
    id: rowId("p", type, factIds),
    type,
    language,
    domain,
    documentIds,
    factIds,
    rank: index + 1,
  };
}

interface Planning {
  readonly rows: readonly FactRow[];
  readonly schema: SchemaRow | undefined;
  /** Candidates wanted: the quota, and spares. */
  readonly count: number;
  readonly seed: number;
  readonly devShare: number;
}

/** No candidate joins a dev document with a test document, so that the splits can share none. */
function planQuota(
  quota: Quota<PublishedType>,
  { rows, schema, count, seed, devShare }: Planning,
): PlanRow[] {
  const dev = devDocuments(
    rows.map(({ documentId }) => documentId),
    devShare,
  );
  const parts = [
    rows.filter(({ documentId }) => dev.has(documentId)),
    rows.filter(({ documentId }) => !dev.has(documentId)),
  ];
  const candidates = shuffle(
    drawFrom(seed),
    parts.flatMap(facts => candidatesOf(quota.type, { facts, schema })),
  );
  return spread(candidates, count).map((candidate, index) => toPlan(quota, candidate, index));
}

export const plansStage = (options: QuotaOptions<PublishedType> & { devShare: number }) =>
  defineWholeStage({
    name: "rageval/plans",
    module: import.meta.filename,
    prompts: [],
    settings: options,
    over: facts,
    lookup: { documents, schemas, demand },
    writes: plans,
    all(rows, { tables, seedFor }) {
      // A question is put to the whole corpus: subjects are told apart over all domains and both splits.
      const unclear = ambiguousSubjects(rows);
      const rowsOf = groupBy(
        rows.filter(row => !unclear.has(row.documentId)),
        row => `${row.domain}\n${row.language}`,
      );
      return {
        rows: quotasFor(tables.documents.rows(), options).flatMap(quota => {
          const mine = rowsOf.get(`${quota.domain}\n${quota.language}`) ?? [];
          const wanted = tables.demand.find(groupKey(quota))?.wanted ?? 0;
          const schema = tables.schemas.find(mine[0]?.schemaId ?? "");
          return planQuota(quota, {
            rows: mine,
            schema,
            count: quota.target + wanted,
            seed: seedFor("plans", groupKey(quota)),
            devShare: options.devShare,
          });
        }),
      };
    },
  });
