// Finds replies in the journals of earlier jobs, so that an identical request costs nothing.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import { CallLine, readCalls } from "./journal.ts";
import { type LineInFile, readLineInFile } from "./line-in-file.ts";

/** Finds the call for a request's key (model, settings, messages, reply schema, sample index); undefined if there is none. */
export type EarlierReplies = (key: string) => CallLine | undefined;

/** Yields each call's key and line; skips a journal that cannot be read, so that its calls are made again. */
function* findLines(path: string): Generator<readonly [string, LineInFile]> {
  try {
    for (const { call, offset, length } of readCalls(path))
      yield [call.key, { path, offset, length }];
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
  }
}

function findAllLines(directories: readonly string[]): Map<string, LineInFile> {
  const lines = new Map<string, LineInFile>();
  for (const path of directories.map(directory => join(directory, "calls.jsonl")))
    if (existsSync(path))
      for (const [key, line] of findLines(path)) if (!lines.has(key)) lines.set(key, line);
  return lines;
}

/** Usage of a reused reply: tokens count only for the call that was paid for. */
const noUsage = { inputTokens: 0, outputTokens: 0 };

/** Reads the journals at the first lookup. Keeps one entry per call in memory. */
export function openEarlierReplies(directories: readonly string[] = []): EarlierReplies {
  let lines: Map<string, LineInFile> | undefined;
  return key => {
    lines ??= findAllLines(directories);
    const line = lines.get(key);
    const call = line && CallLine.safeParse(parseJson(readLineInFile(line))).data;
    return call?.key === key ? { ...call, batch: undefined, usage: noUsage } : undefined;
  };
}
