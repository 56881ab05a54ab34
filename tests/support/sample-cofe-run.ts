// A small finished run over files, two of which could not be read, written through the engine's own store.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wholeInput } from "../../pipelines/engine/done.ts";
import { type ChangeRow, changes, fragments, titles } from "../../schemas/cofe/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { splits } from "../../schemas/items/labels.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { cofeDocuments, cofeFragments, cofeItems, cofeTitles } from "./sample-cofe.ts";
import { putRows, type SampleOutcome } from "./sample-run.ts";

const failed = (input: string, code: string, detail: string): SampleOutcome => ({
  input,
  outcome: "failed",
  code,
  detail,
  kind: "technical",
  reply: null,
});

const stage = (name: string, over: string) => ({ name, over, lookup: [], writes: name });

export interface CofeSample {
  readonly texts?: readonly DocumentRow[];
  readonly rows?: readonly ItemRow[];
  readonly changed?: readonly ChangeRow[];
}

/** The first item is dev. */
export function writeCofeRun(
  directory: string,
  { texts = cofeDocuments, rows = cofeItems, changed = [] }: CofeSample = {},
): void {
  putRows(directory, documents, [
    ...texts.map((row): SampleOutcome => ({ input: row.id, made: [row] })),
    failed(
      "given/reports/<secret>.pdf",
      "encrypted",
      "given/reports/<secret>.pdf: it asks for a password.",
    ),
    failed("given/tables/empty.csv", "empty-file", "given/tables/empty.csv: no text in it."),
    failed("given/notes.jsonl:4", "bad-record", "given/notes.jsonl line 4: it is not JSON."),
  ]);
  const told = {
    wing: "cofe",
    languages: ["zh", "en"],
    model: { model: "rules", name: "rules@1" },
  };
  const stages = [
    stage("cofe/fragments", "items/documents"),
    stage("cofe/titles", "cofe/fragments"),
    stage("items/items", "cofe/fragments"),
    stage("cofe/changes", "items/items"),
  ];
  writeFileSync(
    join(directory, "run.json"),
    JSON.stringify({
      basis: "b",
      randomSeed: 1,
      settings: told,
      inputs: ["items/documents"],
      stages,
    }),
  );
  putRows(directory, titles, [{ input: wholeInput, made: cofeTitles }]);
  putRows(directory, fragments, [{ input: wholeInput, made: cofeFragments }]);
  putRows(directory, items, [{ input: wholeInput, made: rows }]);
  putRows(directory, splits, [
    {
      input: wholeInput,
      made: rows.map(({ id, language }, index) => ({
        id: `${id}/split`,
        itemId: id,
        language,
        split: index === 0 ? "dev" : "test",
      })),
    },
  ]);
  putRows(directory, changes, [{ input: wholeInput, made: changed }]);
}
