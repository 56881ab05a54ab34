// Reads other questions about the same documents, to compare how they and our items rank systems.

import { resolve } from "node:path";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import type { KnownDocuments } from "../evaluate/evidence/known-documents.ts";
import { readTruths } from "../evaluate/truth/read-truths.ts";

export interface OtherQuestions {
  readonly rows: readonly TruthRow[];
  /** For each path: its number of questions, how many are based on none of the documents, and how many are also in the other set. */
  readonly sources: readonly {
    readonly path: string;
    readonly questions: number;
    readonly elsewhere: number;
    readonly askedBefore: number;
  }[];
}

/** Whether a question is based on one of the documents; an unanswerable question names no document, and is kept. */
function isBasedOn({ references, labels }: TruthRow, ids: ReadonlySet<string>): boolean {
  if (references !== null && references.length > 0)
    return references.some(({ span }) => span !== null && ids.has(span.documentId));
  return (
    labels === null || labels.length === 0 || labels.some(({ documentId }) => ids.has(documentId))
  );
}

const questionKey = ({ question }: TruthRow): string =>
  question.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();

/**
 * Reads runs and published datasets' files as one set: each item is named `others/<id>`, since its id may be one of
 * ours. Questions that would distort the agreement of the rankings are left out: a question based on none of the
 * documents ranks no system above another; a question in both sets ranks them the same. Throws
 * PipelineError("bad-input") if a path has nothing readable, or nothing is left.
 */
export function readOtherQuestions(
  paths: readonly string[],
  documents: KnownDocuments,
  ownRows: readonly TruthRow[],
): OtherQuestions {
  const ids = new Set(documents.documents.map(({ id }) => id));
  const askedKeys = new Set(ownRows.map(questionKey));
  const rows: TruthRow[] = [];
  const sources = [...new Set(paths.map(path => resolve(path)))].map((path, index) => {
    const allRows = [...readTruths(path, { documents }).rows];
    const relatedRows = allRows.filter(row => isBasedOn(row, ids));
    // Filtered before adding: within one file, the same words may ask about different documents.
    const newRows = relatedRows.filter(row => !askedKeys.has(questionKey(row)));
    for (const row of newRows) askedKeys.add(questionKey(row));
    rows.push(
      ...newRows.map(row => ({
        ...row,
        id: `others/${index === 0 ? "" : `${index + 1}/`}${row.id}`,
        set: "others" as const,
      })),
    );
    return {
      path: paths.find(givenPath => resolve(givenPath) === path) ?? path,
      questions: allRows.length,
      elsewhere: allRows.length - relatedRows.length,
      askedBefore: relatedRows.length - newRows.length,
    };
  });
  if (rows.length > 0) return { rows, sources };
  throw new PipelineError(
    "bad-input",
    `No question of ${paths.join(", ")} can be used for a comparison: ${sources.map(leftOutText).join(" ")}`,
    {
      hint: "Give questions about the same documents: another run on them (--random-seed), or a dataset's file; --rank-halves needs no other questions.",
    },
  );
}

const leftOutText = ({
  path,
  questions,
  elsewhere,
  askedBefore,
}: OtherQuestions["sources"][number]): string =>
  `${path} has ${questions} questions; ${elsewhere} are based on none of the documents, ${askedBefore} are in the other set too.`;

/** Notices about the questions left out. */
export const leftOutNotices = ({ sources }: OtherQuestions): string[] =>
  sources
    .filter(({ elsewhere, askedBefore }) => elsewhere + askedBefore > 0)
    .map(source => `${leftOutText(source)} These are left out.`);
