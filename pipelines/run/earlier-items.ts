// Items that a run over documents made before these changed: recorded in items/sources.json when the run begins, so that no stop loses them.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { earlier, EarlierRow } from "../../schemas/items/changes.ts";
import { documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { askedBefore, AskedBeforeRow } from "../../schemas/questions/asked-before.ts";
import {
  linkedMaterials,
  linkedProposals,
  materials,
  proposals,
} from "../../schemas/questions/records.ts";
import { replaceFile } from "../engine/files.ts";
import { parseJson } from "../engine/lines.ts";
import { readDone, readRows } from "../engine/reading.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { filesUnder } from "../intake/files/list-files.ts";
import type { RunInputs } from "./wings/wing.ts";

const NotedSources = z.object({
  /** Hash of the files when the run began: their paths and bytes. */
  sources: z.string(),
  /** Items that a finished run made from them before they last changed. */
  earlier: z.array(EarlierRow.strip()),
  /** Materials that it had read. */
  asked: z.array(AskedBeforeRow).default([]),
  /** Materials that yielded nothing in the last finished run. */
  declined: z.array(AskedBeforeRow).default([]),
  /** Characters of all documents of the first finished run, for which the number of items was chosen. */
  base: z.number().positive().optional(),
});
type NotedSources = z.output<typeof NotedSources>;

const pathOf = (directory: string) => join(directory, "items", "sources.json");

const hashSources = (paths: readonly string[]): string => {
  const hash = createHash("sha256");
  for (const path of filesUnder(paths)) hash.update(`${path}\n${hashFiles([path])}\n`);
  return hash.digest("hex");
};

function readNoted(directory: string): NotedSources | undefined {
  if (!existsSync(pathOf(directory))) return undefined;
  return NotedSources.safeParse(parseJson(readFileSync(pathOf(directory), "utf8"))).data;
}

/** A run's current items, and their evidence. */
const itemsNow = (directory: string): EarlierRow[] =>
  [...readRows(directory, items)].map(({ id, language, domain, question, evidence }) => ({
    id,
    language,
    domain,
    question,
    evidence: evidence.map(({ span, text }) => ({
      documentId: span.documentId,
      start: span.start,
      text,
    })),
  }));

/** Materials that were read. */
const askedNow = (directory: string): AskedBeforeRow[] =>
  [...readRows(directory, materials)].map(row => AskedBeforeRow.strip().parse(row));

/** Materials that were read and yielded nothing. */
const declinedNow = (directory: string): AskedBeforeRow[] =>
  (
    [
      [materials, proposals],
      [linkedMaterials, linkedProposals],
    ] as const
  ).flatMap(([read, made]) => {
    const barren = new Set(
      [...readRows(directory, made)]
        .filter(({ candidates, losses }) => candidates.length + losses.length === 0)
        .map(({ materialId }) => materialId),
    );
    return [...readRows(directory, read)]
      .filter(({ id }) => barren.has(id))
      .map(row => ({ ...AskedBeforeRow.strip().parse(row), declined: true }));
  });

function notedNow(directory: string, paths: readonly string[]): NotedSources {
  const sources = hashSources(paths);
  const noted = readNoted(directory);
  if (!noted) return { sources, earlier: [], asked: [], declined: [] };
  const { closed } = readDone(directory, items.name);
  const declined = closed ? declinedNow(directory) : noted.declined;
  // If the files change before a first run, or the run over the last change, has ended, the comparison is still with the earlier items.
  if (noted.sources === sources || !closed) return { ...noted, sources, declined };
  return {
    sources,
    declined,
    earlier: itemsNow(directory),
    asked: askedNow(directory),
    base: noted.base ?? charactersNow(directory),
  };
}

function charactersNow(directory: string): number {
  let sum = 0;
  for (const { text } of readRows(directory, documents)) sum += text.length;
  return Math.max(1, sum);
}

/** Items from before these files changed, and the size of the text they were first wanted for; none in a first run. Writes nothing. */
function readEarlier(
  directory: string,
  paths: readonly string[],
): Pick<NotedSources, "earlier" | "asked" | "base"> {
  if (!readNoted(directory)) return { earlier: [], asked: [] };
  const { earlier, asked, declined, base } = notedNow(directory, paths);
  const known = new Set(asked.map(({ id }) => id));
  return {
    earlier,
    asked: [...asked, ...declined.filter(({ id }) => !known.has(id))],
    ...(base !== undefined && { base }),
  };
}

/** Call this when a run begins, before its first stage. */
function noteSources(directory: string, paths: readonly string[]): void {
  const now = `${JSON.stringify(notedNow(directory, paths))}\n`;
  const path = pathOf(directory);
  if (!existsSync(path) || readFileSync(path, "utf8") !== now) replaceFile(path, [now]);
}

/** Inputs of a run over edited documents: the earlier items and, if `asks`, the materials read for them. */
export function earlierItems(
  directory: string,
  paths: readonly string[],
  asks: boolean,
): Required<Pick<RunInputs<unknown>, "prepare" | "inputs">> & {
  readonly base: number | undefined;
} {
  const { earlier: before, asked, base } = readEarlier(directory, paths);
  return {
    prepare: () => noteSources(directory, paths),
    inputs: [
      { artifact: earlier, rows: () => before },
      ...(asks ? [{ artifact: askedBefore, rows: () => asked }] : []),
    ],
    base,
  };
}
