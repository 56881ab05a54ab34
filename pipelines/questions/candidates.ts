// Collects all proposals of a run and drops questions that repeat a better one on the same documents.

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
export function withoutRepeats(rows: readonly ProposalRow[]): ProposalRow[] {
  const all = rows.flatMap(row => row.candidates.map(candidate => ({ row, candidate })));
  const repeated = repeatedQuestions(
    all.map(({ row: { documentIds, language }, candidate: { question, answer, mark } }) => ({
      question,
      answer,
      documentIds,
      language,
      mark,
    })),
  );
  const better = new Map(
    [...repeated].map(([place, kept]) => [all[place]?.candidate, all[kept]?.candidate.question]),
  );
  return rows.map(row => ({
    ...row,
    candidates: row.candidates.filter(candidate => !better.has(candidate)),
    losses: [
      ...row.losses,
      ...row.candidates
        .filter(candidate => better.has(candidate))
        .map(candidate => ({
          number: candidate.number,
          code: "duplicate",
          detail: `Asks what another question asks: ${better.get(candidate)}`,
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
      rows: withoutRepeats([
        ...rows,
        ...(tables.linkedProposals?.rows() ?? []),
        ...(tables.familyProposals?.rows() ?? []),
      ]),
    }),
  });
