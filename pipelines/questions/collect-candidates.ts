// Collects all proposals of a run and drops questions that repeat a better one about the same documents.

import {
  candidates,
  familyProposals,
  linkedProposals,
  type ProposalRow,
  proposals,
} from "../../schemas/questions/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { repeatedQuestions } from "./repeated-questions.ts";

/** The rows without repeated candidates; each repeat is recorded as a loss. */
export function dropRepeats(rows: readonly ProposalRow[]): ProposalRow[] {
  const entries = rows.flatMap(row => row.candidates.map(candidate => ({ row, candidate })));
  const keptIndexByRepeat = repeatedQuestions(
    entries.map(({ row: { documentIds, language }, candidate }) => ({
      ...candidate,
      documentIds,
      language,
    })),
  );
  const keptQuestionByRepeat = new Map(
    [...keptIndexByRepeat].map(([repeatIndex, keptIndex]) => [
      entries[repeatIndex]?.candidate,
      entries[keptIndex]?.candidate.question,
    ]),
  );
  return rows.map(row => ({
    ...row,
    candidates: row.candidates.filter(candidate => !keptQuestionByRepeat.has(candidate)),
    losses: [
      ...row.losses,
      ...row.candidates
        .filter(candidate => keptQuestionByRepeat.has(candidate))
        .map(candidate => ({
          number: candidate.number,
          code: "duplicate",
          detail: `Asks the same as another question: ${keptQuestionByRepeat.get(candidate)}`,
        })),
    ],
  }));
}

export const candidatesStage = ({ linked, families }: { linked: boolean; families: boolean }) =>
  defineWholeStage({
    name: "questions/candidates",
    module: import.meta.filename,
    prompts: [],
    over: proposals,
    lookup: { ...(linked && { linkedProposals }), ...(families && { familyProposals }) },
    writes: candidates,
    all: (rows, { tables }) => ({
      rows: dropRepeats([
        ...rows,
        ...(tables.linkedProposals?.rows() ?? []),
        ...(tables.familyProposals?.rows() ?? []),
      ]),
    }),
  });
