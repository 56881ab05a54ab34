// Reads JSON lines: each record becomes a row of names and values or, if it contains a long text, a section of its own.

import { type Block, layOut } from "./blocks.ts";
import { parseJson } from "../../engine/lines.ts";
import { decodeText } from "./decode-text.ts";
import { FileProblem, type ParsedFile } from "./parsed-file.ts";

/** Maximum length of a table cell, in characters; a longer value is running text. */
const maxCellLength = 300;
/** Maximum number of columns after which a new table begins. */
const maxColumns = 200;
/** Maximum depth of nested objects. */
const maxDepth = 20;

interface Field {
  readonly name: string;
  readonly value: string;
}

/** The values with their names; those of nested objects are prefixed ("author.name"), empty ones left out. */
function fieldsOf(value: unknown, name = "", depth = 0): Field[] {
  if (value === null || value === undefined || depth > maxDepth) return [];
  if (typeof value !== "object") {
    const text = (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).trim();
    return text === "" ? [] : [{ name, value: text }];
  }
  if (
    Array.isArray(value) &&
    value.every(element => element === null || typeof element !== "object")
  ) {
    const texts = value.flatMap(element => fieldsOf(element)).map(field => field.value);
    const isText = texts.some(text => text.length > maxCellLength || text.includes("\n"));
    return texts.length === 0 ? [] : [{ name, value: texts.join(isText ? "\n\n" : ", ") }];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    fieldsOf(inner, name === "" ? key : `${name}.${key}`, depth + 1),
  );
}

const isLong = ({ value }: Field) => value.length > maxCellLength || value.includes("\n");
const isTitle = ({ name }: Field) => /^(?:title|headline|name|标题|名称)$/i.test(name);

/** The title, short values and long texts of a record that contains long texts. */
function sectionBlocks(fields: readonly Field[]): Block[] {
  const title = fields.find(field => isTitle(field) && !isLong(field));
  const shortFields = fields.filter(field => field !== title && !isLong(field));
  return [
    { kind: "heading", level: 2, text: title?.value ?? "" },
    {
      kind: "table",
      header: shortFields.map(({ name }) => name),
      rows: [shortFields.map(({ value }) => value)],
    },
    ...fields
      .filter(isLong)
      .flatMap(({ value }) => value.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n/))
      .map(text => ({ kind: "paragraph", text }) as const),
  ];
}

/** The record on each non-blank line, with the line's number. Throws FileProblem("malformed"), naming the first line that is not JSON. */
function* recordsOf(
  text: string,
): Generator<{ readonly number: number; readonly fields: Field[] }> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [number, value] = [index + 1, parseJson(line)];
    if (value === undefined)
      throw new FileProblem(
        "malformed",
        `line ${number} is not JSON: each line must be one value.`,
      );
    yield { number, fields: fieldsOf(value) };
  }
}

/** Rows of a table, whose header collects the names of all of them. */
interface TableRows {
  readonly header: string[];
  readonly rows: string[][];
  readonly numbers: number[];
}

const emptyTable = (): TableRows => ({ header: [], rows: [], numbers: [] });

function addRow(
  { header, rows, numbers }: TableRows,
  fields: readonly Field[],
  number: number,
): void {
  const row: string[] = [];
  for (const { name, value } of fields) {
    if (!header.includes(name)) header.push(name);
    row[header.indexOf(name)] = value;
  }
  rows.push(Array.from(row, value => value ?? ""));
  numbers.push(number);
}

function* blocksOf(text: string): Generator<Block> {
  let table = emptyTable();
  for (const { number, fields } of recordsOf(text)) {
    const isText = fields.some(isLong);
    if (isText || table.header.length > maxColumns) {
      yield { kind: "table", ...table };
      table = emptyTable();
    }
    if (isText) {
      yield { kind: "place", place: { kind: "row", number, name: null } };
      yield* sectionBlocks(fields);
    } else addRow(table, fields, number);
  }
  yield { kind: "table", ...table };
}

export const parseJsonLines = (bytes: Buffer): ParsedFile => ({
  title: null,
  ...layOut(blocksOf(decodeText(bytes))),
});
