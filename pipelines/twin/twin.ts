// Creates the counterfactual twin of a run's rows: the same documents with some facts changed, and the answers that are then right.

import type { SchemaRow } from "../../schemas/rageval/records.ts";
import { type ChangeSelection, chooseChanges } from "./choose-changes.ts";
import { leafKey, readCorpus } from "./twin-corpus.ts";
import { declaredRelations } from "./declared-relations.ts";
import { readItem } from "./item-texts.ts";
import { createClashCheck, otherNames } from "./schema-bounds.ts";
import { type RunRows, spansToShift, twinRows } from "./twin-rows.ts";

export type { RunRows };

export interface TwinOptions {
  readonly randomSeed: number;
  /** Share of the changeable facts to change, from 0 to 1; by default the fewest that change as many items as possible. */
  readonly share?: number | undefined;
}

export interface Twin {
  readonly rows: RunRows;
  readonly choice: ChangeSelection;
}

/** Creates the twin. Only the chosen edits are applied: everything else is unchanged. */
export function makeTwin(
  rows: RunRows,
  schemas: readonly SchemaRow[],
  { randomSeed, share }: TwinOptions,
): Twin {
  const corpus = readCorpus(rows);
  const leafOf = new Map(rows.facts.map(fact => [fact.id, leafKey(fact)]));
  const factIdsOf = new Map(rows.questions.map(({ id, factIds }) => [id, factIds]));
  const items = rows.items.map(item => {
    const factIds = item.members ? (factIdsOf.get(item.questionId) ?? []) : [];
    return readItem(corpus, item, new Set(factIds.flatMap(id => leafOf.get(id) ?? [])));
  });
  const choice = chooseChanges({
    corpus,
    items,
    relations: declaredRelations(corpus, rows.items, schemas),
    otherNames: otherNames(rows.facts, schemas),
    isClashFree: createClashCheck(schemas),
    spans: spansToShift(rows),
    randomSeed,
    share,
  });
  return { rows: twinRows(rows, choice), choice };
}
