// Reads verdicts from what people return: folders, and files of every format, recognized by their content.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../../engine/errors.ts";
import { explainDiskErrors } from "../../engine/files.ts";
import { type Line, parseJson, readLines } from "../../engine/lines.ts";
import { readOrdinary } from "../../engine/ordinary-file.ts";
import { isJsonObject } from "../../evaluate/record-files.ts";
import { isPersonFolder } from "../person-folder.ts";
import { readLabelStudio } from "../label-studio/read-label-studio.ts";
import { readCsv } from "../tables/csv.ts";
import { loadXlsx } from "../tables/load-xlsx.ts";
import { parseVerdict, readVerdictLines, toParsedVerdict } from "./verdict-lines.ts";
import { isUnreadable, type VerdictOutcome } from "./verdict-outcome.ts";

/** Decodes a file's bytes in any encoding; undefined if they are not text. */
export type Decode = (bytes: Buffer) => string | undefined;

const expectedFormats =
  "a person's folder, its verdicts.jsonl, a filled-in tasks.csv or tasks.xlsx, or Label Studio's JSON export";

/** Whether a JSON value is a verdict in our own format; Label Studio's tasks contain their verdicts as annotations. */
const isOwnVerdict = (value: unknown): boolean => isJsonObject(value) && "taskId" in value;
const isLabelStudio = (value: unknown): boolean =>
  isJsonObject(value) &&
  !isOwnVerdict(value) &&
  ("annotations" in value || "data" in value || "lead_time" in value);

function* linesOf(text: string): Generator<Pick<Line, "text" | "number" | "hasNewline">> {
  const parts = text.split("\n");
  for (const [index, part] of parts.entries())
    yield { text: part, number: index + 1, hasNewline: index + 1 < parts.length };
}

const readOwnVerdicts = (values: readonly unknown[], path: string): VerdictOutcome[] =>
  values.map((value, index) => {
    const place = `${path} entry ${index + 1}`;
    const parsed = parseVerdict(value);
    return typeof parsed === "string" ? { place, problem: parsed } : toParsedVerdict(parsed, place);
  });

/** Reads a text that begins like JSON: a single value, or one per line. */
function readJson(text: string, path: string): Iterable<VerdictOutcome> {
  const [firstLine = ""] = text.trimStart().split("\n", 1);
  const firstValue = parseJson(firstLine);
  const value =
    isJsonObject(firstValue) && !isLabelStudio(firstValue) ? undefined : parseJson(text);
  if (value === undefined) {
    return firstLine.startsWith("[")
      ? [
          {
            place: path,
            problem:
              "it begins like a JSON array but is incomplete; export it again, or copy all of it",
          },
        ]
      : readVerdictLines({ lines: linesOf(text), path, isGrowing: false });
  }
  const values = Array.isArray(value) ? value : [value];
  return values.some(isOwnVerdict) ? readOwnVerdicts(values, path) : readLabelStudio(value, path);
}

function readDecoded(decoded: string, path: string): Iterable<VerdictOutcome> {
  const text = decoded.replace(/^\ufeff/, "");
  const firstCharacter = text.trimStart()[0];
  if (firstCharacter === undefined)
    return [{ place: path, problem: `it is empty; expected ${expectedFormats}` }];
  return firstCharacter === "{" || firstCharacter === "["
    ? readJson(text, path)
    : readCsv(text, path);
}

/** Whether a file begins like a zip file, as every XLSX does. */
const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004", "latin1"));

async function readFile(path: string, decode: Decode): Promise<VerdictOutcome[]> {
  const bytes = explainDiskErrors(path, () => readOrdinary(path), "read");
  if (isZip(bytes)) return [...(await (await loadXlsx()).readXlsx(bytes, path))];
  const text = decode(bytes);
  return text === undefined
    ? [{ place: path, problem: `it is neither text nor an XLSX; expected ${expectedFormats}` }]
    : [...readDecoded(text, path)];
}

/** Reports a file that cannot be read, so that other files are still imported. */
async function readOrReport(path: string, decode: Decode): Promise<VerdictOutcome[]> {
  try {
    return await readFile(path, decode);
  } catch (error) {
    if (error instanceof PipelineError)
      return [{ place: path, problem: `${error.message} ${error.hint}` }];
    throw error;
  }
}

/** Ignores a table that has not been filled in. */
async function readFilledTable(path: string, decode: Decode): Promise<VerdictOutcome[]> {
  if (!existsSync(path)) return [];
  const outcomes = await readOrReport(path, decode);
  return outcomes.some(outcome => isUnreadable(outcome) || outcome.complete) ? outcomes : [];
}

async function readPersonFolder(directory: string, decode: Decode): Promise<VerdictOutcome[]> {
  const path = join(directory, "verdicts.jsonl");
  // The page may be writing to it, so its last line may be incomplete.
  const journalOutcomes = readVerdictLines({ lines: readLines(path), path, isGrowing: true });
  const tableOutcomes = await Promise.all(
    ["tasks.csv", "tasks.xlsx"].map(name => readFilledTable(join(directory, name), decode)),
  );
  return [...journalOutcomes, ...tableOutcomes.flat()];
}

/** People's folders in a batch's folder. */
const personFoldersIn = (directory: string): string[] =>
  readdirSync(directory)
    .map(name => join(directory, name))
    .filter(isPersonFolder)
    .sort();

async function readFolder(directory: string, decode: Decode): Promise<VerdictOutcome[]> {
  const folders =
    isPersonFolder(directory) || existsSync(join(directory, "verdicts.jsonl"))
      ? [directory]
      : personFoldersIn(directory);
  if (folders.length > 0)
    return (await Promise.all(folders.map(folder => readPersonFolder(folder, decode)))).flat();
  throw new PipelineError(
    "bad-input",
    `There is no batch in ${directory}: no batch.json and no verdicts.jsonl.`,
    { hint: `Give ${expectedFormats}.` },
  );
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat) return stat.isDirectory();
  throw new PipelineError("bad-input", `There is no file or folder ${path}.`, {
    hint: "Check the path; it is relative to the folder in which you run the command.",
  });
}

/**
 * Reads what people returned: a person's folder (its journal and any filled-in tables), a batch's folder
 * with all people's folders, or a file. Anything unreadable is an outcome of its own. Keeps a whole file
 * in memory. Throws PipelineError("bad-input") for a missing path, before it reads anything, and for a folder that
 * contains no batch.
 */
export async function readVerdictFiles(
  paths: readonly string[],
  decode: Decode,
): Promise<VerdictOutcome[]> {
  const directories = new Set(paths.filter(isDirectory));
  const outcomes: VerdictOutcome[] = [];
  for (const path of paths) {
    const readPath = directories.has(path) ? readFolder : readOrReport;
    outcomes.push(...(await readPath(path, decode)));
  }
  return outcomes;
}
