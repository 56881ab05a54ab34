// Which models answer, where they are asked, how often and how long they are waited for: parts of a run's settings.

import { z } from "zod";

const limitFields = {
  /** Requests in flight at once. */
  concurrency: z.int().min(1).max(1024),
  /** None where null; what the server's headers tell is kept to anyway. */
  requestsPerMinute: z.int().min(1).nullable(),
  tokensPerMinute: z.int().min(1).nullable(),
};

/** How often and how much an endpoint may be asked. */
export const Limits = z.strictObject({
  concurrency: limitFields.concurrency.default(16),
  requestsPerMinute: limitFields.requestsPerMinute.default(null),
  tokensPerMinute: limitFields.tokensPerMinute.default(null),
});
export type Limits = z.output<typeof Limits>;

/** Seconds. */
const timeoutFields = {
  connect: z.number().positive(),
  /** Until the reply begins, which for most endpoints is when it has been written whole. */
  firstByte: z.number().positive(),
  /** Between two pieces of a reply. */
  idle: z.number().positive(),
  /** For one attempt in all. */
  whole: z.number().positive(),
};

export const Timeouts = z.strictObject({
  connect: timeoutFields.connect.default(10),
  firstByte: timeoutFields.firstByte.default(300),
  idle: timeoutFields.idle.default(60),
  whole: timeoutFields.whole.default(600),
});
export type Timeouts = z.output<typeof Timeouts>;

/** How often an attempt that failed is made again, and how long is waited before. */
export const Retries = z.strictObject({
  /** Attempts that may end in each kind of fault (failed, cut off, too slow); in a refusal twice as many. */
  tries: z.int().min(1).default(6),
  /** Seconds before another attempt; doubled for each further one while nobody gets a reply. */
  firstWait: z.number().positive().default(1),
  /** Seconds. A server that asks for more stops the run: type the same command again later. */
  longestWait: z.number().positive().default(600),
});

/** Whether an address seems to hold what only its owner should know: it is written into runs and reports. */
export const holdsSecret = ({ username, password, searchParams }: URL): boolean =>
  `${username}${password}` !== "" ||
  [...searchParams.keys()].some(name => /key|token|secret|passw|auth|sig/i.test(name));

const modelName = z
  .string()
  .regex(/^(rules|[a-z][a-z0-9_-]*:.+)$/, "give rules, openai:NAME or PROVIDER:NAME");

const modelFields = {
  /** Endpoint of an OpenAI-compatible server; the environment's OPENAI_BASE_URL where absent. */
  baseUrl: z
    .url()
    .refine(
      url =>
        URL.canParse(url) &&
        `${new URL(url).username}${new URL(url).password}` === "" &&
        new URL(url).search === "",
      "give host and path alone: keys come from the environment (keyFrom names the variable)",
    )
    .optional(),
  /** Name of the environment variable that holds the key; the provider's usual one where absent. */
  keyFrom: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "give the name of an environment variable, not a key")
    .optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How a reply's shape is asked for: by JSON schema, by JSON mode, or in words. Found out and remembered where absent. */
  output: z.enum(["schema", "json", "prompt"]).optional(),
  /** Tokens the model may think before it replies; they are paid for as output. */
  thinkingTokens: z.int().min(0).optional(),
  timeout: z.strictObject(timeoutFields).partial().optional(),
  /** Limits of its own; else it shares those of its endpoint. */
  limits: z.strictObject(limitFields).partial().optional(),
  /** Asked through the provider's Batch API. */
  batch: z.boolean().optional(),
};

export const ModelSettings = z.strictObject({ model: modelName.default("rules"), ...modelFields });
export type ModelSettings = z.output<typeof ModelSettings>;

export const StageModel = z.strictObject({ model: modelName.optional(), ...modelFields });

const { baseUrl, keyFrom, timeout, limits } = modelFields;
// A service speaks one protocol, whoever runs it: the provider may stand before its model's name, or not.
const bareName = z
  .string()
  .overwrite(name => name.replace(/^(?:\s*openai:)+/, "").trim())
  .min(1, "give the model's name");
const serviceFields = { model: bareName, baseUrl, keyFrom, timeout, limits };

/** Vectors of texts, from an endpoint that speaks OpenAI's embeddings. */
export const EmbeddingSettings = z.strictObject({
  ...serviceFields,
  /** Numbers in a vector, for models that can give fewer than their own. */
  dimensions: z.int().min(1).optional(),
});

/** Scores of texts for a query, from an endpoint that reranks as Cohere's and Jina's do. It sends no key but that of keyFrom to a baseUrl. */
export const RerankingSettings = z.strictObject(serviceFields);

/** A model's name alone stands for its settings. */
export const orName = <S extends z.ZodType>(settings: S) =>
  z.preprocess(
    (value: z.input<S> | string) => (typeof value === "string" ? { model: value } : value),
    settings,
  );

/** What `rules` says to every request that it has no answer to. */
export const needsModel = "This needs a model: --model openai:NAME, ollama:NAME, or --batch files.";
