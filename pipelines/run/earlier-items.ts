// What a run over documents had made before they changed: noted in items/sources.json when the run begins, so that no stop loses it.

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
import { filesUnder } from "../intake/files/text-files.ts";
import type { RunInputs } from "./reading.ts";

const NotedSources = z.object({
  /** Of the files as they were when the run began: their paths and bytes. */
  sources: z.string(),
  /** The items that a finished run had made of them before they became what they are. */
  earlier: z.array(EarlierRow.strip()),
  /** What it had read of them. */
  asked: z.array(AskedBeforeRow).default([]),
  /** What bore nothing in the last finished run. */
  declined: z.array(AskedBeforeRow).default([]),
  /** Characters of all documents of the first finished run: for them the items were wanted. */
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

/** The items that stand in a run now, and what they rest on. */
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

/** What was read and asked for. */
const askedNow = (directory: string): AskedBeforeRow[] =>
  [...readRows(directory, materials)].map(row => AskedBeforeRow.strip().parse(row));

/** What was read, and bore nothing. */
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
  // Changed before a first run, or the run over the last change, had ended: what stood before is still what is compared with.
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

/** Items as they stood before these files changed, and the size of the text they were first wanted for; none in a first run. Writes nothing. */
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

/** To be called when a run begins, before its first stage. */
function noteSources(directory: string, paths: readonly string[]): void {
  const now = `${JSON.stringify(notedNow(directory, paths))}\n`;
  const path = pathOf(directory);
  if (!existsSync(path) || readFileSync(path, "utf8") !== now) replaceFile(path, [now]);
}

/** What a run over edited documents starts from: the items there were and, where `asks`, what was read for them. */
export function madeBefore(
  directory: string,
  paths: readonly string[],
  asks: boolean,
): Required<Pick<RunInputs, "prepare" | "inputs">> & { readonly base: number | undefined } {
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
