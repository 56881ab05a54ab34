// Lays out a folder's tasks as one table: a row per task, first the columns to read, then those to fill in.

import type { Content, PersonTask, ShownDocument } from "../../../schemas/annotation.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import type { Field } from "../form.ts";
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
  /** shown and about are columns to read, field and person columns to fill in. */
  readonly kind: "shown" | "about" | "field" | "person";
  /** For a field: its definition in the first task that has it. */
  readonly field?: Field;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  /** Cells by column name. All fields of a task have a cell; a field without one is not part of the task. */
  readonly rows: readonly ReadonlyMap<string, string>[];
  /** Languages of the tasks, each once. */
  readonly languages: readonly Language[];
  /** Documents that the tasks show, each once. */
  readonly documents: readonly ShownDocument[];
}

/** Suffix of columns that are only shown and never read back: `question:text` is next to the field `question`. */
export const shownSuffix = ":text";
const personColumns = ["annotator", "decided_at", "seconds"] as const;

type Lookup = TableSource["document"];

const nameOf = (document: Lookup, id: string): string => document(id)?.name || id;

function shownCells({ id, content }: PersonTask, document: Lookup): [string, string][] {
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
  const lines = (texts: readonly string[]) => texts.join("\n");
  const references = evidence.map(
    ({ number, text, span }) => `[${number}] ${text} (${nameOf(document, span.documentId)})`,
  );
  const texts: [string, string][] = [
    ["question", question],
    ["answer", answer],
    ["response", response],
    ["references", lines(references)],
    ["keypoints", lines(keypoints.map((claim, index) => `${index + 1}. ${claim}`))],
    ...candidates.map(({ label, text }): [string, string] => [`candidate_${label}`, text]),
    ["documents", lines(documentIds.map(each => `${nameOf(document, each)} [${each}]`))],
  ];
  return [
    ["task_id", id],
    ["language", language],
    ["type", type ?? ""],
    ...texts.map(([name, text]): [string, string] => [name + shownSuffix, text]),
  ];
}

/** Repetitions of a field stay together, however many a task has. */
const groupOf = ({ name, repeats }: Field): string => repeats?.stem ?? name;

/** Merges a task's groups of fields into the known ones, each before the one that follows it. */
function mergeGroups(groups: Map<string, Field>[], keys: string[], fields: readonly Field[]): void {
  let after = keys.length;
  for (const field of fields.toReversed()) {
    const known = keys.indexOf(groupOf(field));
    if (known >= 0) after = known;
    else {
      keys.splice(after, 0, groupOf(field));
      groups.splice(after, 0, new Map());
    }
  }
  for (const field of fields) {
    const group = groups[keys.indexOf(groupOf(field))];
    if (!group?.has(field.name)) group?.set(field.name, field);
  }
}

/** Shown columns in the order of the first task that has each, the documents last. */
function mergeShown(order: string[], cells: readonly (readonly [string, string])[]): void {
  let place = 0;
  for (const [name] of cells) {
    const known = order.indexOf(name);
    if (known < 0) order.splice(place, 0, name);
    place = (known < 0 ? place : known) + 1;
  }
}

interface Layout {
  readonly shown: readonly string[];
  readonly groups: readonly Map<string, Field>[];
  /** Names of the columns in which any row has a cell. */
  readonly filled: ReadonlySet<string>;
}

function columnsOf({ shown, groups, filled }: Layout): TableColumn[] {
  const always = new Set(["task_id", "language", "type", `question${shownSuffix}`]);
  const columns = shown
    .filter(name => always.has(name) || filled.has(name))
    .map((name): TableColumn => ({ name, kind: "shown" }));
  for (const field of groups.flatMap(group => [...group.values()])) {
    const about = field.name + shownSuffix;
    if (filled.has(about) && !shown.includes(about)) columns.push({ name: about, kind: "about" });
    columns.push({ name: field.name, kind: "field", field });
  }
  return [...columns, ...personColumns.map((name): TableColumn => ({ name, kind: "person" }))];
}

function documentsOf(contents: readonly Content[], document: Lookup): ShownDocument[] {
  const ids = new Set(
    contents.flatMap(({ documentIds, evidence }) => [
      ...documentIds,
      ...evidence.map(({ span }) => span.documentId),
    ]),
  );
  return [...ids].flatMap(id => document(id) ?? []);
}

/** All tasks and the documents they show, in memory at once, as in a spreadsheet program. */
export function layTable({ tasks, document, protocol, annotator }: TableSource): Table {
  const shown: string[] = ["task_id", "language", "type", `question${shownSuffix}`];
  const groups: Map<string, Field>[] = [];
  const keys: string[] = [];
  const rows: ReadonlyMap<string, string>[] = [];
  const contents: Content[] = [];
  for (const task of tasks) {
    const fields = protocol.fields(task.content);
    const cells = shownCells(task, document);
    mergeShown(shown, cells);
    mergeGroups(groups, keys, fields);
    const abouts = fields.flatMap(({ name, about }): [string, string][] =>
      about === undefined ? [] : [[name + shownSuffix, about]],
    );
    const blanks = fields.map(({ name }): [string, string] => [name, ""]);
    rows.push(
      new Map([
        ...cells.filter(([, text]) => text !== ""),
        ...abouts,
        ...blanks,
        ["annotator", annotator],
        ["decided_at", ""],
        ["seconds", ""],
      ]),
    );
    contents.push(task.content);
  }
  const filled = new Set(rows.flatMap(row => [...row.keys()]));
  return {
    columns: columnsOf({ shown, groups, filled }),
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
export const maxCell = 32_767;
