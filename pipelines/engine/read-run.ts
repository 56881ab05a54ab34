// Reads a run directory from outside, even while another process works in it: writes nothing and skips a torn tail.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Artifact } from "../../schemas/define.ts";
import { PipelineError } from "./errors.ts";
import { lineHash } from "./fingerprint.ts";
import { readJsonLines } from "./lines.ts";
import { type RunFile, readRunFile } from "./runner.ts";
import { pathsOf } from "./artifact-seal.ts";
import { type Outcomes, readOutcomes } from "./open-store.ts";

/** Reads run.json. Throws PipelineError("bad-input") if the directory holds no run. */
export function readRun(directory: string): RunFile {
  const run = readRunFile(directory);
  if (run) return run;
  throw new PipelineError("bad-input", `There is no run in ${directory}.`, {
    hint: "Give the folder named by --out (it contains a run.json).",
  });
}

/** Reads an artifact's journal of outcomes; empty and not closed if the stage has not begun. */
export const readJournal = (directory: string, artifact: string): Outcomes =>
  readOutcomes(pathsOf(directory, artifact).journal);

/** A row as stored in its file, not checked against its schema. */
export interface UncheckedRow {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Line number, from 1. */
  readonly number: number;
}

const idOf = (value: unknown) =>
  typeof value === "object" && value !== null && "id" in value ? String(value.id) : undefined;

/** Yields valid rows: those that an outcome names, one version each. Rows that an interruption left without an outcome are skipped. */
export function* readUncheckedRows(directory: string, artifact: string): Generator<UncheckedRow> {
  const { rows: path, journal } = pathsOf(directory, artifact);
  const isCurrent = existsSync(journal)
    ? versionFilter(path, readJournal(directory, artifact))
    : undefined;
  const seenIds = new Set<string>();
  for (const { value, text, number } of readJsonLines(path)) {
    const id = idOf(value);
    if (id === undefined || seenIds.has(id) || (isCurrent && !isCurrent(id, text))) continue;
    seenIds.add(id);
    yield { id, value: value as Record<string, unknown>, number };
  }
}

// While a stage is running, a row made again is in the file twice: the version whose hash was journaled counts, or otherwise
// the last one (a person edited it). A closed artifact has one version of each row.
function versionFilter(
  path: string,
  { lines, closed }: Outcomes,
): (id: string, text: string) => boolean {
  const journaledHashes = new Map(
    [...lines.values()].flatMap(line => line.rows.map(([id, hash]) => [id, hash] as const)),
  );
  if (closed) return id => journaledHashes.has(id);
  const hashes = new Map<string, string>();
  for (const { value, text } of readJsonLines(path)) {
    const id = idOf(value);
    const journaledHash = id === undefined ? undefined : journaledHashes.get(id);
    if (id !== undefined && journaledHash !== undefined && hashes.get(id) !== journaledHash)
      hashes.set(id, lineHash(text));
  }
  return (id, text) => hashes.get(id) === lineHash(text);
}

/** The rows of an artifact, one at a time; none if there is no such file. Throws PipelineError("bad-row") for a row that does not fit its schema. */
export function* readRows<Row extends z.ZodObject>(
  directory: string,
  artifact: Artifact<Row>,
): Generator<z.output<Row>> {
  for (const { value, number } of readUncheckedRows(directory, artifact.name)) {
    const parsed = artifact.row.safeParse(value);
    if (!parsed.success)
      throw badRowError(pathsOf(directory, artifact.name).rows, number, parsed.error);
    yield parsed.data;
  }
}

function badRowError(path: string, number: number, error: z.ZodError): PipelineError {
  const issue = error.issues[0];
  const reason = `${issue?.path.join(".") || "the row"}: ${issue?.message ?? "does not fit its schema"}`;
  return new PipelineError("bad-row", `${path} line ${number}: ${reason}.`, {
    hint: "Fix that line, or repeat the command that made the run: it checks every row.",
  });
}

// Written by the room `llm`; only the fields that are counted are read here.
const Call = z.object({
  key: z.string(),
  stage: z.string().catch("unknown"),
  prompt: z.string().catch("unknown"),
  language: z.string().catch("unknown"),
  model: z.string().catch("unknown"),
  usage: z
    .object({
      inputTokens: z.number().catch(0),
      outputTokens: z.number().catch(0),
      cachedTokens: z.number().catch(0),
    })
    .catch({ inputTokens: 0, outputTokens: 0, cachedTokens: 0 }),
  /** USD at the price on the day of the call; absent if none was known then. */
  cost: z.number().optional().catch(undefined),
  /** Whether it was answered in a batch, at the batch price. */
  batch: z.boolean().catch(false),
});
export type Call = z.output<typeof Call>;

/** The calls of a run, one at a time; lines that are not calls are skipped. */
export function* readCalls(directory: string): Generator<Call> {
  for (const { value } of readJsonLines(join(directory, "calls.jsonl"))) {
    const call = Call.safeParse(value);
    if (call.success) yield call.data;
  }
}
