// Sends each item's question to a user's own RAG, for its answer and the passages that it reports as retrieved, reranked and read.

import { z } from "zod";
import {
  type Passage,
  type PredictionRow,
  predictions,
  SimplePassage,
} from "../../../schemas/evaluation/predictions.ts";
import { endpointPrompt } from "../../../schemas/evaluation/prompts.ts";
import { splitCorrection } from "../../../schemas/items/correction-text.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { ReplyError } from "../../engine/errors.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { defineStage, made } from "../../engine/stage.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { taskOf } from "../item-task.ts";
import { toPassages } from "./raw-prediction.ts";

const Passages = z
  .array(SimplePassage)
  .nullish()
  .catch(null)
  .transform(list => list ?? null);

interface Endpoint {
  /** The name of the system in its predictions. */
  readonly system: string;
  /** Needed to convert offsets in code points to UTF-16. */
  readonly documents: KnownDocuments;
}

function locatedPassages(
  name: string,
  value: unknown,
  documents: KnownDocuments,
): Passage[] | null {
  const passages = toPassages(Passages.parse(value), documents);
  if (passages && "problem" in passages)
    throw new ReplyError(
      "contract",
      "bad-place",
      `${name}.${passages.problem}`,
      JSON.stringify(value).slice(0, 4000),
    );
  return passages;
}

/** Sends only what a system may see: id, question, task, language, the as-of date, and the parts of a correction. */
export const endpointPredictionsStage = ({ system, documents }: Endpoint) =>
  defineStage({
    name: "evaluate/predictions",
    module: import.meta.filename,
    prompts: [endpointPrompt],
    settings: { system },
    over: truths,
    writes: predictions,
    async each({ id, question, type, language, asOf = null }, { ask }) {
      const reply = await ask(endpointPrompt, language, {
        id,
        input: question,
        type: taskOf(type),
        language,
        asOf,
        parts: type === "correction" ? splitCorrection(question) : null,
      });
      const row: PredictionRow = {
        id: rowId("prediction", system, id),
        itemId: id,
        system,
        language,
        answer: reply.answer,
        retrieved: locatedPassages("retrieved", reply.retrieved, documents),
        reranked: locatedPassages("reranked", reply.reranked, documents),
        contexts: locatedPassages("contexts", reply.contexts, documents),
        ...(reply.measured ? { measured: reply.measured } : {}),
      };
      return made([row]);
    },
  });
