// Has the baseline RAG answer each item from the passages it retrieved, with the instruction for its task.

import { retrievals } from "../../../schemas/evaluation/baseline.ts";
import { type Passage, predictions } from "../../../schemas/evaluation/predictions.ts";
import { baselinePrompts } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { type DocumentRow, documents } from "../../../schemas/items/documents.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { withSubject } from "../../retrieval/chunk-search.ts";
import { answerTask } from "../answer-task.ts";
import { truncateToTokens } from "./token-caps.ts";
import { toPrediction } from "./baseline-prediction.ts";

/** The setting's id says whether a document's name precedes its chunks. */
const hasSubjectPrefix = (system: string): boolean => system.endsWith("-subject");

/** A passage's text as it was indexed: preceded by the document's name if a document is given. */
const indexedText = ({ text }: Passage, document: DocumentRow | undefined): string =>
  document === undefined || text === null
    ? (text ?? "")
    : withSubject({ subject: document.name, text, language: document.language });

/** `maxTokens`: maximum length of an answer; a longer one is truncated. */
export const baselineAnswersStage = (maxTokens: number | undefined) =>
  defineStage({
    name: "baseline/answers",
    module: import.meta.filename,
    prompts: Object.values(baselinePrompts),
    settings: maxTokens,
    over: retrievals,
    lookup: { truths, documents },
    writes: predictions,
    async each(retrieval, { ask, tables }) {
      const { itemId, system, contexts } = retrieval;
      const truth = tables.truths.get(itemId);
      const subjectDocumentOf = ({ documentId }: Passage) =>
        hasSubjectPrefix(system) && documentId !== null
          ? tables.documents.find(documentId)
          : undefined;
      const texts = contexts.map(passage => indexedText(passage, subjectDocumentOf(passage)));
      const answer = await answerTask(ask, truth, texts);
      return made([toPrediction(retrieval, truncateToTokens(answer, maxTokens))]);
    },
  });
