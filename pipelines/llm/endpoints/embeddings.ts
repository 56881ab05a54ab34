// Gets embeddings from any OpenAI-compatible endpoint: requested and journaled one text at a time, but sent in groups.

import { z } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { languageOf } from "../../text/language.ts";
import { countTokens } from "../../text/segment.ts";
import {
  withCoalescing,
  type GroupLimits,
  type Grouping,
  divideInProportion,
} from "./coalesce-requests.ts";
import { askService, type JsonService } from "./json-service.ts";
import type { CallFormat } from "../journaled-client.ts";
import type { Client, MeteredReply, SizedRequest, Usage } from "../model.ts";
import { plausibleCountOf } from "./usage.ts";

/** Part of a vector's key. */
export interface EmbeddingSettings {
  /** Numbers per vector; null for the model's default. */
  readonly dimensions: number | null;
}

export interface EmbeddingRequest extends SizedRequest {
  readonly text: string;
  readonly language: "zh" | "en";
}

export interface EmbeddingReply extends MeteredReply {
  readonly vector: Float32Array;
}

/** A client that journals each text separately, whatever service it uses. */
export type EmbeddingClient = Client<EmbeddingRequest, EmbeddingReply, EmbeddingSettings>;

export interface EmbeddingGroup extends SizedRequest {
  readonly texts: readonly string[];
}

export interface EmbeddingGroupReply extends MeteredReply {
  /** In the order of the texts. */
  readonly vectors: readonly Float32Array[];
}

export interface EmbeddingService extends EmbeddingSettings, JsonService {
  /** Encoding of the numbers; null requests none. `float` if absent: most compatible servers know only that. */
  readonly encoding?: "float" | "base64" | null;
}

/** Tokens that a service adds to a text, estimated generously. */
const tokensPerText = 8;

/** The key covers only the model, the settings and the text, so that after a change of the corpus only changed texts are paid for. */
export function embeddingRequest(
  { name, settings }: Pick<EmbeddingClient, "name" | "settings">,
  stage: string,
  text: string,
): EmbeddingRequest {
  const key = hashOf({ embedding: text, model: name, settings });
  return {
    key,
    stage,
    text,
    language: languageOf(text),
    maxInputTokens: Buffer.byteLength(text) + tokensPerText,
    maxReplyTokens: 0,
  };
}

const bytesOf = (vector: Float32Array): Buffer => {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes;
};

// Decodes a vector; empty if the text does not encode one.
const vectorOf = (base64: string): Float32Array => {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length % 4 !== 0) return new Float32Array();
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) =>
    bytes.readFloatLE(index * 4),
  );
};

