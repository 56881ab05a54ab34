// Reads predictions in CoFE-RAG's format: its examples with the recalled nodes, the answer and the nodes it was written from.

import { z } from "zod";
import { SimplePassage } from "../../../schemas/evaluation/predictions.ts";
import { type JsonObject, parseRecord, recordError } from "../record-files.ts";
import { cofeIdAssigner } from "../truth/cofe-truths.ts";
import type { PredictionReader } from "./raw-prediction.ts";

/** A node as serialized by LlamaIndex, which CoFE-RAG uses. */
const Node = z.object({
  node: z.object({
    id_: z.string().nullish(),
    text: z.string().nullish(),
    metadata: z.object({ file_name: z.string().nullish() }).nullish().catch(null),
  }),
  score: z.number().nullish(),
});
const nodes = z.array(Node).nullish();
const passages = z.array(SimplePassage).nullish();

const CofeRecord = z.object({
  query: z.string().min(1),
  /** The generated answer, and the nodes that the generator was given. */
  predictions: z.object({ response: z.string().nullish(), source_nodes: nodes }).nullish(),
  /** The nodes that the search found. */
  recall_results: z.object({ source_nodes: nodes }).nullish(),
  topk_results: nodes,
  /** The fields below are for systems without such nodes. */
  response: z.string().nullish(),
  retrieved: passages,
  reranked: passages,
  contexts: passages,
});

const hint =
  'Give the examples with {"predictions": {"response": "…", "source_nodes": [{"node": {"text": "…"}, "score": 1}]}} and "recall_results", or with "response" and "retrieved": ["…"].';

/** At least one of these must be present: without them, the file is the dataset itself. */
const predictionFields = [
  "predictions",
  "recall_results",
  "topk_results",
  "response",
  "retrieved",
  "reranked",
  "contexts",
];

const nodesToPassages = (list: z.output<typeof nodes>): SimplePassage[] | null =>
  list?.map(({ node, score }) => ({
    id: node.id_,
    documentId: node.metadata?.file_name,
    text: node.text ?? "",
    score,
  })) ?? null;

/** Without search results, the passages that the answer was written from count as retrieved. */
export const cofePredictions: PredictionReader = function* (records, { path }) {
  const idOf = cofeIdAssigner();
  for (const record of records) {
    const example = parseRecord(CofeRecord, record, { path, hint });
    const { query, predictions } = example;
    const contexts = nodesToPassages(predictions?.source_nodes) ?? example.contexts ?? null;
    const retrieved =
      nodesToPassages(example.recall_results?.source_nodes) ??
      nodesToPassages(example.topk_results) ??
      example.retrieved ??
      contexts;
    const fields = record.value as JsonObject;
    if (!predictionFields.some(name => name in fields))
      throw recordError(path, record.location, "this example has no prediction", hint);
    const id = idOf(fields);
    const answer = predictions?.response ?? example.response ?? null;
    const ids = fields["id"] === undefined ? [id, query] : [id];
    const reranked = example.reranked ?? null;
    yield {
      location: record.location,
      rawPrediction: { ids, answer, retrieved, reranked, contexts },
    };
  }
};
