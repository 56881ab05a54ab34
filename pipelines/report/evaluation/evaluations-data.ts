// Reads the results of a run's evaluations; one that cannot be read is listed as such and skipped.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Leaderboard } from "../../../schemas/evaluation/leaderboard.ts";
import { EvaluationResult } from "../../../schemas/evaluation/result.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { displayPath } from "../../engine/display-path.ts";
import { parseJson } from "../../engine/lines.ts";
import type { PageLanguage } from "../page-language.ts";

/** A file of an evaluation that the report could not use. */
export interface UnreadableFile {
  /** Relative to the run. */
  readonly path: string;
  /** A plain string, in one language only, if the wording is not the report's own. */
  readonly reason: string | Readonly<Record<PageLanguage, string>>;
}

export interface NamedResult {
  /** Name of the result's folder, which is unique. */
  readonly name: string;
  readonly result: EvaluationResult;
}

export interface EvaluationsData {
  readonly results: readonly NamedResult[];
  readonly unreadableFiles: readonly UnreadableFile[];
  /** All systems compared; null if there are fewer than two, or if the file does not fit this version's schema. */
  readonly leaderboard: Leaderboard | null;
}

function withDisplayPaths({
  provenance,
  ranking,
  original,
  link,
  ...result
}: EvaluationResult): EvaluationResult {
  const withDisplayPath = <WithPath extends { readonly path: string }>(
    record: WithPath,
  ): WithPath => ({
    ...record,
    path: displayPath(record.path),
  });
  const { predictions, against } = provenance;
  return {
    ...result,
    provenance: {
      ...provenance,
      predictions: predictions && withDisplayPath(predictions),
      against: withDisplayPath(against),
    },
    link: link && {
      ...link,
      older: withDisplayPath(link.older),
      newer: withDisplayPath(link.newer),
    },
    original: original && { ...original, against: withDisplayPath(original.against) },
    ranking: ranking.map(row => ({ ...row, other: displayPath(row.other) })),
  };
}

const reasons = {
  notReadable: { en: "it cannot be opened", zh: "无法打开" },
  notJson: { en: "it is not JSON", zh: "不是 JSON" },
  /** Where the file does not fit the schema, and the schema's message. */
  schemaMismatch: (issuePath: string, message?: string) => ({
    en: `${issuePath || "the file"}: ${message ?? "does not fit the schema"}`,
    zh: `${issuePath === "" ? "整个文件" : `${issuePath} `}不合格式${message === undefined ? "" : `（${message}）`}`,
  }),
};

type ParseOutcome = { readonly result: EvaluationResult } | Pick<UnreadableFile, "reason">;

function parseResult(text: string): ParseOutcome {
  const value = parseJson(text);
  if (value === undefined) return { reason: reasons.notJson };
  const parsed = EvaluationResult.safeParse(value);
  if (parsed.success) return { result: withDisplayPaths(parsed.data) };
  const issue = parsed.error.issues[0];
  return { reason: reasons.schemaMismatch(issue?.path.join(".") ?? "", issue?.message) };
}

/** Undefined if the file does not exist or cannot be opened. */
export function readText(path: string): string | undefined {
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

/** Results in order of their folders' names. A folder without a result.json is in progress and is ignored. */
export function readEvaluations({ directory }: OpenRun): EvaluationsData {
  const root = join(directory, "evaluations");
  const folders = existsSync(root)
    ? readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory())
    : [];
  const results: NamedResult[] = [];
  const unreadableFiles: UnreadableFile[] = [];
  for (const name of folders.map(folder => folder.name).sort()) {
    const path = join(root, name, "result.json");
    if (!existsSync(path)) continue;
    const text = readText(path);
    const outcome = text === undefined ? { reason: reasons.notReadable } : parseResult(text);
    if ("reason" in outcome)
      unreadableFiles.push({ path: `evaluations/${name}/result.json`, reason: outcome.reason });
    else results.push({ name, result: outcome.result });
  }
  return { results, unreadableFiles, leaderboard: readLeaderboard(root) };
}
