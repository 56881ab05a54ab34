// One artifact on disk and its journal of outcomes: opened after any stop, appended row by row, put in order at the end.

import { join } from "node:path";
import type { z } from "zod";
import type { Artifact } from "../../schemas/define.ts";
import { closedLine, type DoneLine, reopenedLine, type RowMark } from "./done.ts";
import { AppendFile, replaceFile } from "./files.ts";
import { lineHash } from "./fingerprint.ts";
import type { Place } from "./lines.ts";
import { openStore } from "./store-open.ts";

/** Paths of an artifact's two files. */
export const pathsOf = (directory: string, artifact: string) => ({
  rows: join(directory, `${artifact}.jsonl`),
  done: join(directory, `${artifact}.done.jsonl`),
});

/**
 * Memory: ids, offsets and outcomes of all rows (some 300 bytes each); rows themselves stay on disk and are read one
 * at a time.
 */
export class Store {
  readonly artifact: Artifact;
  readonly #paths: { rows: string; done: string };
  #rows: AppendFile;
  #done: AppendFile;
  #places: Map<string, Place>;
  readonly #outcomes: Map<string, DoneLine>;
  #closed: boolean;
  /** Ids of rows a person edited since the last run, found on opening. */
  readonly edited: readonly string[];

  constructor(directory: string, artifact: Artifact) {
    this.artifact = artifact;
    this.#paths = pathsOf(directory, artifact.name);
    const found = openStore(this.#paths, artifact);
    this.#rows = new AppendFile(this.#paths.rows);
    this.#done = new AppendFile(this.#paths.done);
    this.#places = found.places;
    this.#outcomes = found.outcomes;
    this.#closed = found.closed;
    this.edited = found.edited;
    for (const line of found.remarked) this.#done.append(`${JSON.stringify(line)}\n`);
    if (found.remarked.length > 0) this.#closed = false;
  }

  outcome(input: string): DoneLine | undefined {
    return this.#outcomes.get(input);
  }

  outcomes(): Iterable<DoneLine> {
    return this.#outcomes.values();
  }

  place(id: string): Place | undefined {
    return this.#places.get(id);
  }

  /** The hash of a row's line: what an input row's fingerprint rests on. */
  hash(id: string): string {
    const place = this.#places.get(id);
    if (!place) throw new Error(`${this.artifact.name} has no row ${id}`);
    return place.hash;
  }

  read(id: string): unknown {
    const place = this.#places.get(id);
    if (!place) throw new Error(`${this.artifact.name} has no row ${id}`);
    return JSON.parse(this.#rows.read(place.offset, place.length));
  }

  /** Writes the rows, then the line that makes them count. Rows are brought into the artifact's shape first. */
  write(done: Omit<DoneLine, "rows">, rows: readonly object[], edited: ReadonlySet<string> = new Set()): DoneLine {
    // Said before the first row: a row without outcome is then known as what a stop left, not as what a person added.
    if (this.#closed) this.#done.append(`${reopenedLine}\n`);
    this.#closed = false;
    const marks = rows.map((row): RowMark => {
      const [id, hash] = this.#append(row);
      return edited.has(id) ? [id, hash, "edited"] : [id, hash];
    });
    const line: DoneLine = { ...done, rows: marks };
    this.#done.append(`${JSON.stringify(line)}\n`);
    this.#outcomes.set(line.input, line);
    return line;
  }

  #append(row: object): [string, string] {
    const parsed = this.artifact.row.parse(row);
    const id = this.artifact.key(parsed as z.output<z.ZodObject>);
    const text = JSON.stringify(parsed);
    const hash = lineHash(text);
    const offset = this.#rows.append(`${text}\n`);
    this.#places.set(id, { offset, length: Buffer.byteLength(text), hash });
    return [id, hash];
  }

  /** Ids of the rows of these inputs, in that order: the artifact's final order. */
  idsOf(inputs: Iterable<string>): string[] {
    const ids: string[] = [];
    const seen = new Set<string>();
    for (const input of inputs)
      for (const [id] of this.#outcomes.get(input)?.rows ?? []) {
        if (seen.has(id)) continue;
        seen.add(id);
        ids.push(id);
      }
    return ids;
  }

  /**
   * Ends the stage: rows in the order of their inputs, outcomes of inputs that no longer exist dropped, both files
   * replaced whole. Nothing is written when nothing changed.
   */
  close(inputs: readonly string[]): void {
    const ids = this.idsOf(inputs);
    const unchanged = this.#closed && inputs.length === this.#outcomes.size && ids.length === this.#places.size && this.#inOrder(ids);
    if (unchanged) return;
    this.#replaceRows(ids);
    this.#replaceDone(inputs);
    this.#closed = true;
  }

  #inOrder(ids: readonly string[]): boolean {
    let last = -1;
    return ids.every(id => {
      const { offset } = this.#places.get(id) ?? { offset: -1 };
      const after = offset > last;
      last = offset;
      return after;
    });
  }

  #replaceRows(ids: readonly string[]): void {
    const places = new Map<string, Place>();
    const rows = this.#rows;
    const from = this.#places;
    function* lines() {
      let offset = 0;
      for (const id of ids) {
        const place = from.get(id);
        if (!place) continue;
        places.set(id, { ...place, offset });
        offset += place.length + 1;
        yield `${rows.read(place.offset, place.length)}\n`;
      }
    }
    replaceFile(this.#paths.rows, lines());
    this.#rows.close();
    this.#rows = new AppendFile(this.#paths.rows);
    this.#places = places;
  }

  #replaceDone(inputs: readonly string[]): void {
    const kept = new Map(inputs.flatMap(input => (this.#outcomes.get(input) ? [[input, this.#outcomes.get(input) as DoneLine] as const] : [])));
    function* lines() {
      for (const line of kept.values()) yield `${JSON.stringify(line)}\n`;
      yield `${closedLine}\n`;
    }
    replaceFile(this.#paths.done, lines());
    this.#outcomes.clear();
    for (const [input, line] of kept) this.#outcomes.set(input, line);
    this.#done.close();
    this.#done = new AppendFile(this.#paths.done);
  }

  release(): void {
    this.#rows.close();
    this.#done.close();
  }
}
