// Draws the fragments that the paper's method asks about: as the usual method does, but each fragment serves all types.

import {
  type CofePlanRow,
  cofePlans,
  type FragmentRow,
  fragments,
} from "../../schemas/cofe/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { CofeType } from "../../schemas/items/item-types.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";
import { usageFinder } from "../questions/document-draw.ts";
import { drawSections } from "../questions/draw-sections.ts";
import { fragmentsIn } from "../questions/sections.ts";

export interface CofePlansOptions extends QuotaOptions<CofeType> {
  readonly candidates: AskingSettings["candidates"];
}

export const cofePlansStage = ({ candidates: { factor, more }, ...quotas }: CofePlansOptions) =>
  defineWholeStage({
    name: "cofe/plans",
    module: import.meta.filename,
    prompts: [],
    settings: { ...quotas, factor, more },
    over: fragments,
    lookup: { documents },
    writes: cofePlans,
    all(rows, { tables, seedFor }) {
      const documentsOf = groupBy(tables.documents.rows(), groupOf);
      const sectionsIn = fragmentsIn(rows);
      const fragmentAt = new Map(rows.map(row => [`${row.documentId} ${row.start}`, row]));
      const allQuotas = quotasFor(tables.documents.rows(), quotas);
      return {
        rows: [...documentsOf].flatMap(([group, groupDocuments]) => {
          const quotasOfGroup = allQuotas.filter(
            quota => quota.target > 0 && groupOf(quota) === group,
          );
          // Every fragment serves all types, so the largest quota decides how many are drawn.
          const fragmentCount = Math.max(
            0,
            ...quotasOfGroup.map(({ target }) => Math.ceil(target * factor) + more),
          );
          const types = quotasOfGroup.map(({ type }) => type);
          const draw = {
            rows: groupDocuments,
            seed: seedFor("plans"),
            useOf: usageFinder(),
            sectionsIn,
          };
          return drawSections(draw, fragmentCount)
            .flatMap(
              ({ scope: [span] }) => fragmentAt.get(`${span?.documentId} ${span?.start}`) ?? [],
            )
            .map((fragment, index) => toPlan(fragment, types, index + 1));
        }),
      };
    },
  });

const groupOf = ({ domain, language }: Pick<FragmentRow, "domain" | "language">): string =>
  `${domain}\n${language}`;

const toPlan = (
  { id, documentId, language, domain }: FragmentRow,
  types: readonly CofeType[],
  rank: number,
): CofePlanRow => ({
  id: rowId("plan", id, types),
  fragmentId: id,
  documentId,
  language,
  domain,
  types: [...types],
  rank,
});
