// CoFE-RAG's example files read tolerantly, what is wrong with them told, and written back without loss.

import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { CofeRecord } from "../../schemas/formats/cofe.ts";
import { PipelineError } from "../engine/errors.ts";
import { onDisk, replaceFile } from "../engine/files.ts";
import { parseJson } from "../engine/lines.ts";
import { type CofeIssue, issuesOf } from "./cofe-issues.ts";
import { pythonLines, toPythonJson } from "./python-json.ts";

export interface CofeFile {
  /** One without issues of the kinds missing-field and wrong-form is a `CofeExample`. */
  readonly examples: readonly CofeRecord[];
  /** The whole object that the examples stand in, whose other fields are written back; none of a file with one a line. */
  readonly file?: CofeRecord;
}

export interface ImportedCofe extends CofeFile {
  readonly issues: readonly CofeIssue[];
}

const isRecord = (value: unknown): value is CofeRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function badFile(path: string, reason: string): PipelineError {
  return new PipelineError("bad-input", `${path}: ${reason}.`, {
    hint: 'Give {"examples": […]} or one example a line, each a JSON object.',
  });
}

interface Numbered {
  /** From 1. */
  readonly line: number;
  readonly value: unknown;
}

const linesOf = (text: string): Numbered[] =>
  text
    .split("\n")
    .flatMap((line, index) =>
      line.trim() === "" ? [] : [{ line: index + 1, value: parseJson(line) }],
    );

const entriesOf = (list: readonly unknown[]): Numbered[] =>
  list.map((value, index) => ({ line: index + 1, value }));

/**
 * Reads such a file, ours or the original's, with all fields of the examples in their order, and tells what is wrong
 * with them: nothing is left out for it. PipelineError("bad-input") for a file without examples, or with one that is no
 * JSON object. Memory: the file.
 */
export function importCofe(path: string): ImportedCofe {
  if (!existsSync(path)) throw badFile(path, "there is no such file");
  const text = onDisk(path, () => readFileSync(path, "utf8"), "read").replace(/^\ufeff/, "");
  const whole = parseJson(text);
  const file = isRecord(whole) && Array.isArray(whole["examples"]) ? whole : undefined;
  const found = file ? entriesOf(file["examples"] as unknown[]) : linesOf(text);
  if (found.length === 0 && !file) throw badFile(path, "it holds no examples");
  const examples = found.map(({ line, value }) => {
    if (!isRecord(value))
      throw badFile(path, `${file ? "example" : "line"} ${line} is no JSON object`);
    return value;
  });
  return {
    examples,
    ...(file ? { file } : {}),
    issues: examples.flatMap((example, index) => issuesOf(found[index]?.line ?? 0, example)),
  };
}

function* listParts(examples: Iterable<unknown>): Generator<string> {
  let between = "[\n";
  for (const example of examples) {
    yield `${between}${toPythonJson(example)}`;
    between = ",\n";
  }
  yield between === "[\n" ? "[]" : "\n]";
}

function* fileParts({ examples, file = {} }: CofeFile): Generator<string> {
  let between = "{";
  for (const [key, value] of Object.entries({ ...file, examples })) {
    yield `${between}${JSON.stringify(key)}: `;
    if (key === "examples") yield* listParts(examples);
    else yield toPythonJson(value);
    between = ",\n";
  }
  yield "}\n";
}

/** Writes one example a line to a path that ends in .jsonl, else one object; numbers are written as JavaScript has them (1.0 as 1). */
export function writeCofe(given: CofeFile, to: string): void {
  replaceFile(
    to,
    extname(to).toLowerCase() === ".jsonl" ? pythonLines(given.examples) : fileParts(given),
  );
}
