// The keys inside an object that a program made of another package's class, so that no error or reply shows them.

import { fieldsOf } from "./package-errors.ts";

const secretName = /key|token|secret|passw|credential|authorization/i;
/** Shorter ones are no secrets, but words. */
const minSecret = 8;
/** `OPENAI_API_KEY`: where a key is, not what it is. */
const isVariable = /^[A-Z][A-Z_]+$/;
/** Levels: a model, its settings, their headers. */
const deepest = 4;

/** Strings under names that keys have; of `Bearer KEY` the key. */
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

/** What a model of the AI SDK would send along; nothing where its key is absent, which its first call says. */
async function headersOf(object: object): Promise<unknown> {
  const { headers } = fieldsOf(fieldsOf(object)["config"]);
  try {
    return typeof headers === "function" ? await (headers as () => unknown)() : headers;
  } catch {
    return undefined;
  }
}

/** To be hidden. They may be in settings, or in the headers that the object sends along. */
export async function secretsWithin(object: object): Promise<string[]> {
  const found = new Set<string>();
  collect(object, 0, found);
  collect(await headersOf(object), 0, found);
  return [...found];
}
