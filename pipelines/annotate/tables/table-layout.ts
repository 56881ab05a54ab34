// Lays out a folder's tasks as one table: a row per task, first the columns to read, then those to fill in.

import type { Content, PersonTask, ShownDocument } from "../../../schemas/annotation.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import { groupBy } from "../../engine/grouping.ts";
import { type Field, stemOf } from "../form.ts";
import type { AnnotationProtocol } from "../protocol.ts";

export interface TableSource {
  /** In the person's order. */
  readonly tasks: Iterable<PersonTask>;
  readonly document: (id: string) => ShownDocument | undefined;
  readonly protocol: Pick<AnnotationProtocol, "title" | "guide" | "fields">;
  /** Initial value in every row; the person may write another name. */
  readonly annotator: string;
}

export interface TableColumn {
  readonly name: string;
  /** shown and about: columns to read; field and person: columns to fill in. */
  readonly kind: "shown" | "about" | "field" | "person";
  /** For a field: its definition in the first task that has it. */
  readonly field?: Field;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  /** Cells by column name. A task has a cell for each of its fields, even if it is empty; without one, the field is not part of the task. */
  readonly rows: readonly ReadonlyMap<string, string>[];
  /** Languages of the tasks, each once. */
  readonly languages: readonly Language[];
  /** Documents that the tasks show, each once. */
  readonly documents: readonly ShownDocument[];
}

/** Suffix of columns that are only for reading and never imported: `question:text` is next to the field `question`. */
export const readOnlySuffix = ":text";
/** Columns that every table begins with, in this order. */
const leadingColumns: readonly string[] = [
  "task_id",
  "language",
  "type",
  `question${readOnlySuffix}`,
];
const personColumns = ["annotator", "decided_at", "seconds"] as const;

type DocumentLookup = TableSource["document"];

const nameOf = (document: DocumentLookup, id: string): string => document(id)?.name || id;

function shownCells({ id, content }: PersonTask, document: DocumentLookup): [string, string][] {
  const {
    language,
    type,
    question,
    answer,
    response,
    evidence,
    keypoints,
    candidates,
    documentIds,
  } = content;
  const references = evidence.map(
    ({ number, text, span }) => `[${number}] ${text} (${nameOf(document, span.documentId)})`,
  );
  const texts: [string, string][] = [
    ["question", question],
    ["answer", answer],
    ["response", response],
    ["references", references.join("\n")],
    ["keypoints", keypoints.map((claim, index) => `${index + 1}. ${claim}`).join("\n")],
    ...candidates.map(({ label, text }): [string, string] => [`candidate_${label}`, text]),
    [
      "documents",
      documentIds.map(documentId => `${nameOf(document, documentId)} [${documentId}]`).join("\n"),
    ],
  ];
  return [
    ["task_id", id],
    ["language", language],
    ["type", type ?? ""],
    ...texts.map(([name, text]): [string, string] => [name + readOnlySuffix, text]),
  ];
}

/** Adds names in a task to those in all tasks; inserts a new one before the name that follows it in the task. */
function mergeNames(names: string[], taskNames: readonly string[]): void {
  let insertIndex = names.length;
  for (const name of taskNames.toReversed()) {
    const index = names.indexOf(name);
    if (index >= 0) insertIndex = index;
    else names.splice(insertIndex, 0, name);
  }
}

interface TableLayout {
  readonly shownColumns: readonly string[];
  /** In the order of their columns; repetitions of a field are together. */
  readonly fields: readonly Field[];
  /** Columns in which at least one row has a cell. */
  readonly namesWithCells: ReadonlySet<string>;
}

function columnsOf({ shownColumns, fields, namesWithCells }: TableLayout): TableColumn[] {
  const columns = shownColumns
    .filter(name => leadingColumns.includes(name) || namesWithCells.has(name))
    .map((name): TableColumn => ({ name, kind: "shown" }));
  for (const field of fields) {
    const columnName = field.name + readOnlySuffix;
    if (namesWithCells.has(columnName) && !shownColumns.includes(columnName))
      columns.push({ name: columnName, kind: "about" });
    columns.push({ name: field.name, kind: "field", field });
  }
  return [...columns, ...personColumns.map((name): TableColumn => ({ name, kind: "person" }))];
}

function documentsOf(contents: readonly Content[], document: DocumentLookup): ShownDocument[] {
  const ids = new Set(
    contents.flatMap(({ documentIds, evidence }) => [
      ...documentIds,
      ...evidence.map(({ span }) => span.documentId),
    ]),
  );
  return [...ids].flatMap(id => document(id) ?? []);
}

/** Keeps all tasks and their documents in memory, as a spreadsheet program does. */
export function layOutTable({ tasks, document, protocol, annotator }: TableSource): Table {
  const shownColumns = [...leadingColumns];
  const fieldsByName = new Map<string, Field>();
  const stems: string[] = [];
  const rows: ReadonlyMap<string, string>[] = [];
  const contents: Content[] = [];
  for (const task of tasks) {
    const fields = protocol.fields(task.content);
    const cells = shownCells(task, document);
    mergeNames(
      shownColumns,
      cells.map(([name]) => name),
    );
    mergeNames(stems, fields.map(stemOf));
    for (const field of fields)
      if (!fieldsByName.has(field.name)) fieldsByName.set(field.name, field);
    const aboutCells = fields.flatMap(({ name, about }): [string, string][] =>
      about === undefined ? [] : [[name + readOnlySuffix, about]],
    );
    const blankCells = fields.map(({ name }): [string, string] => [name, ""]);
    rows.push(
      new Map([
        ...cells.filter(([, text]) => text !== ""),
        ...aboutCells,
        ...blankCells,
        ["annotator", annotator],
        ["decided_at", ""],
        ["seconds", ""],
      ]),
    );
    contents.push(task.content);
  }
  const namesWithCells = new Set(rows.flatMap(row => [...row.keys()]));
  const fieldsByStem = groupBy(fieldsByName.values(), stemOf);
  const fields = stems.flatMap(stem => fieldsByStem.get(stem) ?? []);
  return {
    columns: columnsOf({ shownColumns, fields, namesWithCells }),
    rows,
    languages: [...new Set(contents.map(({ language }) => language))],
    documents: documentsOf(contents, document),
  };
}

/** Splits a text into parts of at most `size` UTF-16 units, never inside a surrogate pair. */
export function splitText(text: string, size: number): string[] {
  const parts: string[] = [];
  let start = 0;
  do {
    let end = Math.min(start + size, text.length);
    const splitsPair =
      end < text.length &&
      /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) &&
      /[\uDC00-\uDFFF]/.test(text.charAt(end));
    if (splitsPair) end--;
    parts.push(text.slice(start, end));
    start = end;
  } while (start < text.length);
  return parts;
}

/** Maximum length of a spreadsheet cell, in UTF-16 units. */
export const maxCellLength = 32_767;
