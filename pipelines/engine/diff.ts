// Compares two runs: settings, the rows of every artifact by id, and items by question.

import { type ItemRow, items } from "../../schemas/items/records.ts";
import type { ItemDiff, RunDiff, SettingDiff } from "../../schemas/output/other-commands.ts";
import { canonicalJson, hashOf } from "./fingerprint.ts";
import { readUncheckedRows, readRows, readRun } from "./read-run.ts";
import type { RunFile } from "./runner.ts";

export type { RunDiff };

const maxExamples = 5;

/** Throws PipelineError("bad-input") if one of the directories holds no run. */
export function diffRuns(a: string, b: string): RunDiff {
  const [runA, runB] = [readRun(a), readRun(b)];
  const artifacts = [...new Set([...artifactsOf(runA), ...artifactsOf(runB)])];
  return {
    settings: diffSettings(runA, runB),
    artifacts: artifacts.map(artifact => ({
      artifact,
      ...compareHashes(rowHashes(a, artifact), rowHashes(b, artifact)),
    })),
    items: diffItems(itemHashes(a), itemHashes(b)),
  };
}

const artifactsOf = ({ inputs, stages }: RunFile) => [
  ...inputs,
  ...stages.map(({ writes }) => writes),
];

/** Every leaf of a value with its path; lists are leaves. */
function flatten(path: string, value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value === undefined ? [] : [[path, canonicalJson(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(`${path}.${key}`, inner));
}

const leavesOfSettings = ({ settings, randomSeed, stages }: RunFile) =>
  new Map([
    ...flatten("settings", settings),
    ...flatten("randomSeed", randomSeed),
    ...flatten(
      "stages",
      stages.map(({ name }) => name),
    ),
  ]);

function diffSettings(runA: RunFile, runB: RunFile): SettingDiff[] {
  const [a, b] = [leavesOfSettings(runA), leavesOfSettings(runB)];
  const paths = [...new Set([...a.keys(), ...b.keys()])].sort();
  return paths
    .filter(path => a.get(path) !== b.get(path))
    .map(path => ({ path, a: a.get(path), b: b.get(path) }));
}

/** Keeps ids and hashes in memory, never rows. */
function rowHashes(directory: string, artifact: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const { id, value } of readUncheckedRows(directory, artifact)) hashes.set(id, hashOf(value));
  return hashes;
}

/** Hash of an item's content, without ids that depend on where it was made. */
const contentHash = ({ type, answer, evidence, keypoints, derivations }: ItemRow) =>
  hashOf([
    type,
    answer,
    evidence.map(({ text }) => text),
    keypoints.map(({ claim, kind }) => [claim, kind]),
    derivations,
  ]);

function itemHashes(directory: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const item of readRows(directory, items))
    hashes.set(`${item.language}\n${item.question}`, contentHash(item));
  return hashes;
}

function compareHashes(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) {
  const onlyA = [...a.keys()].filter(key => !b.has(key));
  const onlyB = [...b.keys()].filter(key => !a.has(key));
  const changed = [...a]
    .filter(([key, hash]) => b.has(key) && b.get(key) !== hash)
    .map(([key]) => key);
  return { same: a.size - onlyA.length - changed.length, onlyA, onlyB, changed };
}

function diffItems(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): ItemDiff {
  const { same, onlyA, onlyB, changed } = compareHashes(a, b);
  const examplesOf = (keys: readonly string[]) =>
    keys.slice(0, maxExamples).map(key => key.slice(key.indexOf("\n") + 1));
  return {
    kept: same,
    changed: changed.length,
    gone: onlyA.length,
    fresh: onlyB.length,
    examples: { changed: examplesOf(changed), gone: examplesOf(onlyA), fresh: examplesOf(onlyB) },
  };
}
