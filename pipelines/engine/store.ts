// Stores one artifact and its journal of outcomes on disk: opened after any kind of stop, appended to row by row, sorted at the end.

import type { Artifact } from "../../schemas/define.ts";
import {
  breakSeal,
  pathsOf,
  applySeal,
  sealFor,
  checkRows,
  type StorePaths,
} from "./artifact-seal.ts";
import { closedLine, type OutcomeLine, reopenedLine, type RowMark } from "./outcome-journal.ts";
import { PipelineError } from "./errors.ts";
import { AppendFile, replaceFile } from "./files.ts";
import { lineHash } from "./fingerprint.ts";
import { parseJson, type LinePosition } from "./lines.ts";
import { RecentRows } from "./recent-rows.ts";
import type { Claim, ClosingResult, RowPositions, Version } from "./row-positions.ts";
import { keyOf, openStore } from "./open-store.ts";
import { serializeRow, type SerializedRow } from "./serialized-row.ts";

interface StoreOptions {
  /** Throws if this process no longer holds the directory; nothing is written then. */
  readonly checkLock?: (() => void) | undefined;
  readonly recent?: RecentRows;
}

/** Keeps ids, offsets and outcomes of all rows in memory (500 to 800 bytes each, depending on the calls they name); the rows themselves stay on disk and are read one at a time. */
export class Store {
  readonly artifact: Artifact;
  readonly #paths: StorePaths;
  #rows: AppendFile;
  #journalFile: AppendFile;
  readonly #positions: RowPositions;
  readonly #outcomes: Map<string, OutcomeLine>;
  #closed: boolean;
  /** Whether the files match the seal in the closing line; false once others have touched them. */
  #sealed: boolean;
  readonly #check: () => void;
  readonly #recent: RecentRows;

  constructor(directory: string, artifact: Artifact, options: StoreOptions = {}) {
    this.artifact = artifact;
    this.#check = options.checkLock ?? (() => undefined);
    this.#recent = options.recent ?? new RecentRows();
    this.#paths = pathsOf(directory, artifact.name);
    const opened = openStore(this.#paths, artifact);
    this.#rows = new AppendFile(this.#paths.rows);
    this.#journalFile = new AppendFile(this.#paths.journal);
    this.#positions = opened.positions;
    this.#outcomes = opened.outcomes;
    this.#closed = opened.closed;
    this.#sealed = opened.sealed;
    for (const line of opened.changedOutcomes) this.#journal(line);
  }

  outcome(input: string): OutcomeLine | undefined {
    return this.#outcomes.get(input);
  }

  outcomes(): Iterable<OutcomeLine> {
    return this.#outcomes.values();
  }

  positionOf(id: string): LinePosition | undefined {
    return this.#positions.get(id);
  }

  /** The hash of a row's line: an input row's fingerprint is based on it. */
  hash(id: string): string {
    return this.#requirePosition(id).hash;
  }

  /** Returns a frozen row, since many callers share it. Throws PipelineError("corrupt-file") if something else is in its place: sealed files are opened without checking their rows. */
  read(id: string): object {
    const position = this.#requirePosition(id);
    return this.#recent.row(this.artifact.name, position, () => {
      const row = parseJson(this.#rows.read(position.offset, position.length));
      if (typeof row === "object" && row !== null && keyOf(this.artifact, row) === id) return row;
      throw this.#changedError(id);
    });
  }

  /** A row's line as stored in the file, without its newline. Throws PipelineError("corrupt-file") if it does not match its hash. */
  line(id: string): string {
    const { offset, length, hash } = this.#requirePosition(id);
    const text = this.#rows.read(offset, length);
    if (lineHash(text) === hash) return text;
    throw this.#changedError(id);
  }

  #changedError(id: string): PipelineError {
    breakSeal(this.#paths);
    const problem = `${this.#paths.rows} does not hold row ${id} where it was written: the file was changed during a run, or its time was set back.`;
    return new PipelineError("corrupt-file", problem, {
      hint: "Run the same command again: it will check every row.",
    });
  }

