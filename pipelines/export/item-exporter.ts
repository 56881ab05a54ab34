// Creates exporters for evaluation tools' formats, each with files of examples by split and a manifest that describes their fields.

import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { type ExportedItem, readExportedItems } from "./exported-items.ts";
import { bySplit, type Split, splitNames } from "./item-splits.ts";
import { describeRun, writeManifest } from "./manifest.ts";

/** Path of a file in the export's folder, and its text in pieces. */
type WrittenFile = readonly [path: string, text: Iterable<string>];

interface ItemFormat {
  readonly format: string;
  /** Descriptions of the fields, for readers of the manifest. */
  readonly fields: Readonly<Record<string, string>>;
  /** The files of one split, even if it has no items. */
  readonly files: (items: readonly ExportedItem[], split: Split) => readonly WrittenFile[];
}

/**
 * Returns an exporter that writes the format's files and manifest.json. The same run gives the same bytes. The
 * exporter keeps the items in memory, and returns counts of what was written. It throws PipelineError("bad-input") if
 * no item passes the selection.
 */
export const itemExporter =
  ({ format, fields, files }: ItemFormat) =>
  (run: OpenRun, directory: string, options: ExportOptions = {}) => {
    const { rows, manifestFields } = readItems(run, options);
    const items = readExportedItems(run, rows);
    const splitItems = bySplit(split => items.filter(item => item.split === split));
    for (const split of splitNames)
      for (const [path, text] of files(splitItems[split], split))
        replaceFile(join(directory, path), text);
    return writeManifest(directory, {
      ...describeRun(run, format),
      ...manifestFields,
      counts: {
        test: splitItems.test.length,
        dev: splitItems.dev.length,
        // An item that no document answers has no evidence.
        withoutReferences: items.filter(({ references }) => references.length === 0).length,
      },
      fields,
      splits: bySplit(split => splitItems[split].map(({ item }) => item.id)),
    });
  };
