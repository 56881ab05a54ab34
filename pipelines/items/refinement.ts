// Brings an answer and its references into agreement, in rounds, until the answer no longer changes.

import type { ReplyOf } from "../../schemas/define.ts";
import { refinementPrompt } from "../../schemas/items/prompts.ts";
import {
  type AnswerRow,
  answers,
  type Derivation,
  type ReferenceRow,
  references,
} from "../../schemas/items/records.ts";
import { hasGivenAnswer } from "../../schemas/items/item-types.ts";
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made, rejected } from "../engine/stage.ts";
import { dropUnrelatedEvidence } from "./unrelated-evidence.ts";
import {
  titledDocumentsOf,
  documentIdsOf,
  numbersOf,
  numberSentences,
  type PlacedSentence,
  toShownSentence,
  toEvidence,
  unknownSentencesProblem,
} from "./numbered-sentences.ts";

/** An answer with the numbers of its sentences. */
interface Draft {
  readonly answer: string;
  readonly numbers: readonly number[];
  readonly derivations: readonly Derivation[];
}

const emptyAnswer = { zh: "答案不能为空。", en: "The answer may not be empty." };

/** One round: a model revises the draft. */
async function refine(
  ask: Ask,
  row: ReferenceRow,
  sentences: readonly PlacedSentence[],
  draft: Draft,
): Promise<{ draft: Draft; changes: readonly string[] }> {
  const citedSentences = sentences.filter(({ number }) => draft.numbers.includes(number));
  const others = sentences.filter(({ number }) => !draft.numbers.includes(number));
  const variables = {
    question: row.question.question,
    answer: draft.answer,
    cited: citedSentences.map(toShownSentence),
    others: others.map(toShownSentence),
  };
  const check = (reply: ReplyOf<typeof refinementPrompt>) => {
    const problems = [
      unknownSentencesProblem(reply.sentences, sentences, row.language) ?? [],
      reply.answer.trim() === "" ? emptyAnswer[row.language] : [],
    ].flat();
    return problems.length > 0 ? problems.join("\n") : undefined;
  };
  const reply = await ask(refinementPrompt, row.language, variables, { check });
  const numbers = [...new Set(reply.sentences)].sort((a, b) => a - b);
  const derivations = reply.derivations.length > 0 ? reply.derivations : draft.derivations;
  return { draft: { answer: reply.answer.trim(), numbers, derivations }, changes: reply.changes };
}

function toRow(
  { question, language, facts }: ReferenceRow,
  { answer, numbers, derivations }: Draft,
  sentences: readonly PlacedSentence[],
  changes: readonly string[],
): AnswerRow {
  const citedEvidence = toEvidence(numbers, sentences);
  // Facts cite their evidence by number, so none may be dropped.
  const evidence =
    facts.length > 0
      ? citedEvidence
      : dropUnrelatedEvidence(citedEvidence, { question, answer, language });
  return {
    id: rowId(
      "a",
      question.id,
      answer,
      evidence.map(({ text }) => text),
    ),
    language,
    question: { ...question, documentIds: documentIdsOf(question, evidence) },
    answer,
    evidence,
    derivations: [...derivations],
    facts,
    changes: [...changes],
  };
}

export const refinementStage = ({ rounds }: { rounds: number }) =>
  defineStage({
    name: "items/refinement",
    module: import.meta.filename,
    prompts: [refinementPrompt],
    judges: true,
    settings: { rounds },
    over: references,
    lookup: { documents },
    writes: answers,
    async each(row, { ask, tables }) {
      const { answer, derivations, question, type } = row.question;
      if (type === "unanswerable")
        return made([toRow(row, { answer, numbers: [], derivations }, [], [])]);
      const sentences = numberSentences(
        titledDocumentsOf(row.question, tables.documents.get),
        `${question} ${answer}`,
        { keptSpans: row.evidence.map(({ span }) => span), scope: row.question.scope },
      );
      let draft: Draft = { answer, numbers: numbersOf(row.evidence, sentences), derivations };
      if (hasGivenAnswer(type) || row.facts.length > 0)
        return made([toRow(row, draft, sentences, [])]);
      const changes: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const next = await refine(ask, row, sentences, draft);
        // If only sentences were added or dropped, another round would show nothing new.
        const isSettled = next.draft.answer === draft.answer;
        draft = next.draft;
        changes.push(...next.changes);
        if (isSettled) break;
      }
      if (draft.numbers.length === 0)
        return rejected<AnswerRow>(
          "no-references",
          "No sentence supports the answer after refinement.",
        );
      return made([toRow(row, draft, sentences, changes)]);
    },
  });
