// Has a plain RAG answer each item from what it retrieved, with the instruction of its task.

import { retrievals } from "../../../schemas/evaluation/baseline.ts";
import { type Passage, predictions } from "../../../schemas/evaluation/predictions.ts";
import { baselinePrompts } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { type DocumentRow, documents } from "../../../schemas/items/documents.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { withSubject } from "../../retrieval/chunk-search.ts";
import { answerTask } from "../task-answer.ts";
import { firstTokens } from "./caps.ts";
import { toPrediction } from "./baseline-prediction.ts";

/** The setting's id says whether a document's name precedes its chunks. */
const hasSubjects = (system: string): boolean => system.endsWith("-subject");

/** A passage's text as it was indexed: preceded by its document's name if the setting says so. */
const textOf = ({ text }: Passage, document: DocumentRow | undefined): string =>
  document === undefined || text === null
    ? (text ?? "")
    : withSubject({ subject: document.name, text, language: document.language });

/** `output`: maximum tokens of an answer; longer ones are cut. */
export const baselineAnswersStage = (output: number | undefined) =>
  defineStage({
    name: "baseline/answers",
    module: import.meta.filename,
    prompts: Object.values(baselinePrompts),
    settings: output,
    over: retrievals,
    lookup: { truths, documents },
    writes: predictions,
    async each(retrieval, { ask, tables }) {
      const { itemId, system, contexts } = retrieval;
      const truth = tables.truths.get(itemId);
      const named = ({ documentId }: Passage) =>
        hasSubjects(system) && documentId !== null ? tables.documents.find(documentId) : undefined;
      const texts = contexts.map(passage => textOf(passage, named(passage)));
      const answer = await answerTask(ask, truth, texts);
      return made([toPrediction(retrieval, firstTokens(answer, output))]);
    },
  });
