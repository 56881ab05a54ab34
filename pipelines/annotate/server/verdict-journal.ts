// verdicts.jsonl of a person's folder: every state of every verdict in its order, and where the last of each stands.

import { existsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { VerdictLine } from "../../../schemas/annotation.ts";
import { PipelineError } from "../../engine/errors.ts";
import { AppendFile, onDisk } from "../../engine/files.ts";
import { parseJson, readLines, wholeSize } from "../../engine/lines.ts";

/** What is held of a person's last word on a task; the rest stays on disk. */
interface Standing {
  /** Bytes. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly complete: boolean;
  readonly revision: number;
}

export interface NumberedVerdict extends VerdictLine {
  readonly revision: number;
}

const nameLimit = 80;
// Control signs, line ends, half pairs, and signs that turn the direction of text: a name with them looks like another's.
const unfitSign = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A person's name as it is kept; undefined for one that is empty, longer than 80 characters, or holds control characters. */
export function tidyName(text: string): string | undefined {
  const name = text.trim().normalize("NFC");
  return name === "" || Array.from(name).length > nameLimit || unfitSign.test(name)
    ? undefined
    : name;
}

/** A journal of another program may write a name with room around it. */
const holderOf = (line: VerdictLine) => tidyName(line.annotator) ?? line.annotator;

const unfit = (path: string, number: number, reason: string) =>
  new PipelineError(
    "corrupt-file",
    `${path} line ${number} holds no verdict: ${reason}. Expected JSON with taskId, annotator and values.`,
    {
      hint: `Fix line ${number} in an editor, or move it to another file, then run the same command again. Nothing was changed.`,
    },
  );

function parseVerdict(path: string, number: number, text: string): VerdictLine {
  const value = parseJson(text);
  if (value === undefined) throw unfit(path, number, "it is not JSON");
  const parsed = VerdictLine.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unfit(
    path,
    number,
    `${issue?.path.join(".") || "the line"}: ${issue?.message ?? "does not fit"}`,
  );
}

type Tail = ReturnType<typeof wholeSize>;

/** Cuts off a line that a stop left unfinished: it was never answered as saved. */
function repairTail(path: string, { size, torn, lacksNewline }: Tail): void {
  if (torn) onDisk(path, () => truncateSync(path, size));
  if (!lacksNewline) return;
  const file = new AppendFile(path);
  file.append("\n");
  file.close();
}

/** The journal of a folder, opened for writing; whoever opens it holds the folder's lock, which is checked before a verdict is written. */
export class VerdictJournal {
  readonly #check: () => void;
  readonly #path: string;
  readonly #file: AppendFile;
  readonly #standing = new Map<string, Map<string, Standing>>();

  /** Creates what is not there. PipelineError("corrupt-file") with its number for a line that does not fit; nothing is changed then. */
  constructor(directory: string, check: () => void = () => undefined) {
    this.#check = check;
    this.#path = join(directory, "verdicts.jsonl");
    const tail = existsSync(this.#path)
      ? wholeSize(this.#path)
      : { size: 0, torn: false, lacksNewline: false };
    this.#readAll(tail);
    repairTail(this.#path, tail);
    this.#file = new AppendFile(this.#path);
  }

  #readAll({ torn }: Tail): void {
    for (const { number, offset, length, text, ended } of readLines(this.#path)) {
      if (text.trim() === "" || (torn && !ended)) continue;
      const line = parseVerdict(this.#path, number, text);
      this.#place(line, {
        offset,
        length,
        complete: line.complete,
        revision: line.revision ?? this.#revisionOf(line) + 1,
      });
    }
  }

  #revisionOf(line: VerdictLine): number {
    return this.#standing.get(holderOf(line))?.get(line.taskId)?.revision ?? 0;
  }

  #place(line: VerdictLine, standing: Standing): void {
    const holder = holderOf(line);
    const own = this.#standing.get(holder) ?? new Map<string, Standing>();
    this.#standing.set(holder, own.set(line.taskId, standing));
  }

  /** By task, whether a person has finished with it; tasks they never touched are absent. */
  states(annotator: string): Map<string, "begun" | "complete"> {
    return new Map(
      [...(this.#standing.get(annotator) ?? [])].map(([taskId, { complete }]) => [
        taskId,
        complete ? "complete" : "begun",
      ]),
    );
  }

  /** A person's last word on a task. */
  find(annotator: string, taskId: string): NumberedVerdict | undefined {
    const standing = this.#standing.get(annotator)?.get(taskId);
    if (!standing) return undefined;
    const line = VerdictLine.parse(parseJson(this.#file.read(standing.offset, standing.length)));
    return { ...line, revision: standing.revision };
  }

  /** Returns when the verdict is on disk. PipelineError("disk") where it is not, "locked" where the folder is another's by now; the one before it stands then. */
  append(verdict: NumberedVerdict): void {
    this.#check();
    const text = JSON.stringify(verdict);
    const offset = this.#file.append(`${text}\n`);
    this.#file.sync();
    this.#place(verdict, {
      offset,
      length: Buffer.byteLength(text),
      complete: verdict.complete,
      revision: verdict.revision,
    });
  }

  close(): void {
    this.#file.close();
  }
}
