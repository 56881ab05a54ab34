// Keeps the items that a run generated before its documents changed: recorded in items/sources.json when the run begins, so that no interruption loses them.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { earlierItemRows, EarlierItemRow } from "../../schemas/items/changes.ts";
import { documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { earlierMaterials, EarlierMaterialRow } from "../../schemas/questions/earlier-materials.ts";
import {
  linkedMaterials,
  linkedProposals,
  materials,
  proposals,
} from "../../schemas/questions/records.ts";
import { replaceFile } from "../engine/files.ts";
import { parseJson } from "../engine/lines.ts";
import { readJournal, readRows } from "../engine/read-run.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { filesUnder } from "../intake/files/list-files.ts";
import type { RunInputs } from "./wings/wing.ts";

const SourcesFile = z.object({
  /** Hash of the files when the run began: their paths and bytes. */
  sources: z.string(),
  /** Items that a finished run generated from them before they last changed. */
  earlier: z.array(EarlierItemRow.strip()),
  /** Materials that this run had read. */
  asked: z.array(EarlierMaterialRow).default([]),
  /** Materials that yielded nothing in the last finished run. */
  declined: z.array(EarlierMaterialRow).default([]),
  /** Number of characters in all documents of the first finished run, for which the number of items was chosen. */
  base: z.number().positive().optional(),
});
type SourcesFile = z.output<typeof SourcesFile>;

const pathOf = (directory: string) => join(directory, "items", "sources.json");

const hashSources = (paths: readonly string[]): string => {
  const hash = createHash("sha256");
  for (const path of filesUnder(paths)) hash.update(`${path}\n${hashFiles([path])}\n`);
  return hash.digest("hex");
};

function readSourcesFile(directory: string): SourcesFile | undefined {
  if (!existsSync(pathOf(directory))) return undefined;
  return SourcesFile.safeParse(parseJson(readFileSync(pathOf(directory), "utf8"))).data;
}

/** A run's current items, and their evidence. */
const currentItems = (directory: string): EarlierItemRow[] =>
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
const currentMaterials = (directory: string): EarlierMaterialRow[] =>
  [...readRows(directory, materials)].map(row => EarlierMaterialRow.strip().parse(row));

/** Materials that were read and yielded nothing. */
const declinedMaterials = (directory: string): EarlierMaterialRow[] =>
  (
    [
      [materials, proposals],
      [linkedMaterials, linkedProposals],
    ] as const
  ).flatMap(([materialArtifact, proposalArtifact]) => {
    const unproductiveIds = new Set(
      [...readRows(directory, proposalArtifact)]
        .filter(({ candidates, losses }) => candidates.length + losses.length === 0)
        .map(({ materialId }) => materialId),
    );
    return [...readRows(directory, materialArtifact)]
      .filter(({ id }) => unproductiveIds.has(id))
      .map(row => ({ ...EarlierMaterialRow.strip().parse(row), declined: true }));
  });

function nextSourcesFile(directory: string, paths: readonly string[]): SourcesFile {
  const sources = hashSources(paths);
  const recorded = readSourcesFile(directory);
  if (!recorded) return { sources, earlier: [], asked: [], declined: [] };
  const { closed } = readJournal(directory, items.name);
  const declined = closed ? declinedMaterials(directory) : recorded.declined;
  // If the files change again before the run on them has finished, the comparison is still with the earlier items.
  if (recorded.sources === sources || !closed) return { ...recorded, sources, declined };
  return {
    sources,
    declined,
    earlier: currentItems(directory),
    asked: currentMaterials(directory),
    base: recorded.base ?? countCharacters(directory),
  };
}

function countCharacters(directory: string): number {
  let sum = 0;
  for (const { text } of readRows(directory, documents)) sum += text.length;
  return Math.max(1, sum);
}

/** Items from before these files changed, and the size of the text that their number was chosen for; none in a first run. Writes nothing. */
function readEarlier(
  directory: string,
  paths: readonly string[],
): Pick<SourcesFile, "earlier" | "asked" | "base"> {
  if (!readSourcesFile(directory)) return { earlier: [], asked: [] };
  const { earlier, asked, declined, base } = nextSourcesFile(directory, paths);
  const askedIds = new Set(asked.map(({ id }) => id));
  return {
    earlier,
    asked: [...asked, ...declined.filter(({ id }) => !askedIds.has(id))],
    ...(base !== undefined && { base }),
  };
}

/** Call this when a run begins, before its first stage. */
function writeSourcesFile(directory: string, paths: readonly string[]): void {
  const content = `${JSON.stringify(nextSourcesFile(directory, paths))}\n`;
  const path = pathOf(directory);
  if (!existsSync(path) || readFileSync(path, "utf8") !== content) replaceFile(path, [content]);
}

/** Inputs of a run on edited documents: the earlier items and, if `hasMaterials`, the materials read for them. */
export function earlierItemInputs(
  directory: string,
  paths: readonly string[],
  hasMaterials: boolean,
): Required<Pick<RunInputs<unknown>, "prepare" | "inputs">> & {
  readonly base: number | undefined;
} {
  const { earlier: earlierRows, asked, base } = readEarlier(directory, paths);
  return {
    prepare: () => writeSourcesFile(directory, paths),
    inputs: [
      { artifact: earlierItemRows, rows: () => earlierRows },
      ...(hasMaterials ? [{ artifact: earlierMaterials, rows: () => asked }] : []),
    ],
    base,
  };
}
