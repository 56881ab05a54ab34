// Reads the user's table of document weights, and checks it against the documents.

import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { Language } from "../../schemas/items/item-types.ts";
import { PipelineError } from "../engine/errors.ts";
import { readOrdinary } from "../engine/ordinary-file.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { decode } from "../intake/files/decode-text.ts";
import { parseLine } from "../intake/document-lines.ts";
import { isWanted, readDocuments, type SourceOptions } from "../intake/sources.ts";
import { indexByName, namesOfFile } from "../items/document-names.ts";

const invalidName = "it is not a name";
const invalidWeight = "it is not a number of at least 0";
// An empty cell would count as 0.
const toNumber = (cell: unknown) =>
  typeof cell === "string" && cell.trim() !== "" ? Number(cell) : cell;
const WeightLine = z.object({
  document: z
    .union([z.string().trim().min(1), z.number()], invalidName)
    .transform(name => String(name).replace(/^\.[\\/]/, "")),
  weight: z.preprocess(toNumber, z.number(invalidWeight).min(0, invalidWeight)),
});

interface Weight extends z.output<typeof WeightLine> {
  /** Line number, from 1. */
  readonly number: number;
}

export interface Weights {
  readonly path: string;
  readonly list: readonly Weight[];
}

const weightsError = (message: string, remedy: string) =>
  new PipelineError("bad-input", message, { hint: `${remedy}, then run the same command again.` });
const formRemedy =
  'Write document,weight on the first line and, for example, notes.md,3 on the others (CSV), or lines like {"document": "notes.md", "weight": 3}';

function readText(path: string): string {
  try {
    const text = decode(readOrdinary(path));
    if (text !== undefined) return text.replace(/^\uFEFF/, "");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw weightsError(`${path} cannot be read: ${reason}`, "Check the path after --weights");
  }
  throw weightsError(`${path} is not a text file.`, formRemedy);
}

/** The content of a line as JSON, and its number. */
type NumberedLine = readonly [json: string, number: number];

const jsonLines = (text: string): NumberedLine[] =>
  [...text.split("\n").entries()].flatMap(([index, json]) =>
    json.trim() ? [[json, index + 1]] : [],
  );

function csvLines(text: string, path: string): NumberedLine[] {
  // Excel writes `;` in locales with a decimal comma.
  const [delimiter = ","] = /[,;\t\n]/.exec(text) ?? [];
  const columns = (names: string[]) => names.map(name => name.toLowerCase());
  const parseOptions = { trim: true, relax_column_count: true, skip_empty_lines: true };
  const lines: NumberedLine[] = [];
  const onRecord = (record: object, { lines: number }: { lines: number }) =>
    lines.push([JSON.stringify(record), number]);
  try {
    parse(text, { delimiter, columns, ...parseOptions, on_record: onRecord });
  } catch (error) {
    if (error instanceof CsvError)
      throw weightsError(`${path} is not a CSV: ${error.message}.`, formRemedy);
    throw error;
  }
  return lines;
}

/** Throws PipelineError("bad-input") for an unreadable file, and for an invalid line, with its number. */
export function readWeights(path: string): Weights {
  const text = readText(path);
  const lines = text.trimStart().startsWith("{") ? jsonLines(text) : csvLines(text, path);
  if (lines.length === 0) throw weightsError(`${path} names no document.`, formRemedy);
  const list = lines.map(([json, number]) => {
    const parsed = parseLine(json, WeightLine);
    if ("error" in parsed)
      throw weightsError(`${path} line ${number}: ${parsed.error}.`, formRemedy);
    return { ...parsed.row, number };
  });
  return { path, list };
}

const maxListed = 5;

/** Checks that each line matches exactly one document, that no two lines match the same one, and that not all weights are 0. */
function checkWeights(
  { path, list }: Weights,
  rows: readonly DocumentRow[],
  failedNames: Set<string>,
): void {
  const byName = indexByName(rows);
  const unknownNames = list
    .filter(({ document }) => !byName.has(document) && !failedNames.has(document))
    .map(({ document, number }) => `"${document}" (line ${number})`);
  const moreNote =
    unknownNames.length > maxListed ? `, and ${unknownNames.length - maxListed} more` : "";
  if (unknownNames.length > 0)
    throw weightsError(
      `${path} has names that are not among the documents: ${unknownNames.slice(0, maxListed).join(", ")}${moreNote}.`,
      "Write each document's path or name (for files with the same text, the first one's), or remove the line",
    );
  const lines = new Map<string, Weight>();
  for (const line of list) {
    const [document, otherDocument] = byName.get(line.document) ?? [];
    if (!document) continue;
    const earlierLine = lines.get(document.id);
    const sources = [document, otherDocument].map(
      row => row && `${row.provenance.source} (${row.id})`,
    );
    const repetition = earlierLine && `is the same document as on line ${earlierLine.number}`;
    const problem = otherDocument ? `matches two documents, ${sources.join(" and ")}` : repetition;
    if (problem !== undefined)
      throw weightsError(
        `${path} line ${line.number}: "${line.document}" ${problem}.`,
        "Give each document one line, with its path or id if others have the same name",
      );
    lines.set(document.id, line);
  }
  if (rows.length > 0 && rows.every(({ id }) => lines.get(id)?.weight === 0))
    throw weightsError(
      `${path}: all documents have weight 0.`,
      "Give the documents to be used a weight above 0",
    );
}

/** The user's own documents; throws PipelineError("bad-input") after the last one if the weights do not fit them. */
export async function* readWeightedDocuments(
  options: SourceOptions,
  weights: Weights,
): AsyncGenerator<DocumentRow | InputFailure> {
  const rowsById = new Map<string, DocumentRow>();
  const failedNames = new Set<string>();
  // Documents in other languages and domains may be listed too.
  const allOptions = { ...options, languages: Language.options, domains: undefined };
  for await (const row of readDocuments(allOptions)) {
    if (row instanceof InputFailure) for (const name of namesOfFile(row.id)) failedNames.add(name);
    // Keeping all texts would fill the memory.
    else if (!rowsById.has(row.id)) rowsById.set(row.id, { ...row, text: "" });
    if (row instanceof InputFailure || isWanted(options, row)) yield row;
  }
  checkWeights(weights, [...rowsById.values()], failedNames);
}
