// Opens a copy of a finished artifact in a file of its own: rows are read one at a time, each checked against its hash.

import { existsSync } from "node:fs";
import type { Artifact } from "../../schemas/define.ts";
import { PipelineError } from "../engine/errors.ts";
import { AppendFile } from "../engine/files.ts";
import { lineHash } from "../engine/fingerprint.ts";
import { parseJson, type LinePosition, readLines } from "../engine/lines.ts";
import { keyOf } from "../engine/open-store.ts";
import { FinishedArtifact, type RowSource } from "../engine/finished-artifact.ts";
import { createYielder } from "../engine/yield-turns.ts";

export interface TableCopy {
  readonly path: string;
  /** An open file; the owner of the copy closes it. */
  readonly file: AppendFile;
  readonly table: FinishedArtifact;
}

function createRowSource(
  file: AppendFile,
  { name }: Artifact,
  positions: ReadonlyMap<string, LinePosition>,
): RowSource {
  const requirePosition = (id: string): LinePosition => {
    const position = positions.get(id);
    if (!position) throw new Error(`${name} has no row ${id}`);
    return position;
  };
  const readLine = (id: string): string => {
    const { offset, length, hash } = requirePosition(id);
    const text = file.read(offset, length);
    if (lineHash(text) === hash) return text;
    throw new PipelineError(
      "corrupt-file",
      `${file.path} does not contain row ${id} as it was written.`,
      {
        hint: "Let only one worker use this folder, and restart that worker: it then fetches the file again.",
      },
    );
  };
  return {
    artifact: { name },
    positionOf: id => positions.get(id),
    hash: id => requirePosition(id).hash,
    line: readLine,
    read: id => JSON.parse(readLine(id)),
  };
}

/** Finds the rows in a file. Leaves out a line that is not a row; the hash of the whole table then differs. */
async function readPositions(path: string, artifact: Artifact): Promise<Map<string, LinePosition>> {
  const positions = new Map<string, LinePosition>();
  const yieldTurn = createYielder();
  for (const { text, offset, length } of readLines(path)) {
    const row = parseJson(text);
    const id = typeof row === "object" && row !== null ? keyOf(artifact, row) : undefined;
    if (id !== undefined) positions.set(id, { offset, length, hash: lineHash(text) });
    await yieldTurn();
  }
  return positions;
}

/** Opens a copy; undefined if the hash of the file's rows, in order, is not this one. Keeps the rows' ids, positions and hashes in memory. */
export async function openTableCopy(
  path: string,
  artifact: Artifact,
  hash: string,
): Promise<TableCopy | undefined> {
  if (!existsSync(path)) return undefined;
  const positions = await readPositions(path, artifact);
  const file = new AppendFile(path);
  const table = new FinishedArtifact(createRowSource(file, artifact, positions), [
    ...positions.keys(),
  ]);
  if (table.hash === hash) return { path, file, table };
  file.close();
  return undefined;
}
