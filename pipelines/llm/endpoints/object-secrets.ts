// Finds the keys inside an object of another package's class, so that no error or reply shows them.

import { fieldsOf } from "./package-errors.ts";

const secretNamePattern = /key|token|secret|passw|credential|authorization/i;
/** Minimum length of a secret: shorter strings are words. */
const minSecretLength = 8;
/** `OPENAI_API_KEY`: the name of a key's variable, not the key. */
const variableNamePattern = /^[A-Z][A-Z_]+$/;
/** Maximum depth in levels: a model, its settings, their headers, and what these contain. */
const maxLevel = 4;

/** Collects strings whose field names suggest secrets; only the key from `Bearer KEY`. */
function collectSecrets(value: unknown, level: number, secrets: Set<string>): void {
  if (level > maxLevel) return;
  for (const [name, inner] of Object.entries(fieldsOf(value))) {
    if (typeof inner !== "string") collectSecrets(inner, level + 1, secrets);
    else if (secretNamePattern.test(name)) {
      const secret = inner.trim().split(/\s+/).at(-1) ?? "";
      if (secret.length >= minSecretLength && !variableNamePattern.test(secret))
        secrets.add(secret);
    }
  }
}

/** Returns the headers an AI SDK model would send; none if its key is absent: its first call reports that. */
async function headersOf(object: object): Promise<unknown> {
  const { headers } = fieldsOf(fieldsOf(object)["config"]);
  try {
    return typeof headers === "function" ? await (headers as () => unknown)() : headers;
  } catch {
    return undefined;
  }
}

/** Finds the secrets to hide, in an object's settings and in the headers it sends. */
export async function findSecrets(object: object): Promise<string[]> {
  const secrets = new Set<string>();
  collectSecrets(object, 0, secrets);
  collectSecrets(await headersOf(object), 0, secrets);
  return [...secrets];
}
