// Creates exporters for evaluation tools' formats, each with files of examples by split and a manifest that describes their fields.

import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { type ExportedItem, readExportedItems } from "./exported-items.ts";
import { type Split, splitNames } from "./item-splits.ts";
import { describeRun, type RunHeading, type SplitIds } from "./manifest.ts";

/** Path of a file in the export's folder, and its text in pieces. */
type WrittenFile = readonly [path: string, text: Iterable<string>];

export interface ItemFormat<Format extends string> {
  readonly format: Format;
  /** Descriptions of the fields, for readers of the manifest. */
  readonly fields: Readonly<Record<string, string>>;
  /** The files of one split, even if it has no items. */
  readonly files: (items: readonly ExportedItem[], split: Split) => readonly WrittenFile[];
}

export interface ItemManifest<Format extends string> extends RunHeading<Format> {
  readonly counts: {
    readonly test: number;
    readonly dev: number;
    /** Items that no document answers, and which therefore have no evidence. */
    readonly withoutReferences: number;
  };
  readonly fields: Readonly<Record<string, string>>;
  /** Item ids. */
  readonly splits: SplitIds<string>;
}

/**
 * Returns an exporter that writes the format's files and manifest.json. The same run gives the same bytes. The
 * exporter keeps the items in memory, and returns counts of what was written. It throws PipelineError("bad-input") if
 * the directory holds no run, or no item passes the selection.
 */
export const itemExporter =
  <Format extends string>({ format, fields, files }: ItemFormat<Format>) =>
  (
    run: OpenRun,
    directory: string,
    options: ExportOptions = {},
  ): ItemManifest<Format>["counts"] => {
    const heading = describeRun(run, format);
    const chosen = readItems(run, options);
    const items = readExportedItems(run, chosen.rows);
    const itemsOf = (split: Split) => items.filter(item => item.split === split);
    for (const split of splitNames)
      for (const [path, text] of files(itemsOf(split), split))
        replaceFile(join(directory, path), text);
    const [test, dev] = [itemsOf("test"), itemsOf("dev")];
    const idsOf = (splitItems: readonly ExportedItem[]) => splitItems.map(({ item }) => item.id);
    const manifest: ItemManifest<Format> = {
      ...heading,
      ...chosen.manifestFields,
      counts: {
        test: test.length,
        dev: dev.length,
        withoutReferences: items.filter(({ references }) => references.length === 0).length,
      },
      fields,
      splits: { dev: idsOf(dev), test: idsOf(test) },
    };
    replaceFile(join(directory, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
    return manifest.counts;
  };
