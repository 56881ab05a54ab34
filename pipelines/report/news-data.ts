// Reads what happened to the articles of a run: how many came in, what each step left out, and clusters of near-duplicates.

import type { Artifact } from "../../schemas/define.ts";
import {
  articles,
  type ClusterRow,
  clusters,
  pool,
  rawArticles,
  webArticles,
} from "../../schemas/crud/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";
import { countOf, sortByFrequency } from "../engine/grouping.ts";
import type { Loss } from "./losses-data.ts";

/** One step on the way of the articles into the corpus. */
export interface Step {
  readonly name: "raw" | "cleaned" | "pool" | "web" | "corpus";
  /** Number of articles left after the step. */
  readonly remainingArticles: number;
  readonly losses: readonly Pick<Loss, "code">[];
}

interface ClusterKind {
  readonly kind: ClusterRow["kind"];
  readonly clusters: number;
  readonly articles: number;
  readonly kept: number;
  /** Number of articles in the largest cluster. */
  readonly largest: number;
}

export interface NewsData {
  readonly steps: readonly Step[];
  /** Number of articles without a date, among those cleaned and in the corpus. */
  readonly undated: { readonly articles: number; readonly corpus: number };
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Sites, papers or files, those with the most articles first. */
  readonly sources: readonly (readonly [string, number])[];
  readonly kinds: readonly ClusterKind[];
  /** The ten largest clusters. */
  readonly largest: readonly ClusterRow[];
}

/** What has already been read from the run and is needed here. */
interface NewsInputs {
  readonly losses: readonly Loss[];
  readonly corpus: readonly Pick<DocumentRow, "published">[];
}

/** The steps with their losses, which are recorded under the stage's name, or for inputs under the artifact's. */
function readSteps(
  run: OpenRun,
  { losses }: Pick<NewsInputs, "losses">,
  counts: { readonly raw: number; readonly articles: number; readonly corpus: number },
): Step[] {
  const stageOf = (artifact: Artifact) =>
    run.stages.find(({ writes }) => writes === artifact.name)?.name ?? artifact.name;
  const step = (name: Step["name"], artifact: Artifact, remainingArticles: number): Step => ({
    name,
    remainingArticles,
    losses: losses.filter(({ stage }) => stage === stageOf(artifact)),
  });
  const steps = [
    step("raw", rawArticles, counts.raw),
    step("cleaned", articles, counts.articles),
    step("pool", pool, run.count(pool)),
    step("web", webArticles, run.count(webArticles)),
    step("corpus", documents, counts.corpus),
  ];
  return steps.filter(({ remainingArticles, losses }) => remainingArticles + losses.length > 0);
}

/** Host of a URL, or path of a file without its line number. */
function hostOrPathOf(source: string): string {
  if (!/^https?:/.test(source)) return displayPath(source.replace(/:\d+$/, ""));
  return URL.canParse(source) ? new URL(source).host : source;
}

function readArticles(run: OpenRun) {
  const sources: string[] = [];
  const days: string[] = [];
  for (const { source, provenance, published } of run.rows(articles)) {
    sources.push(source ?? hostOrPathOf(provenance.source));
    if (published !== null) days.push(published);
  }
  days.sort();
  return {
    total: sources.length,
    undated: sources.length - days.length,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    sources: sortByFrequency(countOf(sources)),
  };
}

const maxClusters = 10;

function readClusters(run: OpenRun): Pick<NewsData, "kinds" | "largest"> {
  const kinds = new Map<ClusterRow["kind"], ClusterKind>();
  const largest: ClusterRow[] = [];
  for (const row of run.rows(clusters)) {
    const { kind, articleIds, kept } = row;
    const previous = kinds.get(kind) ?? { kind, clusters: 0, articles: 0, kept: 0, largest: 0 };
    const sum = {
      clusters: previous.clusters + 1,
      articles: previous.articles + articleIds.length,
      kept: previous.kept + kept,
    };
    kinds.set(kind, { kind, ...sum, largest: Math.max(previous.largest, articleIds.length) });
    largest.push(row);
    largest
      .sort((a, b) => b.articleIds.length - a.articleIds.length || (a.id < b.id ? -1 : 1))
      .splice(maxClusters);
  }
  return { kinds: [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1)), largest };
}

/** Null if the run read neither articles nor a pool. */
export function readNews(run: OpenRun, { losses, corpus }: NewsInputs): NewsData | null {
  const raw = run.count(rawArticles);
  const { total, undated, firstDay, lastDay, sources } = readArticles(run);
  if (raw === 0 && run.count(pool) === 0) return null;
  return {
    steps: readSteps(run, { losses }, { raw, articles: total, corpus: corpus.length }),
    undated: {
      articles: undated,
      corpus: corpus.filter(({ published }) => published === null).length,
    },
    firstDay,
    lastDay,
    sources,
    ...readClusters(run),
  };
}
