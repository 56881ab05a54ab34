// One person's folder: batch.json, tasks.jsonl in the person's order, and documents.jsonl; also verdicts.jsonl once the person has begun.

import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { BatchHeading, PersonTask, ShownDocument } from "../../schemas/annotation.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { parseJson, type LinePosition, readJsonLines } from "../engine/lines.ts";

export interface FolderContents {
  readonly heading: BatchHeading;
  readonly tasks: Iterable<PersonTask>;
  readonly documents: Iterable<ShownDocument>;
}

/** Yields rows as lines of JSONL. */
export function* jsonLines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Writes the heading last, so that a folder with a heading is complete. */
export function writeFolder(
  directory: string,
  { heading, tasks, documents }: FolderContents,
): void {
  replaceFile(join(directory, "documents.jsonl"), jsonLines(documents));
  replaceFile(join(directory, "tasks.jsonl"), jsonLines(tasks));
  replaceFile(join(directory, "batch.json"), [`${JSON.stringify(heading, null, 2)}\n`]);
}

const headingPath = (directory: string) => join(directory, "batch.json");

export const isPersonFolder = (directory: string): boolean => existsSync(headingPath(directory));

/** Throws PipelineError("bad-input") for a folder that contains no batch. */
export function readHeading(directory: string): BatchHeading {
  const parsed = existsSync(headingPath(directory))
    ? BatchHeading.safeParse(parseJson(readFileSync(headingPath(directory), "utf8")))
    : undefined;
  if (parsed?.success) return parsed.data;
  const reason = parsed
    ? `${headingPath(directory)}: ${parsed.error.issues[0]?.path.join(".") ?? ""} ${parsed.error.issues[0]?.message ?? ""}`
    : `There is no batch in ${directory}`;
  throw new PipelineError("bad-input", `${reason}.`, {
    hint: "Give one person's folder, as written by ragwright annotate batch <run> (it contains a batch.json).",
  });
}

type Positions = ReadonlyMap<string, Pick<LinePosition, "offset" | "length">>;

/** A task as the task list shows it. */
export interface TaskSummary {
  readonly id: string;
  readonly type: PersonTask["content"]["type"];
  readonly language: PersonTask["content"]["language"];
  /** Beginning of the question, or of the first draft if drafts are ranked. */
  readonly opening: string;
}

const maxOpeningLength = 160;

/** A person's folder, open for reading: keeps ids, openings and offsets in memory, and contents on disk. */
export class PersonFolder {
  readonly heading: BatchHeading;
  /** In the person's order. */
  readonly tasks: readonly TaskSummary[];
  readonly #tasks: RowReader<typeof PersonTask>;
  readonly #documents: RowReader<typeof ShownDocument>;

  constructor(directory: string) {
    this.heading = readHeading(directory);
    const tasks: TaskSummary[] = [];
    this.#tasks = new RowReader(join(directory, "tasks.jsonl"), PersonTask, ({ id, content }) => {
      const opening = Array.from((content.question || content.candidates[0]?.text) ?? "")
        .slice(0, maxOpeningLength)
        .join("");
      tasks.push({ id, type: content.type, language: content.language, opening });
    });
    this.#documents = new RowReader(join(directory, "documents.jsonl"), ShownDocument);
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

/** Reads rows of a JSONL file by id; keeps only their positions in memory. */
class RowReader<Row extends z.ZodType<{ readonly id: string }>> {
  readonly #schema: Row;
  readonly #path: string;
  readonly #positions: Positions;
  readonly #descriptor: number | undefined;

  constructor(path: string, schema: Row, onRow: (row: z.output<Row>) => void = () => {}) {
    const positions = new Map<string, Pick<LinePosition, "offset" | "length">>();
    for (const { value, number, offset, length } of readJsonLines(path)) {
      const parsed = this.#parse(schema, value, `${path} line ${number}`);
      positions.set(parsed.id, { offset, length });
      onRow(parsed);
    }
    this.#schema = schema;
    this.#path = path;
    this.#positions = positions;
    this.#descriptor = existsSync(path) ? openSync(path, "r") : undefined;
  }

  #parse(schema: Row, value: unknown, place: string): z.output<Row> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new PipelineError("bad-row", `${place}: ${issue?.path.join(".")}: ${issue?.message}.`, {
      hint: "Write the batch again: ragwright annotate batch <run> … (verdicts are kept).",
    });
  }

  read(id: string): z.output<Row> | undefined {
    const position = this.#positions.get(id);
    if (!position || this.#descriptor === undefined) return undefined;
    const bytes = Buffer.alloc(position.length);
    readSync(this.#descriptor, bytes, 0, position.length, position.offset);
    return this.#parse(this.#schema, parseJson(bytes.toString("utf8")), `${this.#path}, ${id}`);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
