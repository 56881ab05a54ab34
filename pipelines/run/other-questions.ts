// Questions of others on the same documents, which a ranking of systems by our items is compared with.

import { resolve } from "node:path";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import type { KnownDocuments } from "../evaluate/evidence/known-documents.ts";
import { readTruths } from "../evaluate/truth/truth.ts";

export interface OtherQuestions {
  readonly rows: readonly TruthRow[];
  /** Of each path: how many questions it holds, how many rest on none of the documents, and how many were asked before. */
  readonly sources: readonly {
    readonly path: string;
    readonly questions: number;
    readonly elsewhere: number;
    readonly askedBefore: number;
  }[];
}

/** A question that cannot be answered names nothing that could be found, and stays. */
function restsOn({ references, labels }: TruthRow, ids: ReadonlySet<string>): boolean {
  if (references !== null && references.length > 0)
    return references.some(({ span }) => span !== null && ids.has(span.documentId));
  return (
    labels === null || labels.length === 0 || labels.some(({ documentId }) => ids.has(documentId))
  );
}

const questionKey = ({ question }: TruthRow): string =>
  question.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();

/**
 * Runs, and files of published datasets, as one set: each item named `others/<id>`, since their ids may be ours. Left out is what would
 * make the rankings look less or more alike than they are. A question that rests on none of the documents ranks no system above another; one that
 * both sets ask ranks them the same. PipelineError("bad-input") where a path holds nothing that can be read, or nothing is left.
 */
export function readOtherQuestions(
  paths: readonly string[],
  documents: KnownDocuments,
  ours: readonly TruthRow[],
): OtherQuestions {
  const ids = new Set(documents.all.map(({ id }) => id));
  const asked = new Set(ours.map(questionKey));
  const rows: TruthRow[] = [];
  const sources = [...new Set(paths.map(path => resolve(path)))].map((path, number) => {
    const all = [...readTruths(path, { documents }).rows];
    const here = all.filter(row => restsOn(row, ids));
    // Beforehand: within one file the same words may be asked of different documents.
    const fresh = here.filter(row => !asked.has(questionKey(row)));
    for (const row of fresh) asked.add(questionKey(row));
    rows.push(
      ...fresh.map(row => ({
        ...row,
        id: `others/${number === 0 ? "" : `${number + 1}/`}${row.id}`,
        set: "others" as const,
      })),
    );
    return {
      path: paths.find(typed => resolve(typed) === path) ?? path,
      questions: all.length,
      elsewhere: all.length - here.length,
      askedBefore: here.length - fresh.length,
    };
  });
  if (rows.length > 0) return { rows, sources };
  throw new PipelineError(
    "bad-input",
    `No question of ${paths.join(", ")} can be compared with: ${sources.map(leftOutText).join(" ")}`,
    {
      hint: "Give questions on the same documents: another run over them (--random-seed), or a dataset's file; --rank-halves needs no others.",
    },
  );
}

const leftOutText = ({
  path,
  questions,
  elsewhere,
  askedBefore,
}: OtherQuestions["sources"][number]): string =>
  `${path} asks ${questions}; ${elsewhere} rest on none of the documents, ${askedBefore} are asked by the other set too.`;

/** What was left out, to be said. */
export const leftOutNotices = ({ sources }: OtherQuestions): string[] =>
  sources
    .filter(({ elsewhere, askedBefore }) => elsewhere + askedBefore > 0)
    .map(source => `${leftOutText(source)} These are left out.`);
