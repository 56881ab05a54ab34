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

/** A part of a URL, percent-decoded. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A server's address without user, password and query: `https://host/v1`. */
export function placeOf(baseUrl: string): string {
  const { origin, pathname } = urlOf(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** Shorter strings are words like "no", not secrets. */
const minSecret = 4;
/** Shorter strings may be words like "none" or "ollama", which a model may use. */
const minInReply = 8;
/** Characters at either end of a secret that servers leave readable when they mask the rest. */
const shownEnd = 4;
const maxStart = 8;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

// "sk-ab***yz", "sk-ab...yz", "***yz", and a long start that is simply cut off.
function echoesOf(secret: string): RegExp | undefined {
  if (secret.length < 2 * maxStart) return undefined;
  const [start, longStart, end] = [
    secret.slice(0, shownEnd),
    secret.slice(0, maxStart),
    secret.slice(-shownEnd),
  ].map(escaped);
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
  const inUrl = password === "" ? [] : [password, decodedPart(password)];
  return [...new Set([apiKey?.trim() ?? "", ...inUrl, ...searchParams.values()])].filter(
    secret => secret.length >= minSecret,
  );
}

/** Removes secrets from a model's own words, whole ones only: a dataset must not lose text that merely resembles one. */
export const hideWhole = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (left, secret) =>
      secret.length >= minInReply && left.includes(secret)
        ? left.replaceAll(secret, "[key]")
        : left,
    text,
  );

/** Removes secrets, also as masked by servers, from a message. */
export function hideAll(text: string, secrets: readonly string[]): string {
  const whole = [...secrets, ...secrets.map(encodeURIComponent)].reduce(
    (left, secret) => left.replaceAll(secret, "[key]"),
    text,
  );
  const parts = secrets.reduce(
    (left, secret) => left.replace(echoesOf(secret) ?? secret, "[key]"),
    whole,
  );
  return parts.replace(/\bsk-[\w*.-]{4,200}/g, "[key]");
}
