// Opens an artifact after any kind of stop: finds which outcomes are still valid and which rows a person edited.

import { existsSync, truncateSync } from "node:fs";
import type { Artifact } from "../../schemas/define.ts";
import { isSealed, type Seal, type StorePaths } from "./artifact-seal.ts";
import {
  type ClosingLine,
  closingOf,
  type OutcomeLine,
  isOutcomeLine,
  missingRowsFingerprint,
  type RowMark,
} from "./outcome-journal.ts";
import { PipelineError } from "./errors.ts";
import { AppendFile, explainDiskErrors } from "./files.ts";
import { lineHash } from "./fingerprint.ts";
import { corruptLineError, type LinePosition, readJsonLines, inspectTail } from "./lines.ts";
import { positionsOfSealed, RowPositions } from "./row-positions.ts";

export interface OpenedStore {
  readonly positions: RowPositions;
  readonly outcomes: Map<string, OutcomeLine>;
  readonly closed: boolean;
  /** Closed, and no one has written to its files since. */
  readonly sealed: boolean;
  /** Outcomes with rows that a person edited, or that are stored as another input made them; to be journaled again with that mark. */
  readonly changedOutcomes: OutcomeLine[];
}

interface NumberedPosition extends LinePosition {
  readonly number: number;
}

/** Rows by id: a row that was made again after a change is in the file twice until its stage ends. */
type Rows = ReadonlyMap<string, readonly NumberedPosition[]>;

/** Cuts off an unfinished write at the end of a file. */
function repairTail(path: string): void {
  if (!existsSync(path)) return;
  const { size, torn, lacksNewline } = inspectTail(path);
  if (torn) explainDiskErrors(path, () => truncateSync(path, size));
  if (!lacksNewline) return;
  const file = new AppendFile(path);
  file.append("\n");
  file.close();
}

/** The journal of one artifact. */
export interface Outcomes {
  /** The last outcome of every input. */
  readonly lines: Map<string, OutcomeLine>;
  /** Whether the stage had ended. */
  readonly closed: boolean;
  /** For a closed journal: the seal of its files. */
  readonly seal: Seal | undefined;
}

/** Empty and not closed if there is no such file. */
export function readOutcomes(path: string): Outcomes {
  const lines = new Map<string, OutcomeLine>();
  let lastClosing: ClosingLine | undefined;
  for (const { value, number } of readJsonLines(path)) {
    if (typeof value !== "object" || value === null) throw corruptLineError(path, number);
    lastClosing = closingOf(value);
    if (lastClosing) continue;
    if (!isOutcomeLine(value)) throw corruptLineError(path, number);
    lines.set(value.input, value);
  }
  // A journal from which a person deleted lines is incomplete: their outcomes are regenerated.
  const closed =
    lastClosing?.closed === true &&
    (lastClosing.outcomes === undefined || lastClosing.outcomes === lines.size);
  return { lines, closed, seal: closed ? lastClosing?.seal : undefined };
}

function readRows(path: string, artifact: Artifact): Rows {
  const rows = new Map<string, NumberedPosition[]>();
  for (const { value, text, offset, number } of readJsonLines(path)) {
    const id = typeof value === "object" && value !== null ? keyOf(artifact, value) : undefined;
    if (id === undefined)
      throw badEditError(
        path,
        number,
        `the row has no id (${artifact.name} rows must keep their ids)`,
      );
    // An editor that changed only the line endings has changed no row.
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    const position = { number, offset, length: Buffer.byteLength(line), hash: lineHash(line) };
    const existing = rows.get(id);
    if (existing) existing.push(position);
    else rows.set(id, [position]);
  }
  return rows;
}

