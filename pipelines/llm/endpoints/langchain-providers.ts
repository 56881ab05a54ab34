// Lists the providers that can be reached through LangChain, each with its package, key, address and names of settings.

import { PipelineError } from "../../engine/errors.ts";

type Fields = Record<string, unknown>;

interface Provider {
  readonly package: string;
  /** The usual environment variable for its key; null if it uses none. */
  readonly key: string | null;
  /** Whether it also works without a key, because it finds the caller's account by itself. */
  readonly worksWithoutKey?: true;
  /** The environment variable to check if it identifies its caller by an account instead of a key. */
  readonly account?: string;
  /** The address requests go to. */
  readonly home: string;
  /** Whether `home` is only the domain of hosts that differ by account or region. */
  readonly isDomain?: true;
  /** The fields that set another address; absent if it has none. */
  readonly addressFields?: (baseUrl: string) => Fields;
  /** Its name for the maximum reply length. */
  readonly lengthField: string;
  /** Its name for the seed, if that is a setting; otherwise the seed is sent with each call, and takes effect if supported. */
  readonly seed?: string;
  /** How a reply's shape is requested, if the package's own choice loses replies that do not fit. */
  readonly output?: { readonly method: "functionCalling"; readonly strict?: true };
}

const configurationField = (baseURL: string): Fields => ({ configuration: { baseURL } });
const baseUrlField = (baseUrl: string): Fields => ({ baseUrl });

// With JSON schema, OpenAI's client discards a reply that is truncated or not JSON, although it was paid for; a tool call is returned as received.
const toolOutput = { method: "functionCalling" } as const;
const strictToolOutput = { method: "functionCalling", strict: true } as const;

/** Package and length field default to `@langchain/<name>` and "maxTokens". */
type Entry = Omit<Provider, "package" | "lengthField"> &
  Partial<Pick<Provider, "package" | "lengthField">>;

const gemini = { key: "GOOGLE_API_KEY", lengthField: "maxOutputTokens" } as const;
const vertex = {
  key: null,
  account: "GOOGLE_APPLICATION_CREDENTIALS",
  home: "https://googleapis.com",
  isDomain: true,
  lengthField: "maxOutputTokens",
} as const;
const bedrock: Entry = {
  package: "@langchain/aws",
  key: null,
  account: "AWS_ACCESS_KEY_ID",
  home: "https://amazonaws.com",
  isDomain: true,
};
const mistral: Entry = {
  package: "@langchain/mistralai",
  key: "MISTRAL_API_KEY",
  home: "https://api.mistral.ai",
  addressFields: serverURL => ({ serverURL }),
  seed: "seed",
};

const providers: Record<string, Entry> = {
  openai: {
    key: "OPENAI_API_KEY",
    home: "https://api.openai.com/v1",
    addressFields: configurationField,
    output: strictToolOutput,
  },
  azure_openai: {
    package: "@langchain/openai",
    key: "AZURE_OPENAI_API_KEY",
    worksWithoutKey: true,
    home: "https://openai.azure.com",
    isDomain: true,
    addressFields: azureOpenAIEndpoint => ({ azureOpenAIEndpoint }),
    output: strictToolOutput,
  },
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    home: "https://api.anthropic.com",
    addressFields: anthropicApiUrl => ({ anthropicApiUrl }),
  },
  cohere: { key: "COHERE_API_KEY", home: "https://api.cohere.com" },
  google: { ...gemini, worksWithoutKey: true, home: "https://googleapis.com", isDomain: true },
  "google-genai": {
    ...gemini,
    home: "https://generativelanguage.googleapis.com",
    addressFields: baseUrlField,
  },
  "google-vertexai": vertex,
  "google-vertexai-web": vertex,
  ollama: {
    key: null,
    home: "http://127.0.0.1:11434",
    addressFields: baseUrlField,
    lengthField: "numPredict",
    seed: "seed",
  },
  mistralai: mistral,
  mistral,
  groq: { key: "GROQ_API_KEY", home: "https://api.groq.com", addressFields: baseUrlField },
  bedrock,
  aws: bedrock,
  deepseek: {
    key: "DEEPSEEK_API_KEY",
    home: "https://api.deepseek.com",
    addressFields: configurationField,
    output: toolOutput,
  },
  xai: {
    key: "XAI_API_KEY",
    home: "https://api.x.ai/v1",
    addressFields: baseURL => ({ baseURL }),
    output: toolOutput,
  },
  cerebras: {
    key: "CEREBRAS_API_KEY",
    home: "https://api.cerebras.ai",
    lengthField: "maxCompletionTokens",
  },
  fireworks: { key: "FIREWORKS_API_KEY", home: "https://api.fireworks.ai", output: toolOutput },
  together: {
    package: "@langchain/together-ai",
    key: "TOGETHER_AI_API_KEY",
    home: "https://api.together.xyz",
    output: toolOutput,
  },
  perplexity: { key: "PERPLEXITY_API_KEY", home: "https://api.perplexity.ai" },
};

