// Expands proposals and settled rows, one per material, into separate rows for questions, references and answers.

import { documents } from "../../schemas/items/documents.ts";
import { answers, questions, references } from "../../schemas/items/records.ts";
import { keys } from "../../schemas/questions/keys.ts";
import { candidates, settled } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { documentsWithTitles } from "./document-titles.ts";
import { keysOf, withKeys } from "./replaced-evidence.ts";
import { toAnswer, toQuestion, type Unfolding } from "./candidate-rows.ts";

const namesIn =
  (tables: Parameters<typeof documentsWithTitles>[0]) =>
  (id: string): string =>
    documentsWithTitles(tables)(id).name;

/** Every candidate's question, as proposed. */
export const unfoldedQuestionsStage = ({ wing, titles }: Unfolding) =>
  defineStage({
    name: "items/questions",
    module: import.meta.filename,
    prompts: [],
    over: candidates,
    lookup: { documents, ...(titles && { titles }) },
    writes: questions,
    each(row, { tables }) {
      const around = { ...row, wing, proposalId: row.id, nameOf: namesIn(tables) };
      return made(row.candidates.map(candidate => toQuestion(around, candidate)));
    },
  });

/** The evidence that each proposer cited. */
export const unfoldedReferencesStage = ({ wing, titles }: Unfolding) =>
  defineStage({
    name: "items/references",
    module: import.meta.filename,
    prompts: [],
    over: candidates,
    lookup: { documents, ...(titles && { titles }) },
    writes: references,
    each(row, { tables }) {
      const around = { ...row, wing, proposalId: row.id, nameOf: namesIn(tables) };
      return made(
        row.candidates.map(candidate => {
          const [question, { evidence }] = [toQuestion(around, candidate), candidate];
          const texts = evidence.map(({ text }) => text);
          const id = rowId("r", question.id, texts);
          return { id, language: row.language, question, evidence, facts: [] };
        }),
      );
    },
  });

/** The accepted answers, and rejected ones as they were proposed: people may judge those too. */
export const unfoldedAnswersStage = ({ wing, titles }: Unfolding) =>
  defineStage({
    name: "items/answers",
    module: import.meta.filename,
    prompts: [],
    over: settled,
    lookup: {
      candidates,
      documents,
      keys,
      ...(titles && { titles }),
    },
    writes: answers,
    each(row, { tables }) {
      const around = { ...row, wing, nameOf: namesIn(tables) };
      const rejected = new Set(row.losses.map(({ number }) => number));
      for (const { number } of row.accepted) rejected.delete(number);
      const proposed = tables.candidates.get(row.proposalId).candidates;
      const found = keysOf(row.proposalId, tables.keys);
      return made([
        ...row.accepted.map(candidate =>
          toAnswer(
            around,
            withKeys(
              candidate,
              found.find(({ number }) => number === candidate.number),
            ),
          ),
        ),
        ...proposed
          .filter(({ number }) => rejected.has(number))
          .map(candidate => toAnswer(around, candidate)),
      ]);
    },
  });
