// Finds replies in the journals of other jobs, so that an identical request costs nothing.

import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import { CallLine, readCalls } from "./journal.ts";

interface Place {
  readonly path: string;
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** Finds the call for a request's key (model, settings, messages, reply schema, sample index); undefined if there is none. */
export type EarlierReplies = (key: string) => CallLine | undefined;

/** Yields each call's key and place; skips a journal that cannot be read, so that its calls are made again. */
function* readPlaces(path: string): Generator<readonly [string, Place]> {
  try {
    for (const { call, offset, length } of readCalls(path))
      yield [call.key, { path, offset, length }];
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
  }
}

function findPlaces(directories: readonly string[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const path of directories.map(directory => join(directory, "calls.jsonl")))
    if (existsSync(path))
      for (const [key, place] of readPlaces(path)) if (!places.has(key)) places.set(key, place);
  return places;
}

function readLine({ path, offset, length }: Place): string {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, length, offset);
  } finally {
    closeSync(file);
  }
  return bytes.toString("utf8");
}

/** Usage of a reused reply: tokens count only for the call that was paid for. */
const noUsage = { inputTokens: 0, outputTokens: 0 };

/** Reads the journals at the first lookup. Keeps one place per call in memory. */
export function openEarlierReplies(directories: readonly string[] = []): EarlierReplies {
  let places: Map<string, Place> | undefined;
  return key => {
    places ??= findPlaces(directories);
    const place = places.get(key);
    const call = place && CallLine.safeParse(parseJson(readLine(place))).data;
    return call?.key === key ? { ...call, batch: undefined, usage: noUsage } : undefined;
  };
}