/** Returns a provider by name; for an unknown name, throws PipelineError("bad-settings") listing the known ones. */
export function requireProvider(name: string): Provider {
  const entry = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (entry) return { package: `@langchain/${name}`, lengthField: "maxTokens", ...entry };
  throw new PipelineError("bad-settings", `There is no model provider called "${name}".`, {
    hint: `Choose from: ${Object.keys(providers).join(", ")}. For a server that speaks OpenAI's format, use openai:NAME with its baseUrl.`,
  });
}

/** How best to request a reply's shape from a LangChain class, by the kind it reports. */
export const outputOf = (kind: string): Provider["output"] =>
  Object.hasOwn(providers, kind) ? providers[kind]?.output : undefined;

/** The environment variable that usually holds a provider's key; null if it uses none, or finds the caller's account by itself. */
export const usualKey = (provider: string): string | null => requireProvider(provider).key;

/** The host that receives the text, as far as it is known before the first request. */
export function hostOf(provider: string, baseUrl: string | null): string {
  if (baseUrl !== null) return new URL(baseUrl).host;
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!entry) return "the provider's own host";
  const { host } = new URL(entry.home);
  return entry.isDomain ? `a host of ${host}` : host;
}

export interface ProviderEndpoint {
  readonly provider: string;
  readonly baseUrl: string | null;
  /** Null if the provider uses none, or finds the caller's account by itself. */
  readonly apiKey: string | null;
  /** The environment variable the key was read from; the provider's usual one if absent. */
  readonly keyName?: string | undefined;
}

/** The constructor's fields for the address and the key. Throws PipelineError("bad-settings") for what a provider does not support. */
export function endpointFields({ provider, baseUrl, apiKey, keyName }: ProviderEndpoint): Fields {
  const { addressFields, home, isDomain, key, worksWithoutKey } = requireProvider(provider);
  const needsKey = key !== null && !worksWithoutKey;
  if (baseUrl !== null && !addressFields) {
    throw new PipelineError(
      "bad-settings",
      `Models of ${provider} cannot be used at another address, but the settings name ${hostOf(provider, baseUrl)}.`,
      { hint: "Leave out baseUrl, or use openai:NAME if that address speaks OpenAI's format." },
    );
  }
  if (apiKey === null && baseUrl === null && needsKey) {
    const keyVariable = keyName ?? key;
    throw new PipelineError(
      "bad-settings",
      `Models of ${provider} need a key, but ${keyVariable} is not set.`,
      { hint: `Type: export ${keyVariable}=…  — or run without a key: --model rules.` },
    );
  }
  // The address is set wherever possible, so that the text goes where `hostOf` says, whatever the environment contains.
  const address = baseUrl ?? (isDomain ? null : home);
  const placeholder = needsKey ? { apiKey: "none" } : {};
  return {
    ...(addressFields && address !== null ? addressFields(address) : {}),
    ...(apiKey === null ? placeholder : { apiKey }),
  };
}
