// Reads the results of a run's evaluations; one that cannot be read is told of and passed over.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Leaderboard } from "../../../schemas/evaluation/leaderboard.ts";
import { EvaluationResult } from "../../../schemas/evaluation/result.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { shownPath } from "../../engine/shown-path.ts";
import { parseJson } from "../../engine/lines.ts";

/** A file of an evaluation that the report could not use. */
export interface Unread {
  /** Relative to the run. */
  readonly path: string;
  readonly reason: string;
}

export interface NamedResult {
  /** Of its folder: no two have the same. */
  readonly name: string;
  readonly result: EvaluationResult;
}

export interface EvaluationsData {
  readonly results: readonly NamedResult[];
  readonly unread: readonly Unread[];
  /** All systems beside one another; null where there are no two, or none that this version wrote. */
  readonly leaderboard: Leaderboard | null;
}

function withShownPaths({
  provenance,
  ranking,
  original,
  link,
  ...result
}: EvaluationResult): EvaluationResult {
  const shown = <Named extends { readonly path: string }>(named: Named): Named => ({
    ...named,
    path: shownPath(named.path),
  });
  const { predictions, against } = provenance;
  return {
    ...result,
    provenance: {
      ...provenance,
      predictions: predictions && shown(predictions),
      against: shown(against),
    },
    link: link && {
      ...link,
      older: shown(link.older),
      newer: shown(link.newer),
    },
    original: original && { ...original, against: shown(original.against) },
    ranking: ranking.map(row => ({ ...row, other: shownPath(row.other) })),
  };
}

function parseResult(text: string): EvaluationResult | string {
  const value = parseJson(text);
  if (value === undefined) return "it is no JSON";
  const parsed = EvaluationResult.safeParse(value);
  if (parsed.success) return withShownPaths(parsed.data);
  const issue = parsed.error.issues[0];
  return `${issue?.path.join(".") || "the file"}: ${issue?.message ?? "does not fit"}`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function readLeaderboard(root: string): Leaderboard | null {
  const text = readText(join(root, "leaderboard.json"));
  return text === undefined ? null : (Leaderboard.safeParse(parseJson(text)).data ?? null);
}

/** By name of the folder. One without a result.json is under way and not spoken of. */
export function readEvaluations({ directory }: OpenRun): EvaluationsData {
  const root = join(directory, "evaluations");
  const folders = existsSync(root)
    ? readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory())
    : [];
  const results: NamedResult[] = [];
  const unread: Unread[] = [];
  for (const name of folders.map(folder => folder.name).sort()) {
    const path = join(root, name, "result.json");
    if (!existsSync(path)) continue;
    const text = readText(path);
    const result = text === undefined ? "it cannot be opened" : parseResult(text);
    if (typeof result === "string")
      unread.push({ path: `evaluations/${name}/result.json`, reason: result });
    else results.push({ name, result });
  }
  return { results, unread, leaderboard: readLeaderboard(root) };
}
