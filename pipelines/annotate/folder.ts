// One person's folder: batch.json, tasks.jsonl in their order, documents.jsonl; verdicts.jsonl once they have begun.

import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { BatchHeading, PersonTask, ShownDocument } from "../../schemas/annotation.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { parseJson, type Place, readJsonLines } from "../engine/lines.ts";

export interface FolderContents {
  readonly heading: BatchHeading;
  readonly tasks: Iterable<PersonTask>;
  readonly documents: Iterable<ShownDocument>;
}

function* jsonLines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Writes the heading last: a folder that has it is complete. */
export function writeFolder(
  directory: string,
  { heading, tasks, documents }: FolderContents,
): void {
  replaceFile(join(directory, "documents.jsonl"), jsonLines(documents));
  replaceFile(join(directory, "tasks.jsonl"), jsonLines(tasks));
  replaceFile(join(directory, "batch.json"), [`${JSON.stringify(heading, null, 2)}\n`]);
}

const fileOf = (directory: string) => join(directory, "batch.json");

export const isFolder = (directory: string): boolean => existsSync(fileOf(directory));

/** PipelineError("bad-input") for a folder that holds no batch. */
export function readHeading(directory: string): BatchHeading {
  const parsed = existsSync(fileOf(directory))
    ? BatchHeading.safeParse(parseJson(readFileSync(fileOf(directory), "utf8")))
    : undefined;
  if (parsed?.success) return parsed.data;
  const reason = parsed
    ? `${fileOf(directory)}: ${parsed.error.issues[0]?.path.join(".") ?? ""} ${parsed.error.issues[0]?.message ?? ""}`
    : `There is no batch in ${directory}`;
  throw new PipelineError("bad-input", `${reason}.`, {
    hint: "Give one person's folder as written by ragwright annotate batch <run> (it holds a batch.json).",
  });
}

type Positions = ReadonlyMap<string, Pick<Place, "offset" | "length">>;

/** A task as the task list shows it. */
export interface TaskLine {
  readonly id: string;
  readonly type: PersonTask["content"]["type"];
  readonly language: PersonTask["content"]["language"];
  /** Beginning of the question, or of the first draft if drafts are ranked. */
  readonly opening: string;
}

const openingSize = 160;

/** A batch opened for reading: ids, openings and offsets are in memory, contents stay on disk. */
export class Folder {
  readonly heading: BatchHeading;
  /** In the person's order. */
  readonly tasks: readonly TaskLine[];
  readonly #tasks: Reader<typeof PersonTask>;
  readonly #documents: Reader<typeof ShownDocument>;

  constructor(directory: string) {
    this.heading = readHeading(directory);
    const tasks: TaskLine[] = [];
    this.#tasks = new Reader(join(directory, "tasks.jsonl"), PersonTask, ({ id, content }) => {
      const opening = Array.from((content.question || content.candidates[0]?.text) ?? "")
        .slice(0, openingSize)
        .join("");
      tasks.push({ id, type: content.type, language: content.language, opening });
    });
    this.#documents = new Reader(join(directory, "documents.jsonl"), ShownDocument);
    this.tasks = tasks;
  }

  /** Undefined for an id that is not in the batch. */
  task(id: string): PersonTask | undefined {
    return this.#tasks.read(id);
  }

  document(id: string): ShownDocument | undefined {
    return this.#documents.read(id);
  }

  close(): void {
    this.#tasks.close();
    this.#documents.close();
  }
}

/** Rows of a JSONL file by id. */
class Reader<Row extends z.ZodType<{ readonly id: string }>> {
  readonly #row: Row;
  readonly #path: string;
  readonly #places: Positions;
  readonly #descriptor: number | undefined;

  constructor(path: string, row: Row, see: (row: z.output<Row>) => void = () => {}) {
    const places = new Map<string, Pick<Place, "offset" | "length">>();
    for (const { value, number, offset, length } of readJsonLines(path)) {
      const parsed = this.#parse(row, value, `${path} line ${number}`);
      places.set(parsed.id, { offset, length });
      see(parsed);
    }
    this.#row = row;
    this.#path = path;
    this.#places = places;
    this.#descriptor = existsSync(path) ? openSync(path, "r") : undefined;
  }

  #parse(row: Row, value: unknown, place: string): z.output<Row> {
    const parsed = row.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new PipelineError("bad-row", `${place}: ${issue?.path.join(".")}: ${issue?.message}.`, {
      hint: "Write the batch again: ragwright annotate batch <run> … (verdicts are kept).",
    });
  }

  read(id: string): z.output<Row> | undefined {
    const place = this.#places.get(id);
    if (!place || this.#descriptor === undefined) return undefined;
    const bytes = Buffer.alloc(place.length);
    readSync(this.#descriptor, bytes, 0, place.length, place.offset);
    return this.#parse(this.#row, parseJson(bytes.toString("utf8")), `${this.#path}, ${id}`);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