  #requirePosition(id: string): LinePosition {
    const position = this.#positions.get(id);
    if (!position) throw new Error(`${this.artifact.name} has no row ${id}`);
    return position;
  }

  /** Converts the rows to the artifact's schema and writes them, each id once; then writes the journal line that makes them valid. */
  write(
    done: Omit<OutcomeLine, "rows">,
    rows: readonly object[],
    edited: ReadonlySet<string> = new Set(),
  ): OutcomeLine {
    this.#check();
    const written = new Map<string, SerializedRow>();
    for (const row of rows.map(row => serializeRow(this.artifact, row)))
      if (!written.has(row.id)) written.set(row.id, row);
    this.#reopen();
    for (const row of written.values()) this.#writeRow(done.input, row);
    const marks = [...written.values()].map(
      ({ id, hash }): RowMark => (edited.has(id) ? [id, hash, "edited"] : [id, hash]),
    );
    const line: OutcomeLine = { ...done, rows: marks };
    this.#journal(line);
    return line;
  }

  // Written to disk before the first row, so that a row without an outcome is known to come from a stopped run, not from a person.
  #reopen(): void {
    if (!this.#closed) return;
    this.#journalFile.append(`${reopenedLine}\n`);
    this.#journalFile.sync();
    this.#closed = false;
  }

  #writeRow(input: string, { id, text, hash }: SerializedRow): void {
    // A row that is already in the file (another input made it, or the change made no difference) is not written again.
    const position = this.#positions.find(id, hash) ?? {
      offset: this.#rows.append(`${text}\n`),
      length: Buffer.byteLength(text),
      hash,
    };
    const claims = (other: string) =>
      this.#outcomes.get(other)?.rows.some(mark => mark[0] === id) ?? false;
    this.#positions.add(id, { ...position, input }, claims);
  }

  #journal(line: OutcomeLine): void {
    this.#journalFile.append(`${JSON.stringify(line)}\n`);
    this.#closed = false;
    this.#outcomes.set(line.input, line);
  }

  /** Ids of the rows of these inputs, in that order: the artifact's final order. */
  idsOf(inputs: Iterable<string>): string[] {
    const ids = new Set<string>();
    for (const input of inputs)
      for (const [id] of this.#outcomes.get(input)?.rows ?? [])
        if (this.#positions.get(id)) ids.add(id);
    return [...ids];
  }

  /** Ends the stage: sorts rows by input order, drops outcomes of inputs that no longer exist, replaces both files and seals them. Writes nothing if nothing changed and the seal is intact, or while an input must be run again first. */
  close(inputs: readonly string[]): ClosingResult {
    this.#check();
    const claims = (): Claim[] => inputs.flatMap(input => this.#outcomes.get(input) ?? []);
    const { inputsToRerun, changedRows } = this.#positions.settle(claims());
    if (inputsToRerun.length > 0) return { closed: false, inputsToRerun, changedRows };
    const changedClaims = this.#positions.claimsWithNewMarks(claims());
    for (const { input, rows } of changedClaims) this.#updateMarks(input, rows);
    const ids = this.idsOf(inputs);
    const inPlace = this.#isInPlace(ids);
    const unchanged =
      inPlace && changedClaims.length === 0 && inputs.length === this.#outcomes.size;
    if (unchanged && this.#closed && this.#sealed)
      return { closed: true, inputsToRerun, changedRows };
    if (inPlace) this.#rows.sync();
    else this.#replaceRows(ids);
    this.#replaceJournal(inputs, ids);
    this.#closed = true;
    this.#sealed = true;
    return { closed: true, inputsToRerun, changedRows };
  }

  #updateMarks(input: string, rows: readonly RowMark[]): void {
    const line = this.#outcomes.get(input);
    if (line) this.#outcomes.set(input, { ...line, rows: [...rows] });
  }

  /** Whether the file holds these rows, in this order, and nothing else. */
  #isInPlace(ids: readonly string[]): boolean {
    let end = 0;
    for (const id of ids) {
      const { offset, length } = this.#requirePosition(id);
      if (offset !== end) return false;
      end = offset + length + 1;
    }
    return end === this.#rows.size && ids.length === this.#positions.size;
  }

  #replaceRows(ids: readonly string[]): void {
    const versions = new Map<string, Version>();
    const rows = this.#rows;
    const positions = this.#positions;
    function* lines() {
      let offset = 0;
      for (const id of ids) {
        const version = positions.get(id);
        if (!version) continue;
        versions.set(id, { ...version, offset });
        offset += version.length + 1;
        yield `${rows.read(version.offset, version.length)}\n`;
      }
    }
    replaceFile(this.#paths.rows, lines());
    this.#rows.close();
    this.#rows = new AppendFile(this.#paths.rows);
    this.#positions.replace(versions);
  }

  #replaceJournal(inputs: readonly string[], ids: readonly string[]): void {
    const keptLines = inputs.flatMap(input => this.#outcomes.get(input) ?? []);
    const keptOutcomes = new Map(keptLines.map(line => [line.input, line]));
    const stateBefore = checkRows(
      this.#paths.rows,
      ids.map(id => this.hash(id)),
    );
    const seal = stateBefore && sealFor(ids.map(id => this.#requirePosition(id).length));
    function* lines() {
      for (const line of keptOutcomes.values()) yield `${JSON.stringify(line)}\n`;
      yield `${closedLine(keptOutcomes.size, seal)}\n`;
    }
    replaceFile(this.#paths.journal, lines());
    if (stateBefore && seal) applySeal(this.#paths, seal, stateBefore);
    this.#outcomes.clear();
    for (const [input, line] of keptOutcomes) this.#outcomes.set(input, line);
    this.#journalFile.close();
    this.#journalFile = new AppendFile(this.#paths.journal);
  }

  release(): void {
    this.#rows.close();
    this.#journalFile.close();
  }
}

export function requireStore(stores: ReadonlyMap<string, Store>, name: string): Store {
  const store = stores.get(name);
  if (!store) throw new Error(`${name} has no store`);
  return store;
}