/** Parsed leniently: only what is used must be present. */
const Reply = z.object({
  data: z.array(
    z.object({
      embedding: z.union([
        z.array(z.number()).transform(numbers => Float32Array.from(numbers)),
        z.string().transform(vectorOf),
      ]),
      index: z.int().optional(),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number().nullish(), total_tokens: z.number().nullish() })
    .nullish(),
});
type Reply = z.output<typeof Reply>;

// Servers that number their vectors may send them in any order.
function orderedVectors({ data }: Reply): (Float32Array | undefined)[] {
  if (data.every(({ index }) => index === undefined)) return data.map(({ embedding }) => embedding);
  return data.map((_, position) => data.find(({ index }) => index === position)?.embedding);
}

function isComplete(reply: Reply, count: number): boolean {
  const vectors = orderedVectors(reply);
  const length = vectors[0]?.length ?? 0;
  // Numbers beyond the range of float32 have become infinite.
  return (
    vectors.length === count &&
    length > 0 &&
    vectors.every(vector => vector?.length === length && vector.every(Number.isFinite))
  );
}

function checkDimensions({ dimensions, model }: EmbeddingService, length: number): void {
  if (dimensions === null || length === dimensions) return;
  throw new PipelineError(
    "provider",
    `The model ${model} returned vectors of ${length} numbers, but ${dimensions} were requested.`,
    { hint: `Leave dimensions out of the settings, or set it to ${length}.` },
  );
}

const usageOf = ({ usage }: Reply, texts: readonly string[]): Usage => ({
  inputTokens: plausibleCountOf(
    [usage?.prompt_tokens, usage?.total_tokens],
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    () => texts.reduce((sum, text) => sum + countTokens(text), 0),
  ),
  outputTokens: 0,
});

/** Makes one try per call: wrappers do the retrying and enforce the limits. */
export function embeddingEndpoint(
  service: EmbeddingService,
): Client<EmbeddingGroup, EmbeddingGroupReply, EmbeddingSettings> {
  const { model, dimensions, encoding = "float" } = service;
  const complete = async (
    { texts }: EmbeddingGroup,
    signal: AbortSignal,
  ): Promise<EmbeddingGroupReply> => {
    const body = {
      model,
      input: texts,
      ...(encoding === null ? {} : { encoding_format: encoding }),
      ...(dimensions === null ? {} : { dimensions }),
    };
    const fits = (reply: Reply) => isComplete(reply, texts.length);
    const { value, rates } = await askService(
      service,
      {
        path: "embeddings",
        body,
        reply: Reply,
        expectedReply: `a vector of numbers for each of ${texts.length} texts`,
        isPlausible: fits,
      },
      signal,
    );
    const vectors = orderedVectors(value).filter(vector => vector !== undefined);
    checkDimensions(service, vectors[0]?.length ?? 0);
    return { vectors, usage: usageOf(value, texts), rates };
  };
  return { name: model, settings: { dimensions }, paid: true, complete };
}

const grouping: Grouping<EmbeddingRequest, EmbeddingReply, EmbeddingGroup, EmbeddingGroupReply> = {
  gather: parts => ({
    // The last part's reply is the last to be journaled: once it is there, the whole group has been answered.
    key: parts.at(-1)?.key ?? "",
    stage: parts[0]?.stage ?? "",
    texts: parts.map(({ text }) => text),
    maxInputTokens: parts.reduce((sum, { maxInputTokens }) => sum + maxInputTokens, 0),
    maxReplyTokens: 0,
  }),
  share: ({ vectors, usage }, parts) => {
    const tokens = divideInProportion(
      usage.inputTokens,
      parts.map(({ maxInputTokens }) => maxInputTokens),
    );
    return vectors.map((vector, index) => ({
      vector,
      usage: { inputTokens: tokens[index] ?? 0, outputTokens: 0 },
    }));
  },
};

const defaultLimits: GroupLimits = { maxParts: 64, maxBytes: 256 * 1024, wait: 5 };

/** Sends texts that are requested at almost the same time together; `client` is an endpoint with its wrappers. */
export const coalescedEmbeddings = (
  client: Client<EmbeddingGroup, EmbeddingGroupReply, EmbeddingSettings>,
  limits: Partial<GroupLimits> = {},
): EmbeddingClient => withCoalescing(client, grouping, { ...defaultLimits, ...limits });

function journaledVector(reply: string): Float32Array {
  const vector = vectorOf(reply);
  if (vector.length > 0) return vector;
  throw new PipelineError("corrupt-file", "An embedding call in calls.jsonl has no vector.", {
    hint: 'Delete that line (prompt "embedding", its reply is not base64 of float32 numbers) and run the same command again.',
  });
}

/** The journal stores a vector as base64 of its float32 numbers, little-endian. */
export const embeddingCallFormat: CallFormat<EmbeddingRequest, EmbeddingReply> = {
  line: ({ text, language }, { vector }) => ({
    messages: hashOf(text),
    prompt: "embedding",
    language,
    finish: "stop",
    reply: bytesOf(vector).toString("base64"),
  }),
  reply: ({ reply, usage }) => ({ vector: journaledVector(reply), usage }),
};
