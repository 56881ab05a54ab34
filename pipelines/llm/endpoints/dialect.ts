// The part of the chat format that an endpoint accepts: chosen, or learned from its refusals and remembered for the run.

import { existsSync } from "node:fs";
import { z } from "zod";
import { onDisk, replaceFile } from "../../engine/files.ts";
import { parseJson } from "../../engine/lines.ts";
import { readOrdinary } from "../../engine/ordinary-file.ts";

const Dialect = z.object({
  /** How the reply's shape is requested: by JSON schema, by JSON mode with the schema in words, or in words alone. */
  output: z.enum(["schema", "json", "prompt"]),
  lengthField: z.enum(["max_completion_tokens", "max_tokens"]),
  /** Whether a seed may be sent. */
  seed: z.boolean(),
});
export type Dialect = Readonly<z.output<typeof Dialect>>;

/** The dialect used with an endpoint until it refuses it. */
export const fullDialect: Dialect = {
  output: "schema",
  lengthField: "max_completion_tokens",
  seed: true,
};

/** The relevant parts of a refusal. */
interface Refusal {
  readonly status: number;
  /** What the server said, with the name of the refused field if it gave one. */
  readonly told: string;
}

export interface DialectMemory {
  /** The current dialect. */
  now(): Dialect;
  /**
   * Learns from the refusal of a request sent in the dialect `under`; true if the request may be sent again, in the
   * current dialect. Many requests may be in flight: only the first refusal changes it.
   */
  refused(under: Dialect, refusal: Refusal): boolean;
}

const unspeakable = [400, 404, 422, 501];
// Too much of something the server does know.
const tooMuch = /\btoo (?:large|long|high|many)\b|\bat most\b|\bless than\b|\bexceed|\bmaximum\b/i;
const names = {
  output:
    /response.?format|json.?schema|json.?object|json.?mode|structured.?output|guided.?(?:json|decoding)/i,
  length: /\bmax_completion_tokens\b/i,
  // As a separate word: some models are called seed-something.
  seed: /(?<![\w-])seed(?![\w-])/i,
};

/** The change after a refusal, or undefined if the refusal is about something else. `outputs`: whether the output may change. */
function lesser(
  under: Dialect,
  { status, told }: Refusal,
  outputs: boolean,
): Partial<Dialect> | undefined {
  if (!unspeakable.includes(status)) return undefined;
  if (outputs && under.output !== "prompt" && names.output.test(told))
    return { output: under.output === "schema" ? "json" : "prompt" };
  if (
    under.lengthField === "max_completion_tokens" &&
    names.length.test(told) &&
    !tooMuch.test(told)
  )
    return { lengthField: "max_tokens" };
  if (under.seed && names.seed.test(told)) return { seed: false };
  return undefined;
}

const same = (a: Dialect, b: Dialect) =>
  a.output === b.output && a.lengthField === b.lengthField && a.seed === b.seed;

const Remembered = z.array(Dialect.extend({ place: z.string(), model: z.string() }));

const idOf = (place: string, model: string) => JSON.stringify([place, model]);

// An unreadable file is learned again, at the cost of a few refused requests.
function remembered(path: string | null): z.output<typeof Remembered> {
  if (path === null || !existsSync(path)) return [];
  const text = onDisk(path, () => readOrdinary(path).toString("utf8"), "read");
  return Remembered.safeParse(parseJson(text)).data ?? [];
}

/**
 * Opens a run's memory of dialects, kept in the file `path` (null: in memory only). The result returns the memory for a
 * model at a place; `chosen` is the output set by the user, which never changes.
 */
export function openDialects(
  path: string | null,
): (place: string, model: string, chosen: Dialect["output"] | null) => DialectMemory {
  const found = new Map(
    remembered(path).map(({ place, model, ...dialect }) => [
      idOf(place, model),
      { place, model, dialect },
    ]),
  );
  const keep = (line: { place: string; model: string; dialect: Dialect }) => {
    found.set(idOf(line.place, line.model), line);
    const lines = [...found.values()].map(({ dialect, ...named }) => ({ ...named, ...dialect }));
    if (path !== null) replaceFile(path, [`${JSON.stringify(lines, null, 2)}\n`]);
  };
  return (place, model, chosen) => {
    const known = (): Dialect => found.get(idOf(place, model))?.dialect ?? fullDialect;
    const now = (): Dialect => (chosen === null ? known() : { ...known(), output: chosen });
    return {
      now,
      refused: (under, refusal) => {
        const change = lesser(under, refusal, chosen === null);
        if (change && same(under, now()))
          keep({ place, model, dialect: { ...known(), ...change } });
        return change !== undefined;
      },
    };
  };
}
