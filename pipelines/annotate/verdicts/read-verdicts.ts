// Finds verdicts in what people give back: folders, and files of every format, told apart by what stands in them.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../../engine/errors.ts";
import { onDisk } from "../../engine/files.ts";
import { type Line, parseJson, readLines } from "../../engine/lines.ts";
import { readOrdinary } from "../../engine/ordinary-file.ts";
import { isFolder } from "../folder.ts";
import { readLabelStudio } from "../label-studio/label-studio-read.ts";
import { readCsv } from "../tables/csv.ts";
import { loadXlsx } from "../tables/load-xlsx.ts";
import { parseVerdict, readVerdictLines, toReadVerdict } from "./verdict-lines.ts";
import { isUnread, type ReadOutcome } from "./verdict-reading.ts";

/** Text of a file's bytes in whatever encoding; undefined for what is no text. */
export type Decode = (bytes: Buffer) => string | undefined;

const formats =
  "a person's folder, its verdicts.jsonl, a filled-in tasks.csv or tasks.xlsx, or Label Studio's JSON export";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a JSON value is a verdict of ours; Label Studio's tasks hold theirs in annotations. */
const isOwn = (value: unknown): boolean => isObject(value) && "taskId" in value;
const isLabelStudio = (value: unknown): boolean =>
  isObject(value) &&
  !isOwn(value) &&
  ("annotations" in value || "data" in value || "lead_time" in value);

function* linesOf(text: string): Generator<Pick<Line, "text" | "number" | "ended">> {
  const parts = text.split("\n");
  for (const [index, part] of parts.entries())
    yield { text: part, number: index + 1, ended: index + 1 < parts.length };
}

const readOwn = (values: readonly unknown[], path: string): ReadOutcome[] =>
  values.map((value, index) => {
    const place = `${path} entry ${index + 1}`;
    const parsed = parseVerdict(value);
    return typeof parsed === "string" ? { place, problem: parsed } : toReadVerdict(parsed, place);
  });

const asLines = (text: string, path: string): ReadOutcome[] =>
  readVerdictLines({ lines: linesOf(text), path, growing: false });

/** A text that begins as JSON does: one value over the whole of it, or one a line. */
function readJson(text: string, path: string): Iterable<ReadOutcome> {
  const [opening = ""] = text.trimStart().split("\n", 1);
  const first = parseJson(opening);
  const value = isObject(first) && !isLabelStudio(first) ? undefined : parseJson(text);
  if (value === undefined) {
    return opening.startsWith("[")
      ? [
          {
            place: path,
            problem:
              "it begins as a JSON list and is not a complete one; export it again, or copy it whole",
          },
        ]
      : asLines(text, path);
  }
  const values = Array.isArray(value) ? value : [value];
  return values.some(isOwn) ? readOwn(values, path) : readLabelStudio(value, path);
}

function readDecoded(decoded: string, path: string): Iterable<ReadOutcome> {
  const text = decoded.replace(/^\ufeff/, "");
  const begin = text.trimStart()[0];
  if (begin === undefined) return [{ place: path, problem: `it is empty; expected ${formats}` }];
  return begin === "{" || begin === "[" ? readJson(text, path) : readCsv(text, path);
}

/** The beginning of every zip file, which an XLSX is. */
const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004", "latin1"));

async function readFile(path: string, decode: Decode): Promise<ReadOutcome[]> {
  const bytes = onDisk(path, () => readOrdinary(path), "read");
  if (isZip(bytes)) return [...(await (await loadXlsx()).readXlsx(bytes, path))];
  const text = decode(bytes);
  return text === undefined
    ? [{ place: path, problem: `it is neither a text nor an XLSX; expected ${formats}` }]
    : [...readDecoded(text, path)];
}

/** One file that cannot be read is told; the others go in. */
async function readOrTell(path: string, decode: Decode): Promise<ReadOutcome[]> {
  try {
    return await readFile(path, decode);
  } catch (error) {
    if (error instanceof PipelineError)
      return [{ place: path, problem: `${error.message} ${error.hint}` }];
    throw error;
  }
}

/** A table that nobody has filled in says nothing. */
async function readTable(path: string, decode: Decode): Promise<ReadOutcome[]> {
  if (!existsSync(path)) return [];
  const outcomes = await readOrTell(path, decode);
  return outcomes.some(outcome => isUnread(outcome) || outcome.complete) ? outcomes : [];
}

async function readPersonFolder(directory: string, decode: Decode): Promise<ReadOutcome[]> {
  const path = join(directory, "verdicts.jsonl");
  // The page may be writing to it: its last line may be half there.
  const journaled = readVerdictLines({ lines: readLines(path), path, growing: true });
  const tables = await Promise.all(
    ["tasks.csv", "tasks.xlsx"].map(name => readTable(join(directory, name), decode)),
  );
  return [...journaled, ...tables.flat()];
}

/** The folders of the people in a batch's folder. */
const peopleIn = (directory: string): string[] =>
  readdirSync(directory)
    .map(name => join(directory, name))
    .filter(isFolder)
    .sort();

async function readFolder(directory: string, decode: Decode): Promise<ReadOutcome[]> {
  const folders =
    isFolder(directory) || existsSync(join(directory, "verdicts.jsonl"))
      ? [directory]
      : peopleIn(directory);
  if (folders.length > 0)
    return (await Promise.all(folders.map(folder => readPersonFolder(folder, decode)))).flat();
  throw new PipelineError(
    "bad-input",
    `There is no batch in ${directory}: no batch.json and no verdicts.jsonl.`,
    { hint: `Give ${formats}.` },
  );
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat) return stat.isDirectory();
  throw new PipelineError("bad-input", `There is no file or folder ${path}.`, {
    hint: "Check the path; it is read from the folder in which you type the command.",
  });
}

/**
 * Reads what people gave back: a person's folder (its journal and its tables where they are filled in), a batch's folder
 * with all of theirs, or a file. What cannot be read is an outcome of its own. PipelineError("bad-input") for a path that
 * is not there and a folder that holds no batch, before anything is read. Memory: a whole file.
 */
export async function readVerdictFiles(
  paths: readonly string[],
  decode: Decode,
): Promise<ReadOutcome[]> {
  const kinds = paths.map(path => ({ path, folder: isDirectory(path) }));
  const outcomes: ReadOutcome[] = [];
  for (const { path, folder } of kinds)
    outcomes.push(...(await (folder ? readFolder(path, decode) : readOrTell(path, decode))));
  return outcomes;
}
