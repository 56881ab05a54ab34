// Model settings: name, endpoint, limits, timeouts and retries.

import { z } from "zod";

const limitFields = {
  concurrency: z.int().min(1).max(1024).describe("Requests in flight at once."),
  requestsPerMinute: z
    .int()
    .min(1)
    .nullable()
    .describe("No limit if null; limits in the server's headers are always respected."),
  tokensPerMinute: z.int().min(1).nullable(),
};

/** Rate limits of an endpoint. */
export const Limits = z.strictObject({
  concurrency: limitFields.concurrency.default(16),
  requestsPerMinute: limitFields.requestsPerMinute.default(null),
  tokensPerMinute: limitFields.tokensPerMinute.default(null),
});
export type Limits = z.output<typeof Limits>;

/** Timeouts, in seconds. */
const timeoutFields = {
  connect: z.number().positive(),
  firstByte: z
    .number()
    .positive()
    .describe("Until the reply begins; for most endpoints, that is when it is complete."),
  idle: z.number().positive().describe("Between two pieces of a reply."),
  whole: z.number().positive().describe("For one attempt as a whole."),
};

export const Timeouts = z.strictObject({
  connect: timeoutFields.connect.default(10),
  firstByte: timeoutFields.firstByte.default(300),
  idle: timeoutFields.idle.default(60),
  whole: timeoutFields.whole.default(600),
});
export type Timeouts = z.output<typeof Timeouts>;

/** How often, and after what delay, a failed attempt is retried. */
export const Retries = z.strictObject({
  tries: z
    .int()
    .min(1)
    .default(6)
    .describe(
      "Maximum number of attempts for each kind of fault (failed, cut off, too slow); twice as many for refusals.",
    ),
  firstWait: z
    .number()
    .positive()
    .default(1)
    .describe("Seconds before the next attempt; doubled each time while no call gets a reply."),
  longestWait: z
    .number()
    .positive()
    .default(600)
    .describe(
      "Maximum wait in seconds. If a server asks for a longer one, the run stops: run the same command again later.",
    ),
});

/** Whether an address seems to contain a secret: addresses are written into runs and reports. */
export const hasSecret = ({ username, password, searchParams }: URL): boolean =>
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
      "give only host and path: keys come from the environment (keyFrom names the variable)",
    )
    .optional()
    .describe(
      "Endpoint of an OpenAI-compatible server; default: OPENAI_BASE_URL from the environment.",
    ),
  keyFrom: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "give the name of an environment variable, not a key")
    .optional()
    .describe(
      "Name of the environment variable that holds the key; default: the provider's usual one.",
    ),
  temperature: z.number().min(0).max(2).optional(),
  topP: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      "Nucleus sampling: only the likeliest tokens that make up this share of the probability.",
    ),
  output: z
    .enum(["schema", "json", "prompt"])
    .optional()
    .describe(
      "How the format of a reply is requested: by JSON schema, by JSON mode or in words. Default: detected and remembered.",
    ),
  thinkingTokens: z
    .int()
    .min(0)
    .optional()
    .describe("Maximum number of thinking tokens before a reply; billed as output."),
  timeout: z.strictObject(timeoutFields).partial().optional(),
  limits: z
    .strictObject(limitFields)
    .partial()
    .optional()
    .describe("Limits of this model alone; by default it shares those of its endpoint."),
  batch: z.boolean().optional().describe("Whether it is called through the provider's Batch API."),
};

export const ModelSettings = z.strictObject({ model: modelName.default("rules"), ...modelFields });
export type ModelSettings = z.output<typeof ModelSettings>;

export const StageModel = z.strictObject({ model: modelName.optional(), ...modelFields });

const { baseUrl, keyFrom, timeout, limits } = modelFields;
// A service speaks the same protocol whoever runs it, so the provider is an optional prefix of the model's name.
const bareName = z
  .string()
  .overwrite(name => name.replace(/^(?:\s*openai:)+/, "").trim())
  .min(1, "give the model's name");
const serviceFields = { model: bareName, baseUrl, keyFrom, timeout, limits };

/** An endpoint with OpenAI's embeddings API. */
export const EmbeddingSettings = z.strictObject({
  ...serviceFields,
  dimensions: z
    .int()
    .min(1)
    .optional()
    .describe("Length of a vector, for models that can shorten theirs."),
});

/** An endpoint that reranks like Cohere's and Jina's. Only the key from `keyFrom` is sent to a `baseUrl`. */
export const RerankingSettings = z.strictObject(serviceFields);

/** Accepts null, one model or several, each named once. */
export const modelList = <S extends z.ZodType<{ readonly model: string }>>(settings: S) =>
  z
    .preprocess(
      (value: unknown) => (value === null ? [] : [value].flat()),
      z.array(modelOrName(settings)),
    )
    .refine(
      models => new Set(models.map(({ model }) => model)).size === models.length,
      "name each model once",
    );

/** Accepts a model's name in place of its settings. */
export const modelOrName = <S extends z.ZodType>(settings: S) =>
  z.preprocess(
    (value: z.input<S> | string) => (typeof value === "string" ? { model: value } : value),
    settings,
  );

/** The reply of `rules` to every request that it cannot answer. */
export const needsModelMessage =
  "This needs a model: --model openai:NAME, ollama:NAME, or --batch files.";
