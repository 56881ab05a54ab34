// Unfolds what was proposed and settled, a row a material, into questions, references and answers, a row each.

import { documents } from "../../schemas/items/documents.ts";
import { answers, questions, references } from "../../schemas/items/records.ts";
import { candidates, keys, settled } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { toAnswer, toQuestion, withKeys } from "./unfolded.ts";

/** Every candidate, as its proposer put it. */
export const unfoldedQuestionsStage = defineStage({
  name: "items/questions",
  module: import.meta.filename,
  prompts: [],
  over: candidates,
  lookup: { documents },
  writes: questions,
  each(row, { tables }) {
    const nameOf = (id: string) => tables.documents.get(id).name;
    const around = { ...row, proposalId: row.id, nameOf };
    return made(row.candidates.map(candidate => toQuestion(around, candidate)));
  },
});

/** What each proposer rested its answer on. */
export const unfoldedReferencesStage = defineStage({
  name: "items/references",
  module: import.meta.filename,
  prompts: [],
  over: candidates,
  lookup: { documents },
  writes: references,
  each(row, { tables }) {
    const nameOf = (id: string) => tables.documents.get(id).name;
    const around = { ...row, proposalId: row.id, nameOf };
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

/** The answers that stand, and those that fell as they were proposed: people may judge what was rejected, too. */
export const unfoldedAnswersStage = defineStage({
  name: "items/answers",
  module: import.meta.filename,
  prompts: [],
  over: settled,
  lookup: { candidates, documents, keys },
  writes: answers,
  each(row, { tables }) {
    const nameOf = (id: string) => tables.documents.get(id).name;
    const around = { ...row, nameOf };
    const fell = new Set(row.losses.map(({ number }) => number));
    for (const { number } of row.accepted) fell.delete(number);
    const proposed = tables.candidates.get(row.proposalId).candidates;
    const mine = tables.keys.where("proposalId", row.proposalId).flatMap(each => each.keys);
    const keysOf = (number: number) => mine.find(each => each.number === number);
    return made([
      ...row.accepted.map(candidate =>
        toAnswer(around, withKeys(candidate, keysOf(candidate.number))),
      ),
      ...proposed
        .filter(({ number }) => fell.has(number))
        .map(candidate => toAnswer(around, candidate)),
    ]);
  },
});
