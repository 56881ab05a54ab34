// verdicts.jsonl of a person's folder: every state of every verdict in order, with an index of the latest.

import { existsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { VerdictLine } from "../../../schemas/annotation.ts";
import { PipelineError } from "../../engine/errors.ts";
import { AppendFile, explainDiskErrors } from "../../engine/files.ts";
import { parseJson, readLines, inspectTail } from "../../engine/lines.ts";

/** The part of a person's last verdict on a task that is kept in memory; the rest stays on disk. */
interface IndexEntry {
  /** Bytes. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly isComplete: boolean;
  readonly revision: number;
}

export interface NumberedVerdict extends VerdictLine {
  readonly revision: number;
}

const maxNameLength = 80;
// Controls, line separators, lone surrogates and bidirectional controls, which can make a name look like another person's.
const forbiddenCharacter =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A person's name as stored; undefined if it is empty, longer than 80 characters, or contains a forbidden character. */
export function normalizeName(text: string): string | undefined {
  const name = text.trim().normalize("NFC");
  return name === "" || Array.from(name).length > maxNameLength || forbiddenCharacter.test(name)
    ? undefined
    : name;
}

/** A journal written by another program may have spaces around a name. */
const annotatorOf = (line: VerdictLine) => normalizeName(line.annotator) ?? line.annotator;

const invalidLineError = (path: string, number: number, reason: string) =>
  new PipelineError(
    "corrupt-file",
    `${path} line ${number} is not a verdict: ${reason}. Expected JSON with taskId, annotator and values.`,
    {
      hint: `Fix line ${number} in an editor, or move it to another file, then run the same command again. Nothing was changed.`,
    },
  );

function parseVerdict(path: string, number: number, text: string): VerdictLine {
  const value = parseJson(text);
  if (value === undefined) throw invalidLineError(path, number, "it is not JSON");
  const parsed = VerdictLine.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidLineError(
    path,
    number,
    `${issue?.path.join(".") || "the line"}: ${issue?.message ?? "is invalid"}`,
  );
}

type Tail = ReturnType<typeof inspectTail>;

/** Cuts off a last line that an interruption left incomplete, since it was never confirmed as saved; adds the newline that a complete one lacks. */
function repairTail(path: string, { size, torn, lacksNewline }: Tail): void {
  if (torn) explainDiskErrors(path, () => truncateSync(path, size));
  if (!lacksNewline) return;
  const file = new AppendFile(path);
  file.append("\n");
  file.close();
}

/** The journal of a folder, open for writing. Its owner holds the folder's lock, which is checked before each write. */
export class VerdictJournal {
  readonly #checkLock: () => void;
  readonly #path: string;
  readonly #file: AppendFile;
  readonly #latest = new Map<string, Map<string, IndexEntry>>();

  /** Creates a missing file. Throws PipelineError("corrupt-file") with the line number for an invalid line, and then changes nothing. */
  constructor(directory: string, checkLock: () => void = () => undefined) {
    this.#checkLock = checkLock;
    this.#path = join(directory, "verdicts.jsonl");
    const tail = existsSync(this.#path)
      ? inspectTail(this.#path)
      : { size: 0, torn: false, lacksNewline: false };
    this.#readAll(tail);
    repairTail(this.#path, tail);
    this.#file = new AppendFile(this.#path);
  }

  #readAll({ torn }: Tail): void {
    for (const { number, offset, length, text, hasNewline } of readLines(this.#path)) {
      if (text.trim() === "" || (torn && !hasNewline)) continue;
      const line = parseVerdict(this.#path, number, text);
      this.#index(line, {
        offset,
        length,
        isComplete: line.complete,
        revision: line.revision ?? this.#revisionOf(line) + 1,
      });
    }
  }

  #revisionOf(line: VerdictLine): number {
    return this.#latest.get(annotatorOf(line))?.get(line.taskId)?.revision ?? 0;
  }

  #index(line: VerdictLine, entry: IndexEntry): void {
    const annotator = annotatorOf(line);
    const entries = this.#latest.get(annotator) ?? new Map<string, IndexEntry>();
    this.#latest.set(annotator, entries.set(line.taskId, entry));
  }

  /** A person's state by task, except for tasks they have not begun. */
  statesOf(annotator: string): Map<string, "begun" | "complete"> {
    return new Map(
      [...(this.#latest.get(annotator) ?? [])].map(([taskId, { isComplete }]) => [
        taskId,
        isComplete ? "complete" : "begun",
      ]),
    );
  }

  /** A person's last verdict on a task. */
  find(annotator: string, taskId: string): NumberedVerdict | undefined {
    const entry = this.#latest.get(annotator)?.get(taskId);
    if (!entry) return undefined;
    const line = VerdictLine.parse(parseJson(this.#file.read(entry.offset, entry.length)));
    return { ...line, revision: entry.revision };
  }

  /** Returns when the verdict is on disk. Throws PipelineError: "disk" if it cannot be written, "locked" if another process has locked the folder in the meantime; the previous verdict is kept in either case. */
  append(verdict: NumberedVerdict): void {
    this.#checkLock();
    const text = JSON.stringify(verdict);
    const offset = this.#file.append(`${text}\n`);
    this.#file.sync();
    this.#index(verdict, {
      offset,
      length: Buffer.byteLength(text),
      isComplete: verdict.complete,
      revision: verdict.revision,
    });
  }

  close(): void {
    this.#file.close();
  }
}
