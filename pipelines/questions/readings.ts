// Blind readings: another reader answers each question from the same sentences, without the proposed answer.

import type { ReplyOf } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import { readingsPrompt } from "../../schemas/questions/prompts.ts";
import {
  type Candidate,
  candidates,
  type Reading,
  type ReadingRow,
  readings,
} from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { type PlacedSentence, toEvidence } from "../items/numbered-sentences.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import { showMaterial } from "./material-view.ts";
import { documentsWithTitles, type TitleOptions } from "./document-titles.ts";

type Reply = ReplyOf<typeof readingsPrompt>;

/** The readings in the reply, in order of the candidates' numbers; if a question has two, the first. */
function toReadings(
  { readings: replies }: Reply,
  shownCandidates: readonly Candidate[],
  sentences: readonly PlacedSentence[],
): Reading[] {
  const byNumber = new Map<number, Reading>();
  for (const reply of replies) {
    const candidate = reply === null ? undefined : shownCandidates[reply.number - 1];
    if (reply === null || candidate === undefined || byNumber.has(candidate.number)) continue;
    const { answerable, clear, known, worth } = reply;
    byNumber.set(candidate.number, {
      number: candidate.number,
      answer: reply.answer.trim(),
      evidence: toEvidence(reply.sentences, sentences),
      answerable,
      clear,
      known,
      worth,
    });
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

const tooFew = {
  zh: (answered: number, total: number) => `${total} 个问题只回答了 ${answered} 个，请逐一回答。`,
  en: (answered: number, total: number) =>
    `Only ${answered} of ${total} questions were answered. Answer each.`,
};

/** `sameModel`: whether the reader is also the proposer's model; the report mentions it if so. */
export const readingsStage = ({ sameModel, titles }: { sameModel: boolean } & TitleOptions) =>
  defineStage({
    name: "questions/references",
    module: import.meta.filename,
    prompts: [readingsPrompt],
    judges: true,
    settings: { sameModel },
    over: candidates,
    only: ({ candidates: proposed }) => proposed.length > 0,
    lookup: { documents, ...(titles && { titles }) },
    writes: readings,
    async each(row, { ask, tables, seedFor }) {
      const { id, language, domain } = row;
      const { documents: shownDocuments, sentences } = showMaterial(
        row,
        documentsWithTitles(tables),
      );
      // Shuffled, because proposers give their best questions first.
      const shuffled = shuffle(drawFrom(seedFor("questions/references", id)), row.candidates);
      const questions = shuffled.map(({ question }, index) => ({ number: index + 1, question }));
      let hasComplained = false;
      const check = (reply: Reply) => {
        const answeredCount = toReadings(reply, shuffled, sentences).length;
        if (hasComplained || answeredCount >= shuffled.length / 2) return undefined;
        hasComplained = true;
        return tooFew[language](answeredCount, shuffled.length);
      };
      const reply = await ask(
        readingsPrompt,
        language,
        { documents: shownDocuments, questions },
        { check },
      );
      const readingsOfRow = toReadings(reply, shuffled, sentences);
      return made<ReadingRow>([
        {
          id: rowId("reading", id),
          language,
          domain,
          proposalId: id,
          readings: readingsOfRow,
          sameModel,
        },
      ]);
    },
  });
