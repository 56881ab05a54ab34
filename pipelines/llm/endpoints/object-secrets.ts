// Finds the keys inside an object of another package's class, so that no error or reply shows them.

import { fieldsOf } from "./package-errors.ts";

const secretName = /key|token|secret|passw|credential|authorization/i;
/** Shorter strings are words, not secrets. */
const minSecret = 8;
/** `OPENAI_API_KEY`: the name of a key's variable, not the key. */
const isVariable = /^[A-Z][A-Z_]+$/;
/** Levels: a model, its settings, their headers. */
const deepest = 4;

/** Collects strings whose field names suggest secrets; only the key from `Bearer KEY`. */
function collect(value: unknown, level: number, found: Set<string>): void {
  if (level > deepest) return;
  for (const [name, inner] of Object.entries(fieldsOf(value))) {
    if (typeof inner !== "string") collect(inner, level + 1, found);
    else if (secretName.test(name)) {
      const secret = inner.trim().split(/\s+/).at(-1) ?? "";
      if (secret.length >= minSecret && !isVariable.test(secret)) found.add(secret);
    }
  }
}

/** The headers an AI SDK model would send; nothing if its key is absent, which its first call reports. */
async function headersOf(object: object): Promise<unknown> {
  const { headers } = fieldsOf(fieldsOf(object)["config"]);
  try {
    return typeof headers === "function" ? await (headers as () => unknown)() : headers;
  } catch {
    return undefined;
  }
}

/** The secrets to hide, from an object's settings and from the headers it sends. */
export async function secretsWithin(object: object): Promise<string[]> {
  const found = new Set<string>();
  collect(object, 0, found);
  collect(await headersOf(object), 0, found);
  return [...found];
}
