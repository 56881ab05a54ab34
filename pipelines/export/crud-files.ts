// CRUD-RAG's dataset file read tolerantly and written back without loss, one record a line.

import { existsSync, readFileSync } from "node:fs";
import type { z } from "zod";
import { CrudFile, crudKeys } from "../../schemas/formats/crud.ts";
import { PipelineError } from "../engine/errors.ts";
import { onDisk, replaceFile } from "../engine/files.ts";
import { parseJson } from "../engine/lines.ts";
import { toPythonJson } from "./python-json.ts";

function badFile(path: string, reason: string): PipelineError {
  return new PipelineError("bad-input", `${path}: ${reason}.`, {
    hint: `Give one JSON object with an array for each task: ${Object.values(crudKeys).join(", ")}.`,
  });
}

function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue?.path.length ? `${issue.path.join(".")}: ${issue.message}` : "it is no JSON object";
}

/**
 * Reads such a file, ours or the original's, with all its fields in their order. Tasks may be missing, but not all.
 * PipelineError("bad-input") names the first record that does not fit. Memory: the file.
 */
export function importCrud(path: string): CrudFile {
  if (!existsSync(path)) throw badFile(path, "there is no such file");
  const value = parseJson(
    onDisk(path, () => readFileSync(path, "utf8"), "read").replace(/^\ufeff/, ""),
  );
  const parsed = CrudFile.safeParse(value);
  if (!parsed.success) throw badFile(path, reasonOf(parsed.error));
  if (!Object.values(crudKeys).some(key => parsed.data[key] !== undefined))
    throw badFile(path, "it holds none of the tasks");
  // As it stands: parsing would put known keys first.
  return value as CrudFile;
}

function* arrayParts(records: readonly unknown[]): Generator<string> {
  if (records.length === 0) return yield "[]";
  for (const [index, record] of records.entries())
    yield `${index === 0 ? "[\n" : ",\n"}${toPythonJson(record)}`;
  yield "\n]";
}

function* fileParts(file: Readonly<Record<string, unknown>>): Generator<string> {
  for (const [index, [key, value]] of Object.entries(file).entries()) {
    yield `${index === 0 ? "{" : ",\n"}${JSON.stringify(key)}: `;
    if (Array.isArray(value)) yield* arrayParts(value);
    else yield toPythonJson(value);
  }
  yield "}\n";
}

/** Writes the file; numbers are written as JavaScript has them (1.0 as 1). */
export function writeCrud(file: CrudFile, path: string): void {
  replaceFile(path, fileParts(file));
}