/** A row's id; undefined if it has none. */
export function keyOf(artifact: Artifact, row: object): string | undefined {
  try {
    const id: unknown = artifact.key(row as never);
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

const badEditError = (path: string, number: number, reason: string) =>
  new PipelineError("bad-edit", `${path} line ${number}: ${reason}.`, {
    hint: "Fix that line in an editor and run the same command again; to have the row regenerated instead, delete the line.",
  });

/** Opens an artifact. If its files are sealed, their rows are accepted unread; otherwise every row is checked. */
export function openStore(paths: StorePaths, artifact: Artifact): OpenedStore {
  repairTail(paths.journal);
  const { lines: outcomes, closed, seal } = readOutcomes(paths.journal);
  const sealed =
    seal && isSealed(paths, seal) ? positionsOfSealed(seal.lengths, outcomes.values()) : undefined;
  if (sealed) return { positions: sealed, outcomes, closed, sealed: true, changedOutcomes: [] };
  repairTail(paths.rows);
  const rows = readRows(paths.rows, artifact);
  if (closed) refuseAddedRows(paths.rows, rows, outcomes);
  const opening = new Opening(rows, outcomes);
  const changedOutcomes = opening.adoptOutcomes();
  checkEdits(paths.rows, artifact, opening.edited);
  return { positions: opening.positions, outcomes, closed, sealed: false, changedOutcomes };
}

// Rows without an outcome were left behind by a stop, unless the artifact was finished: then a person added them.
function refuseAddedRows(
  path: string,
  rows: Rows,
  outcomes: ReadonlyMap<string, OutcomeLine>,
): void {
  const namedIds = new Set([...outcomes.values()].flatMap(line => line.rows.map(([id]) => id)));
  for (const [id, [first, second]] of rows) {
    if (first && !namedIds.has(id))
      throw badEditError(
        path,
        first.number,
        `row ${id} was added or its id was changed; rows can be edited, not added`,
      );
    if (second && second.hash !== first?.hash)
      throw badEditError(path, second.number, `row ${id} appears here again`);
  }
}

/** An edited row must still fit its artifact's schema. */
function checkEdits(path: string, artifact: Artifact, edited: ReadonlySet<number>): void {
  if (edited.size === 0) return;
  for (const { number, value } of readJsonLines(path)) {
    const issue = edited.has(number) ? artifact.row.safeParse(value).error?.issues[0] : undefined;
    if (issue)
      throw badEditError(path, number, `${issue.path.join(".") || "the row"}: ${issue.message}`);
  }
}

class Opening {
  readonly positions = new RowPositions();
  /** Line numbers of rows a person edited since the last run. */
  readonly edited = new Set<number>();
  readonly #rows: Rows;
  readonly #outcomes: Map<string, OutcomeLine>;
  #named: Set<string> | undefined;

  constructor(rows: Rows, outcomes: Map<string, OutcomeLine>) {
    this.#rows = rows;
    this.#outcomes = outcomes;
  }

  /** Drops outcomes whose rows are gone, unless a person edited one of the others; returns outcomes whose marks changed. */
  adoptOutcomes(): OutcomeLine[] {
    const located = [...this.#outcomes.values()].map(line => ({
      line,
      rows: line.rows.map(mark => this.#find(mark)),
    }));
    return located.flatMap(({ line, rows }) => {
      const keptRows = rows.flatMap(row => row ?? []);
      if (keptRows.length === rows.length) return this.#adopt(line, keptRows);
      if (keptRows.some(({ mark }) => mark[2] === "edited"))
        return this.#adopt({ ...line, fingerprint: missingRowsFingerprint }, keptRows);
      this.#outcomes.delete(line.input);
      return [];
    });
  }

  #adopt(
    line: OutcomeLine,
    rows: readonly { mark: RowMark; position: NumberedPosition | undefined }[],
  ): OutcomeLine[] {
    for (const { mark, position } of rows) {
      if (mark[2] === "shared") this.positions.share(mark[0]);
      if (position)
        this.positions.add(
          mark[0],
          {
            offset: position.offset,
            length: position.length,
            hash: position.hash,
            input: line.input,
          },
          () => true,
        );
    }
    const marks = rows.map(({ mark }) => mark);
    if (
      line.fingerprint !== missingRowsFingerprint &&
      marks.every(
        (mark, index) => mark[1] === line.rows[index]?.[1] && mark[2] === line.rows[index]?.[2],
      )
    )
      return [];
    const changedOutcome = { ...line, rows: marks };
    this.#outcomes.set(line.input, changedOutcome);
    return [changedOutcome];
  }

  /** The row as it was written, or as a person edited it, or as another input made it; undefined if it is gone. */
  #find(mark: RowMark): { mark: RowMark; position: NumberedPosition | undefined } | undefined {
    const [id, hash] = mark;
    const versions = this.#rows.get(id) ?? [];
    const position = versions.find(version => version.hash === hash);
    if (position) return { mark, position };
    const shared = { mark: [id, hash, "shared"] satisfies RowMark, position: undefined };
    if (mark[2] === "shared") return shared;
    const edited = versions.findLast(version => !this.#isNamed(id, version.hash));
    if (!edited) return versions.length > 0 ? shared : undefined;
    this.edited.add(edited.number);
    return { mark: [id, edited.hash, "edited"], position: edited };
  }

  /** Whether an outcome names this version of the row: then it is not an edit of another version. */
  #isNamed(id: string, hash: string): boolean {
    this.#named ??= new Set(
      [...this.#outcomes.values()].flatMap(line => line.rows.map(([id, hash]) => `${hash} ${id}`)),
    );
    return this.#named.has(`${hash} ${id}`);
  }
}
