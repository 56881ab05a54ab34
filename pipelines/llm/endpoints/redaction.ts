// Keeps keys and passwords out of what is shown, logged or written.

import { PipelineError } from "../../engine/errors.ts";

/** Parses a base URL. The error for an invalid one does not show it, since it may contain a password. */
export function urlOf(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new PipelineError(
    "bad-settings",
    "The base URL of a model is not an address that begins with http:// or https://.",
    { hint: "Set baseUrl, or OPENAI_BASE_URL, to one like https://api.openai.com/v1." },
  );
}

/** Decodes a percent-encoded part of a URL; returns an invalid one unchanged. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A server's address without its user, password and query: `https://host/v1`. */
export function publicAddressOf(baseUrl: string): string {
  const { origin, pathname } = urlOf(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** Minimum length of a secret: shorter strings are words like "no". */
const minSecretLength = 4;
/** Minimum length of a secret to hide in a reply: shorter ones may be words like "none" or "ollama", which a model may use. */
const minLengthInReply = 8;
/** Number of characters at either end of a secret that servers leave readable when they mask the rest. */
const shownLength = 4;
/** Number of characters at the start of a secret that servers leave readable when they cut off the rest. */
const longStartLength = 8;

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

// Matches "sk-ab***yz", "sk-ab...yz", "***yz", and a long start that is simply cut off.
function maskedPattern(secret: string): RegExp | undefined {
  if (secret.length < 2 * longStartLength) return undefined;
  const [start, longStart, end] = [
    secret.slice(0, shownLength),
    secret.slice(0, longStartLength),
    secret.slice(-shownLength),
  ].map(escapePattern);
  return new RegExp(
    `${start}[\\w-]{0,60}(?:[*•…]|\\.\\.)[\\w*•….-]{0,200}|${longStart}[\\w*•….-]{0,200}|[*•…]{2,200}[\\w-]{0,60}${end}`,
    "g",
  );
}

/** The secrets an endpoint's settings hold: its key, and the password or the query values of its base URL. */
export function secretsOf({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}): string[] {
  const { password, searchParams } = urlOf(baseUrl);
  const urlSecrets = password === "" ? [] : [password, decodePart(password)];
  return [...new Set([apiKey?.trim() ?? "", ...urlSecrets, ...searchParams.values()])].filter(
    secret => secret.length >= minSecretLength,
  );
}

/** Removes complete secrets from a model's reply, and nothing else: a dataset must not lose text that merely resembles one. */
export const hideCompleteSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (result, secret) =>
      secret.length >= minLengthInReply && result.includes(secret)
        ? result.replaceAll(secret, "[key]")
        : result,
    text,
  );

/** Removes secrets from a message, also those that servers have masked. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const withoutSecrets = [...secrets, ...secrets.map(encodeURIComponent)].reduce(
    (result, secret) => result.replaceAll(secret, "[key]"),
    text,
  );
  const withoutMasked = secrets.reduce(
    (result, secret) => result.replace(maskedPattern(secret) ?? secret, "[key]"),
    withoutSecrets,
  );
  return withoutMasked.replace(/\bsk-[\w*.-]{4,200}/g, "[key]");
}
