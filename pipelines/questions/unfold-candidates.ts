// Expands proposals and settled rows, one per material, into separate rows for questions, references and answers.

import { documents } from "../../schemas/items/documents.ts";
import { answers, questions, references } from "../../schemas/items/records.ts";
import { keys } from "../../schemas/questions/keys.ts";
import { candidates, settled } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { documentsWithTitles } from "./document-titles.ts";
import { keysOf, withKeys } from "./candidate-keys.ts";
import { toAnswer, toQuestion, type UnfoldOptions } from "./candidate-rows.ts";

/** Finds the name under which a document is shown. */
const nameFinder =
  (tables: Parameters<typeof documentsWithTitles>[0]) =>
  (id: string): string =>
    documentsWithTitles(tables)(id).name;

/** Every candidate's question, as proposed. */
export const unfoldedQuestionsStage = ({ wing, titles }: UnfoldOptions) =>
  defineStage({
    name: "items/questions",
    module: import.meta.filename,
    prompts: [],
    over: candidates,
    lookup: { documents, ...(titles && { titles }) },
    writes: questions,
    each(row, { tables }) {
      const context = { ...row, wing, proposalId: row.id, nameOf: nameFinder(tables) };
      return made(row.candidates.map(candidate => toQuestion(context, candidate)));
    },
  });

/** The evidence that each proposer cited. */
export const unfoldedReferencesStage = ({ wing, titles }: UnfoldOptions) =>
  defineStage({
    name: "items/references",
    module: import.meta.filename,
    prompts: [],
    over: candidates,
    lookup: { documents, ...(titles && { titles }) },
    writes: references,
    each(row, { tables }) {
      const context = { ...row, wing, proposalId: row.id, nameOf: nameFinder(tables) };
      return made(
        row.candidates.map(candidate => {
          const [question, { evidence }] = [toQuestion(context, candidate), candidate];
          const texts = evidence.map(({ text }) => text);
          const id = rowId("r", question.id, texts);
          return { id, language: row.language, question, evidence, facts: [] };
        }),
      );
    },
  });

/** The accepted answers, and rejected ones as they were proposed: people may judge those too. */
export const unfoldedAnswersStage = ({ wing, titles }: UnfoldOptions) =>
  defineStage({
    name: "items/answers",
    module: import.meta.filename,
    prompts: [],
    over: settled,
    lookup: { candidates, documents, keys, ...(titles && { titles }) },
    writes: answers,
    each(row, { tables }) {
      const context = { ...row, wing, nameOf: nameFinder(tables) };
      const rejectedNumbers = new Set(row.losses.map(({ number }) => number));
      for (const { number } of row.accepted) rejectedNumbers.delete(number);
      const proposedCandidates = tables.candidates.get(row.proposalId).candidates;
      const keysOfProposal = keysOf(row.proposalId, tables.keys);
      return made([
        ...row.accepted.map(candidate =>
          toAnswer(
            context,
            withKeys(
              candidate,
              keysOfProposal.find(({ number }) => number === candidate.number),
            ),
          ),
        ),
        ...proposedCandidates
          .filter(({ number }) => rejectedNumbers.has(number))
          .map(candidate => toAnswer(context, candidate)),
      ]);
    },
  });
