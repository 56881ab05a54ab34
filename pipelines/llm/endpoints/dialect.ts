// Remembers the part of the chat format that an endpoint accepts: chosen by the user, or learned from its refusals.

import { existsSync } from "node:fs";
import { z } from "zod";
import { explainDiskErrors, replaceFile } from "../../engine/files.ts";
import { parseJson } from "../../engine/lines.ts";
import { readOrdinary } from "../../engine/ordinary-file.ts";

const Dialect = z.object({
  /** How the reply's shape is requested: by JSON schema, by JSON mode with the schema in words, or only in words. */
  output: z.enum(["schema", "json", "prompt"]),
  lengthField: z.enum(["max_completion_tokens", "max_tokens"]),
  /** Whether a seed may be sent. */
  seed: z.boolean(),
});
export type Dialect = Readonly<z.output<typeof Dialect>>;

/** The initial dialect, used until the endpoint refuses it. */
export const fullDialect: Dialect = {
  output: "schema",
  lengthField: "max_completion_tokens",
  seed: true,
};

/** The parts of a refusal that matter here. */
interface Refusal {
  readonly status: number;
  /** What the server said, with the name of the refused field if it gave one. */
  readonly wording: string;
}

export interface DialectMemory {
  /** The current dialect. */
  current(): Dialect;
  /**
   * Learns from the refusal of a request sent in `dialect`; true if the request may be sent again, in the
   * current dialect. Many requests may be in flight: only the first refusal changes it.
   */
  learnFromRefusal(dialect: Dialect, refusal: Refusal): boolean;
}

const refusalStatuses = [400, 404, 422, 501];
// Refusals of a value that is too large: the server knows the field.
const excessWording =
  /\btoo (?:large|long|high|many)\b|\bat most\b|\bless than\b|\bexceed|\bmaximum\b/i;
const fieldPatterns = {
  output:
    /response.?format|json.?schema|json.?object|json.?mode|structured.?output|guided.?(?:json|decoding)/i,
  length: /\bmax_completion_tokens\b/i,
  // Only as a separate word: the names of some models begin with "seed-".
  seed: /(?<![\w-])seed(?![\w-])/i,
};

/** The change to make after a refusal; undefined if the refusal is about something else. */
function reductionAfter(
  dialect: Dialect,
  refusal: Refusal,
  mayChangeOutput: boolean,
): Partial<Dialect> | undefined {
  if (!refusalStatuses.includes(refusal.status)) return undefined;
  const words = refusal.wording;
  if (mayChangeOutput && dialect.output !== "prompt" && fieldPatterns.output.test(words))
    return { output: dialect.output === "schema" ? "json" : "prompt" };
  if (
    dialect.lengthField === "max_completion_tokens" &&
    fieldPatterns.length.test(words) &&
    !excessWording.test(words)
  )
    return { lengthField: "max_tokens" };
  if (dialect.seed && fieldPatterns.seed.test(words)) return { seed: false };
  return undefined;
}

const isSame = (a: Dialect, b: Dialect) =>
  a.output === b.output && a.lengthField === b.lengthField && a.seed === b.seed;

const StoredDialects = z.array(Dialect.extend({ place: z.string(), model: z.string() }));

const idOf = (place: string, model: string) => JSON.stringify([place, model]);

// If the file is unreadable, dialects are learned again, at the cost of a few refused requests.
function readDialects(path: string | null): z.output<typeof StoredDialects> {
  if (path === null || !existsSync(path)) return [];
  const text = explainDiskErrors(path, () => readOrdinary(path).toString("utf8"), "read");
  return StoredDialects.safeParse(parseJson(text)).data ?? [];
}

/**
 * Opens a run's memory of dialects, kept in the file `path` (null: in memory only). Returns a function that gives the
 * memory for a model at an endpoint; `chosen` is the output set by the user, which never changes.
 */
export function openDialects(
  path: string | null,
): (place: string, model: string, chosen: Dialect["output"] | null) => DialectMemory {
  const entries = new Map(
    readDialects(path).map(({ place, model, ...dialect }) => [
      idOf(place, model),
      { place, model, dialect },
    ]),
  );
  const store = (entry: { place: string; model: string; dialect: Dialect }) => {
    entries.set(idOf(entry.place, entry.model), entry);
    const lines = [...entries.values()].map(({ dialect, ...identity }) => ({
      ...identity,
      ...dialect,
    }));
    if (path !== null) replaceFile(path, [`${JSON.stringify(lines, null, 2)}\n`]);
  };
  return (place, model, chosen) => {
    const remembered = (): Dialect => entries.get(idOf(place, model))?.dialect ?? fullDialect;
    const current = (): Dialect =>
      chosen === null ? remembered() : { ...remembered(), output: chosen };
    return {
      current,
      learnFromRefusal: (dialect, refusal) => {
        const change = reductionAfter(dialect, refusal, chosen === null);
        if (change && isSame(dialect, current()))
          store({ place, model, dialect: { ...remembered(), ...change } });
        return change !== undefined;
      },
    };
  };
}
