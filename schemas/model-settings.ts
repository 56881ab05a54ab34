// Which models answer, where they are asked, how often and how long they are waited for: parts of a run's settings.

import { z } from "zod";

const limitFields = {
  concurrency: z.int().min(1).max(1024).describe("Requests in flight at once."),
  requestsPerMinute: z
    .int()
    .min(1)
    .nullable()
    .describe("None where null; what the server's headers tell is kept to anyway."),
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
  firstByte: z
    .number()
    .positive()
    .describe(
      "Until the reply begins, which for most endpoints is when it has been written whole.",
    ),
  idle: z.number().positive().describe("Between two pieces of a reply."),
  whole: z.number().positive().describe("For one attempt in all."),
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
  tries: z
    .int()
    .min(1)
    .default(6)
    .describe(
      "Attempts that may end in each kind of fault (failed, cut off, too slow); in a refusal twice as many.",
    ),
  firstWait: z
    .number()
    .positive()
    .default(1)
    .describe(
      "Seconds before another attempt; doubled for each further one while nobody gets a reply.",
    ),
  longestWait: z
    .number()
    .positive()
    .default(600)
    .describe(
      "Seconds. A server that asks for more stops the run: run the same command again later.",
    ),
});

/** Whether an address seems to hold what only its owner should know: it is written into runs and reports. */
export const holdsSecret = ({ username, password, searchParams }: URL): boolean =>
  `${username}${password}` !== "" ||
  [...searchParams.keys()].some(name => /key|token|secret|passw|auth|sig/i.test(name));

const modelName = z
  .string()
  .regex(/^(rules|[a-z][a-z0-9_-]*:.+)$/, "give rules, openai:NAME or PROVIDER:NAME");

const modelFields = {
  baseUrl: z
    .url()
    .refine(
      url =>
        URL.canParse(url) &&
        `${new URL(url).username}${new URL(url).password}` === "" &&
        new URL(url).search === "",
      "give host and path alone: keys come from the environment (keyFrom names the variable)",
    )
    .optional()
    .describe(
      "Endpoint of an OpenAI-compatible server; the environment's OPENAI_BASE_URL where absent.",
    ),
  keyFrom: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "give the name of an environment variable, not a key")
    .optional()
    .describe(
      "Name of the environment variable that holds the key; the provider's usual one where absent.",
    ),
  temperature: z.number().min(0).max(2).optional(),
  topP: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe("Only the likeliest tokens that make up this share are drawn from."),
  output: z
    .enum(["schema", "json", "prompt"])
    .optional()
    .describe(
      "How a reply's shape is asked for: by JSON schema, by JSON mode, or in words. Found out and remembered where absent.",
    ),
  thinkingTokens: z
    .int()
    .min(0)
    .optional()
    .describe("Tokens the model may think before it replies; they are paid for as output."),
  timeout: z.strictObject(timeoutFields).partial().optional(),
  limits: z
    .strictObject(limitFields)
    .partial()
    .optional()
    .describe("Limits of its own; else it shares those of its endpoint."),
  batch: z.boolean().optional().describe("Asked through the provider's Batch API."),
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
  dimensions: z
    .int()
    .min(1)
    .optional()
    .describe("Numbers in a vector, for models that can give fewer than their own."),
});

/** Scores of texts for a query, from an endpoint that reranks as Cohere's and Jina's do. It sends no key but that of keyFrom to a baseUrl. */
export const RerankingSettings = z.strictObject(serviceFields);

/** One, several, or none: each model once. */
export const severalOf = <S extends z.ZodType<{ readonly model: string }>>(settings: S) =>
  z
    .preprocess(
      (value: unknown) => (value === null ? [] : [value].flat()),
      z.array(orName(settings)),
    )
    .refine(
      models => new Set(models.map(({ model }) => model)).size === models.length,
      "name each model once",
    );

/** A model's name alone stands for its settings. */
export const orName = <S extends z.ZodType>(settings: S) =>
  z.preprocess(
    (value: z.input<S> | string) => (typeof value === "string" ? { model: value } : value),
    settings,
  );

/** What `rules` says to every request that it has no answer to. */
export const needsModel = "This needs a model: --model openai:NAME, ollama:NAME, or --batch files.";
