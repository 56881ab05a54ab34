// What a run directory holds after any stop: which outcomes still stand, which rows a person edited.

import { existsSync, truncateSync } from "node:fs";
import type { Artifact } from "../../schemas/define.ts";
import { DoneLine, type RowMark } from "./done.ts";
import { PipelineError } from "./errors.ts";
import { AppendFile, onDisk } from "./files.ts";
import { lineHash } from "./fingerprint.ts";
import { corruptLine, type Place, readJsonLines, wholeSize } from "./lines.ts";

export interface Opened {
  places: Map<string, Place>;
  outcomes: Map<string, DoneLine>;
  closed: boolean;
  edited: string[];
  /** Outcomes whose rows were edited, to be journaled again with the mark. */
  remarked: DoneLine[];
}

interface Version extends Place {
  readonly number: number;
  readonly value: unknown;
}

/** Cuts off what a stop left unfinished at the end of a file. */
export function mendTail(path: string): void {
  if (!existsSync(path)) return;
  const { size, lacksNewline } = wholeSize(path);
  onDisk(path, () => truncateSync(path, size));
  if (!lacksNewline) return;
  const file = new AppendFile(path);
  file.append("\n");
  file.close();
}

function readOutcomes(path: string): { outcomes: Map<string, DoneLine>; closed: boolean } {
  const outcomes = new Map<string, DoneLine>();
  let closed = false;
  for (const { value, number } of readJsonLines(path)) {
    const marker = typeof value === "object" && value !== null && "closed" in value;
    closed = marker && value.closed === true;
    if (marker) continue;
    const line = DoneLine.safeParse(value);
    if (!line.success) throw corruptLine(path, number);
    outcomes.set(line.data.input, line.data);
  }
  return { outcomes, closed };
}

// A row made again after a change stands in the file twice until its stage ends; each version is kept by its hash.
function readVersions(path: string, artifact: Artifact): Map<string, Version[]> {
  const versions = new Map<string, Version[]>();
  for (const { value, text, offset, length, number } of readJsonLines(path)) {
    const id = typeof value === "object" && value !== null && "id" in value ? String(value.id) : undefined;
    if (id === undefined) throw badEdit(path, number, `the row has no id (${artifact.name} rows keep theirs)`);
    const list = versions.get(id) ?? [];
    list.push({ number, value, offset, length, hash: lineHash(text) });
    versions.set(id, list);
  }
  return versions;
}

const badEdit = (path: string, number: number, reason: string) =>
  new PipelineError("bad-edit", `${path} line ${number}: ${reason}.`, {
    hint: "Mend that line in an editor and type the same command again; to have the row made anew instead, delete the line.",
  });

/** An edited row must still be one of its artifact. */
function checkEdit(path: string, artifact: Artifact, version: Version): void {
  const parsed = artifact.row.safeParse(version.value);
  if (parsed.success) return;
  const issue = parsed.error.issues[0];
  throw badEdit(path, version.number, `${issue?.path.join(".") || "the row"}: ${issue?.message ?? "does not fit its record"}`);
}

export function openStore(paths: { rows: string; done: string }, artifact: Artifact): Opened {
  mendTail(paths.rows);
  mendTail(paths.done);
  const { outcomes, closed } = readOutcomes(paths.done);
  const versions = readVersions(paths.rows, artifact);
  const opened: Opened = { places: new Map(), outcomes, closed, edited: [], remarked: [] };
  for (const line of outcomes.values()) takeOver(line, versions, opened, mark => checkEdit(paths.rows, artifact, mark));
  if (closed) refuseAdded(paths.rows, versions, opened.places);
  return opened;
}

function takeOver(line: DoneLine, versions: Map<string, Version[]>, opened: Opened, check: (version: Version) => void): void {
  const found = line.rows.map(([id, hash]) => versions.get(id)?.find(version => version.hash === hash) ?? versions.get(id)?.at(-1));
  if (found.some(version => version === undefined)) {
    opened.outcomes.delete(line.input);
    return;
  }
  const marks = line.rows.map(([id, hash, mark], index): RowMark => {
    const version = found[index] as Version;
    opened.places.set(id, { offset: version.offset, length: version.length, hash: version.hash });
    if (version.hash === hash) return mark ? [id, hash, mark] : [id, hash];
    check(version);
    opened.edited.push(id);
    return [id, version.hash, "edited"];
  });
  if (marks.every((mark, index) => mark[1] === line.rows[index]?.[1])) return;
  const remarked = { ...line, rows: marks };
  opened.outcomes.set(line.input, remarked);
  opened.remarked.push(remarked);
}

// Rows without an outcome are what a stop left behind, unless the artifact had been finished: then a person added them.
function refuseAdded(path: string, versions: Map<string, Version[]>, places: Map<string, Place>): void {
  for (const [id, [version]] of versions)
    if (!places.has(id) && version) throw badEdit(path, version.number, `row ${id} was added or its id was changed; rows can be edited, not added`);
}
