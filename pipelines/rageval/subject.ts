// How a question names a document, from the values of its config.

/** Puts values into a pattern over paths: "{hospital} {patient}". Undefined if a value is absent. */
export function fillPattern(pattern: string, valueOf: (path: string) => string | undefined): string | undefined {
  let whole = true;
  const filled = pattern.replace(/\{([^{}]+)\}/g, (_, path: string) => {
    const value = valueOf(path) ?? valueOf(`${path}/1`);
    whole &&= value !== undefined;
    return value ?? "";
  });
  return whole ? filled.trim() : undefined;
}

/** The paths a pattern names. */
export const pathsIn = (pattern: string): string[] => [...pattern.matchAll(/\{([^{}]+)\}/g)].map(([, path = ""]) => path);
