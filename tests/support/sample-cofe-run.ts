// A small finished run over files, two of which could not be read, written through the engine's own store.

import { fragments, titles } from "../../schemas/cofe/records.ts";
import { type ChangeRow, changes } from "../../schemas/items/changes.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import {
  type AnswerRow,
  answers,
  type ItemRow,
  items,
  type VerdictRow,
  verdicts,
} from "../../schemas/items/records.ts";
import { cofeDocuments, cofeFragments, cofeItems, cofeTitles } from "./sample-cofe.ts";
import { putRows, putSplits, putWhole, type SampleOutcome } from "./sample-run.ts";
import { putRunJson, stageNote } from "./run-files.ts";

const failed = (input: string, code: string, detail: string): SampleOutcome => ({
  input,
  outcome: "failed",
  code,
  detail,
  kind: "technical",
  reply: null,
});

export interface CofeSample {
  readonly texts?: readonly DocumentRow[];
  readonly rows?: readonly ItemRow[];
  readonly changed?: readonly ChangeRow[];
  /** By the paper's way: each answer with what the review made of it. */
  readonly reviewed?: readonly { answer: AnswerRow; verdict: VerdictRow }[];
}

/** The first item is dev. */
export function writeCofeRun(
  directory: string,
  { texts = cofeDocuments, rows = cofeItems, changed = [], reviewed = [] }: CofeSample = {},
): void {
  putRows(directory, documents, [
    ...texts.map((row): SampleOutcome => ({ input: row.id, made: [row] })),
    failed(
      "given/reports/<secret>.pdf",
      "encrypted",
      "given/reports/<secret>.pdf: it asks for a password.",
    ),
    failed("given/tables/empty.csv", "empty-file", "given/tables/empty.csv: contains no text."),
    failed("given/notes.jsonl:4", "bad-record", "given/notes.jsonl line 4: it is not JSON."),
  ]);
  putRunJson(directory, {
    settings: { wing: "cofe", languages: ["zh", "en"], model: { model: "rules", name: "rules@1" } },
    inputs: ["items/documents"],
    stages: [
      stageNote("cofe/fragments", "items/documents"),
      stageNote("cofe/titles", "cofe/fragments"),
      ...(reviewed.length > 0 ? [stageNote("cofe/verdicts", "items/answers")] : []),
      stageNote("items/items", "cofe/fragments"),
      stageNote("items/changes", "items/items"),
    ],
  });
  putWhole(directory, titles, cofeTitles);
  putWhole(directory, fragments, cofeFragments);
  putWhole(directory, items, rows);
  putWhole(
    directory,
    answers,
    reviewed.map(({ answer }) => answer),
  );
  putWhole(
    directory,
    verdicts,
    reviewed.map(({ verdict }) => verdict),
  );
  putSplits(directory, rows, 1);
  putWhole(directory, changes, changed);
}
