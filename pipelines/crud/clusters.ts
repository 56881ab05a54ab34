// Groups articles that are the same, nearly the same, or written from one template, and decides which of each group stay.

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
import { withoutSpace } from "../text/shingles.ts";

export type ClusterSettings = Pick<CrudSettings, "nearDuplicate" | "templated">;

/** UTF-16 units of a cluster's example. */
const exampleLength = 80;

interface Group {
  readonly members: readonly ArticleRow[];
  readonly similarity: number;
}

/** Which of several is kept first: one with marked errors, then one with a date, then the longer text, then by id. */
const byWorth = (a: ArticleRow, b: ArticleRow): number =>
  Number(b.annotation !== null) - Number(a.annotation !== null) ||
  Number(b.published !== null) - Number(a.published !== null) ||
  b.text.length - a.text.length ||
  (a.id < b.id ? -1 : 1);

function equalGroups(rows: readonly ArticleRow[]): Group[] {
  return [...groupBy(rows, row => hashOf(withoutSpace(row.text))).values()]
    .filter(({ length }) => length > 1)
    .map(members => ({ members, similarity: 1 }));
}

/** A text with each number replaced by "0": what stays the same when a template is filled with other figures. */
const wordingOf = (text: string): string => text.replace(/\d[\d.,%％]*/g, "0");

function alikeGroups(
  rows: readonly ArticleRow[],
  texts: readonly string[],
  threshold: number,
): Group[] {
  const found = nearClusters(texts, threshold);
  return found.map(({ members, similarity }) => ({
    members: members.flatMap(place => rows[place] ?? []),
    similarity,
  }));
}

/** One round: its clusters, and the articles left for the next one. */
function settle(
  rows: readonly ArticleRow[],
  groups: readonly Group[],
  { kind, most }: { kind: ClusterRow["kind"]; most: number },
): { found: ClusterRow[]; left: ArticleRow[] } {
  const dropped = new Set<string>();
  const found = groups.map(({ members, similarity }) => {
    const ordered = [...members].sort(byWorth);
    const kept = Math.min(most, ordered.length);
    for (const { id } of ordered.slice(kept)) dropped.add(id);
    const articleIds = ordered.map(({ id }) => id);
    return {
      id: rowId("cluster", kind, articleIds),
      kind,
      articleIds,
      kept,
      similarity,
      example: exampleOf(ordered[0]?.text ?? ""),
    };
  });
  return { found, left: rows.filter(({ id }) => !dropped.has(id)) };
}

/** The opening in one line; a surrogate pair is not cut in half. */
const exampleOf = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, exampleLength)
    .replace(/[\uD800-\uDBFF]$/, "");

const textsOf = (rows: readonly ArticleRow[]) => rows.map(({ text }) => text);

/**
 * Finds equal articles first, then near-duplicates among the rest, then templates among what is left, so that an article
 * is dropped at most once. Templates are compared without numbers: market bulletins share a third of their 5-grams, but
 * three fifths without the figures, while reports of one event share as little as before.
 */
export function clustersOf(
  rows: readonly ArticleRow[],
  { nearDuplicate, templated }: ClusterSettings,
): ClusterRow[] {
  const equal = settle(rows, equalGroups(rows), { kind: "exact", most: 1 });
  const near = settle(equal.left, alikeGroups(equal.left, textsOf(equal.left), nearDuplicate), {
    kind: "near-duplicate",
    most: 1,
  });
  const templates = settle(
    near.left,
    alikeGroups(near.left, textsOf(near.left).map(wordingOf), templated.similarity),
    { kind: "template", most: templated.most },
  );
  return [...equal.found, ...near.found, ...templates.found];
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
