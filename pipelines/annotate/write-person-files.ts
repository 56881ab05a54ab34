// Writes the guides into a person's folder, and its tasks in the formats requested.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BatchFormat, PersonTask } from "../../schemas/annotation.ts";
import { replaceFile } from "../engine/files.ts";
import { writeCsv, writeDocumentsCsv } from "./tables/csv.ts";
import { PersonFolder } from "./person-folder.ts";
import { guideFiles } from "./guide.ts";
import { labelStudioConfig } from "./label-studio/label-studio-config.ts";
import { labelStudioTasks } from "./label-studio/label-studio-tasks.ts";
import { protocols } from "./protocols/protocols.ts";
import { loadXlsx } from "./tables/load-xlsx.ts";
import { layOutTable } from "./tables/table-layout.ts";

/** A folder's tasks in order, with one in memory at a time; can be iterated several times. */
const tasksOf = (folder: PersonFolder): Iterable<PersonTask> => ({
  *[Symbol.iterator]() {
    for (const { id } of folder.tasks) {
      const task = folder.task(id);
      if (task) yield task;
    }
  },
});

interface OutputFile {
  readonly name: string;
  readonly content: () => Iterable<string> | Buffer | Promise<Buffer>;
}

function taskFilesOf(folder: PersonFolder, formats: readonly BatchFormat[]): OutputFile[] {
  const protocol = protocols[folder.heading.protocol];
  const taskSource = {
    protocol,
    tasks: tasksOf(folder),
    document: (id: string) => folder.document(id),
    annotator: folder.heading.annotator,
  };
  const byFormat: Record<BatchFormat, readonly OutputFile[]> = {
    csv: [
      { name: "tasks.csv", content: () => [writeCsv(layOutTable(taskSource))] },
      { name: "documents.csv", content: () => [writeDocumentsCsv(layOutTable(taskSource))] },
    ],
    xlsx: [
      {
        name: "tasks.xlsx",
        content: async () => (await loadXlsx()).writeXlsx(layOutTable(taskSource), protocol),
      },
    ],
    "label-studio": [
      { name: "label-studio.json", content: () => labelStudioTasks(taskSource) },
      { name: "label-studio.xml", content: () => [labelStudioConfig(protocol, taskSource.tasks)] },
    ],
  };
  return formats.flatMap(format => byFormat[format]);
}

/**
 * Writes GUIDE.zh.md and GUIDE.en.md, and the files of the given formats. Leaves an existing file as it is, since it
 * may be filled in, and returns its path. Keeps the whole table in memory for csv and xlsx.
 */
export async function writePersonFiles(
  directory: string,
  formats: readonly BatchFormat[],
): Promise<string[]> {
  const folder = new PersonFolder(directory);
  try {
    for (const [name, text] of Object.entries(guideFiles(protocols[folder.heading.protocol])))
      replaceFile(join(directory, name), [text]);
    const existingPaths: string[] = [];
    for (const { name, content } of taskFilesOf(folder, formats)) {
      const path = join(directory, name);
      if (existsSync(path)) existingPaths.push(path);
      else replaceFile(path, await content());
    }
    return existingPaths;
  } finally {
    folder.close();
  }
}
