// Writes a batch: first a folder per person, then its tasks in the run; a batch that someone has begun is never overwritten.

import { join } from "node:path";
import {
  AnnotationTaskRow,
  annotationTasks,
  type BatchHeading,
  type PersonTask,
  type ShownDocument,
} from "../../../schemas/annotation.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { PipelineError } from "../../engine/errors.ts";
import { replaceFile } from "../../engine/files.ts";
import { lockBriefly } from "../../engine/lock.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { pathsOf } from "../../engine/artifact-seal.ts";
import { isPersonFolder, jsonLines, readHeading, writeFolder } from "../person-folder.ts";

/** One person's part of a batch. */
export interface PersonPart {
  readonly annotator: string;
  readonly directory: string;
  /** In the order in which the person sees the tasks. */
  readonly tasks: readonly AnnotationTaskRow[];
}

export interface WholeBatch {
  readonly id: string;
  readonly protocol: BatchHeading["protocol"];
  readonly parts: readonly PersonPart[];
}

/**
 * Writes the folders, then annotate/tasks of the run (rows of other batches stay; a task drawn again gets the newer
 * row). If this is interrupted in between, repeating the same draw makes the same batch again. Does not touch
 * verdicts. Returns the ids of documents that tasks show but items/documents lacks. Throws PipelineError("wrong-use")
 * if a folder contains another batch, and then writes nothing.
 */
export function writeBatch(run: OpenRun, batch: WholeBatch): string[] {
  const lock = lockBriefly(join(run.directory, "annotate"));
  try {
    for (const { directory } of batch.parts) refuseOtherBatch(directory, batch.id);
    const shownDocuments = readShownDocuments(run, batch.parts);
    for (const part of batch.parts) writePart(batch, part, shownDocuments);
    mergeTasks(run, batch.parts);
    return documentIdsOf(batch.parts.flatMap(({ tasks }) => tasks)).filter(
      id => !shownDocuments.has(id),
    );
  } finally {
    lock.release();
  }
}

/** Whether the folder contains a part of another batch. */
export const hasOtherBatch = (directory: string, id: string): boolean =>
  isPersonFolder(directory) && readHeading(directory).id !== id;

function refuseOtherBatch(directory: string, id: string): void {
  if (!hasOtherBatch(directory, id)) return;
  const heading = readHeading(directory);
  throw new PipelineError(
    "wrong-use",
    `${directory} contains another batch (${heading.protocol}, ${heading.tasks} tasks, for ${heading.annotator}).`,
    {
      hint: "Name another folder with --out. The existing one stays as it is, with its verdicts.",
    },
  );
}

function mergeTasks(run: OpenRun, parts: readonly PersonPart[]): void {
  const rows = new Map([...run.rows(annotationTasks)].map(row => [row.id, row]));
  // Parsing puts the keys of new rows in the record's order, as in existing rows.
  for (const { tasks } of parts)
    for (const task of tasks) rows.set(task.id, AnnotationTaskRow.parse(task));
  const sortedRows = [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  replaceFile(pathsOf(run.directory, annotationTasks.name).rows, jsonLines(sortedRows));
}

const documentIdsOf = (tasks: readonly AnnotationTaskRow[]): string[] =>
  [...new Set(tasks.flatMap(({ content }) => content.documentIds))].sort();

function readShownDocuments(
  run: OpenRun,
  parts: readonly PersonPart[],
): ReadonlyMap<string, ShownDocument> {
  const documentIds = new Set(documentIdsOf(parts.flatMap(({ tasks }) => tasks)));
  const shownDocuments = new Map<string, ShownDocument>();
  if (documentIds.size === 0) return shownDocuments;
  for (const { id, language, name, text } of run.rows(documents))
    if (documentIds.has(id)) shownDocuments.set(id, { id, language, name, text });
  return shownDocuments;
}

function writePart(
  { id, protocol }: WholeBatch,
  { annotator, directory, tasks }: PersonPart,
  shownDocuments: ReadonlyMap<string, ShownDocument>,
): void {
  const languages = [...new Set(tasks.map(({ language }) => language))].sort();
  writeFolder(directory, {
    heading: { format: 1, id, protocol, annotator, tasks: tasks.length, languages },
    tasks: tasks.map(({ id, protocol, content }): PersonTask => ({ id, protocol, content })),
    documents: documentIdsOf(tasks).flatMap(documentId => shownDocuments.get(documentId) ?? []),
  });
}
