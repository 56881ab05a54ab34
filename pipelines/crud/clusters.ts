// Groups articles that are the same, nearly the same, or written from one template, and decides which members of each group to keep.

import {
  type ArticleRow,
  articles,
  type ClusterRow,
  clusters,
} from "../../schemas/crud/records.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import { nearClusters } from "../text/near-duplicates.ts";
import { removeSpace } from "../text/gram-sets.ts";

export type ClusterSettings = Pick<CrudSettings, "nearDuplicate" | "templated">;

/** Maximum length of a cluster's example, in UTF-16 units. */
const maxExampleLength = 80;

interface Group {
  readonly members: readonly ArticleRow[];
  readonly similarity: number;
}

/** Sorts articles by which to keep first: those with marked errors, then those with a date, then longer texts, then by id. */
const compareKeepPriority = (a: ArticleRow, b: ArticleRow): number =>
  Number(b.annotation !== null) - Number(a.annotation !== null) ||
  Number(b.published !== null) - Number(a.published !== null) ||
  b.text.length - a.text.length ||
  (a.id < b.id ? -1 : 1);

function exactGroups(rows: readonly ArticleRow[]): Group[] {
  return [...groupBy(rows, row => hashOf(removeSpace(row.text))).values()]
    .filter(({ length }) => length > 1)
    .map(members => ({ members, similarity: 1 }));
}

/** A text with each number replaced by "0": what stays the same when a template is filled with other figures. */
const wordingOf = (text: string): string => text.replace(/\d[\d.,%％]*/g, "0");

function similarGroups(
  rows: readonly ArticleRow[],
  texts: readonly string[],
  threshold: number,
): Group[] {
  return nearClusters(texts, threshold).map(({ members, similarity }) => ({
    members: members.flatMap(index => rows[index] ?? []),
    similarity,
  }));
}

/** One round: its clusters, and the articles that remain for the next round. */
function clusterRound(
  rows: readonly ArticleRow[],
  groups: readonly Group[],
  { kind, maxKept }: { kind: ClusterRow["kind"]; maxKept: number },
): { clusterRows: ClusterRow[]; remaining: ArticleRow[] } {
  const droppedIds = new Set<string>();
  const clusterRows = groups.map(({ members, similarity }) => {
    const rankedMembers = [...members].sort(compareKeepPriority);
    const keptCount = Math.min(maxKept, rankedMembers.length);
    for (const { id } of rankedMembers.slice(keptCount)) droppedIds.add(id);
    const articleIds = rankedMembers.map(({ id }) => id);
    return {
      id: rowId("cluster", kind, articleIds),
      kind,
      articleIds,
      kept: keptCount,
      similarity,
      example: exampleOf(rankedMembers[0]?.text ?? ""),
    };
  });
  return { clusterRows, remaining: rows.filter(({ id }) => !droppedIds.has(id)) };
}

/** The opening in one line; surrogate pairs are not split. */
const exampleOf = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxExampleLength)
    .replace(/[\uD800-\uDBFF]$/, "");

const textsOf = (rows: readonly ArticleRow[]) => rows.map(({ text }) => text);

/**
 * Finds equal articles first, then near-duplicates among the rest, then templates among what is left, so that an
 * article is dropped at most once. Templates are compared without numbers: market bulletins share a third of their
 * 5-grams, but three fifths without the figures, while reports on one event share no more than before.
 */
export function clustersOf(
  rows: readonly ArticleRow[],
  { nearDuplicate, templated }: ClusterSettings,
): ClusterRow[] {
  const equal = clusterRound(rows, exactGroups(rows), { kind: "exact", maxKept: 1 });
  const near = clusterRound(
    equal.remaining,
    similarGroups(equal.remaining, textsOf(equal.remaining), nearDuplicate),
    {
      kind: "near-duplicate",
      maxKept: 1,
    },
  );
  const templates = clusterRound(
    near.remaining,
    similarGroups(near.remaining, textsOf(near.remaining).map(wordingOf), templated.similarity),
    { kind: "template", maxKept: templated.most },
  );
  return [...equal.clusterRows, ...near.clusterRows, ...templates.clusterRows];
}

export const clustersStage = ({ nearDuplicate, templated }: ClusterSettings) =>
  defineWholeStage({
    name: "crud/clusters",
    module: import.meta.filename,
    prompts: [],
    settings: { nearDuplicate, templated },
    over: articles,
    writes: clusters,
    all: rows => ({ rows: clustersOf(rows, { nearDuplicate, templated }) }),
  });
