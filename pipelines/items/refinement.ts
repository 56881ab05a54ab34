// Brings answer and references into agreement, in rounds, until nothing changes.

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
import { withoutIdle } from "./idle-references.ts";
import {
  documentsAsked,
  documentsOf,
  numberSentences,
  type PlacedSentence,
  shownSentence,
  toEvidence,
  unknownSentences,
} from "./numbered-sentences.ts";

interface Draft {
  readonly answer: string;
  readonly numbers: readonly number[];
  readonly derivations: readonly Derivation[];
}

const isEmpty = { zh: "答案不能为空。", en: "The answer may not be empty." };

const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/** The numbers of the evidence among these sentences. */
function numbersOf({ evidence }: ReferenceRow, sentences: readonly PlacedSentence[]): number[] {
  return evidence.flatMap(
    ({ span }) =>
      sentences.find(
        ({ documentId, start }) => documentId === span.documentId && start === span.start,
      )?.number ?? [],
  );
}

async function refine(
  ask: Ask,
  row: ReferenceRow,
  sentences: readonly PlacedSentence[],
  draft: Draft,
): Promise<{ draft: Draft; changes: readonly string[] }> {
  const cited = sentences.filter(({ number }) => draft.numbers.includes(number));
  const others = sentences.filter(({ number }) => !draft.numbers.includes(number));
  const variables = {
    question: row.question.question,
    answer: draft.answer,
    cited: cited.map(shownSentence),
    others: others.map(shownSentence),
  };
  const check = (reply: ReplyOf<typeof refinementPrompt>) => {
    const problems = [
      unknownSentences(reply.sentences, sentences, row.language) ?? [],
      reply.answer.trim() === "" ? isEmpty[row.language] : [],
    ].flat();
    return problems.length > 0 ? problems.join("\n") : undefined;
  };
  const reply = await ask(refinementPrompt, row.language, variables, { check });
  const derivations = reply.derivations.length > 0 ? reply.derivations : draft.derivations;
  return {
    draft: { answer: reply.answer.trim(), numbers: inOrder(reply.sentences), derivations },
    changes: reply.changes,
  };
}

function toRow(
  { question, language, facts }: ReferenceRow,
  { answer, numbers, derivations }: Draft,
  sentences: readonly PlacedSentence[],
  changes: readonly string[],
): AnswerRow {
  const cited = toEvidence(numbers, sentences);
  // Facts cite their evidence by number, so none may be dropped.
  const evidence = facts.length > 0 ? cited : withoutIdle(cited, { question, answer, language });
  return {
    id: rowId(
      "a",
      question.id,
      answer,
      evidence.map(({ text }) => text),
    ),
    language,
    question: { ...question, documentIds: documentsOf(question, evidence) },
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
        documentsAsked(row.question, tables.documents.get),
        `${question} ${answer}`,
        { kept: row.evidence.map(({ span }) => span), scope: row.question.scope },
      );
      let draft: Draft = { answer, numbers: numbersOf(row, sentences), derivations };
      if (hasGivenAnswer(type) || row.facts.length > 0)
        return made([toRow(row, draft, sentences, [])]);
      const changes: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const next = await refine(ask, row, sentences, draft);
        // If only sentences were added or dropped, a further round would see nothing new.
        const settled = next.draft.answer === draft.answer;
        draft = next.draft;
        changes.push(...next.changes);
        if (settled) break;
      }
      if (draft.numbers.length === 0)
        return rejected<AnswerRow>(
          "no-references",
          "After refinement no sentence supports the answer.",
        );
      return made([toRow(row, draft, sentences, changes)]);
    },
  });
