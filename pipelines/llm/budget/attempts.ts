// attempts.jsonl: each attempt's maximum cost, on disk before it is sent, so that a stop never loses track of money in flight.

import { z } from "zod";
import { dollars, nanoDollars } from "../../../schemas/prices.ts";
import { PipelineError } from "../../engine/errors.ts";
import { parseJson, type Line, readLines } from "../../engine/lines.ts";
import { CommitFile, type OpenHandle } from "../commit-file.ts";
import { type CompleteLines, linesUpTo, noLines } from "../line-in-file.ts";

/** An attempt is reserved before it is sent, and released if it certainly cost nothing. Its reply is recorded in the journal. */
const AttemptLine = z.union([
  z.strictObject({
    key: z.string().min(1),
    /** USD. */
    most: z.number().min(0),
  }),
  z.strictObject({ key: z.string().min(1), released: z.literal(true) }),
]);
type AttemptLine = z.output<typeof AttemptLine>;

/** Maximum costs of the attempts with unknown outcome, in nano-dollars: by key, the latest last. */
export type OpenAttempts = Map<string, number[]>;

export function addAttempt(attempts: OpenAttempts, key: string, maxCost: number): void {
  attempts.set(key, [...(attempts.get(key) ?? []), maxCost]);
}

/** Removes the latest attempt of a key and returns its maximum cost; undefined if there is none. */
export function takeAttempt(attempts: OpenAttempts, key: string): number | undefined {
  const costs = attempts.get(key);
  const maxCost = costs?.at(-1);
  if (costs === undefined || costs.length <= 1) attempts.delete(key);
  else attempts.set(key, costs.slice(0, -1));
  return maxCost;
}

export const totalCostOf = (attempts: OpenAttempts): number =>
  [...attempts.values()].flat().reduce((sum, maxCost) => sum + maxCost, 0);

const corruptLineError = (path: string, { number }: Line) =>
  new PipelineError(
    "corrupt-file",
    `${path} line ${number} is not an attempt: expected {"key":…,"most":USD} or {"key":…,"released":true}.`,
    {
      hint: `Fix line ${number} in an editor, or delete it, and run the same command again. If you delete it and its call was billed without a reply, that cost does not count against the ceiling.`,
    },
  );

/** Parses a line; undefined for a torn tail, the last line of a process that was stopped while writing. */
function readLine(path: string, line: Line): AttemptLine | undefined {
  const value = parseJson(line.text);
  if (value === undefined && !line.hasNewline) return undefined;
  const attempt = AttemptLine.safeParse(value);
  if (!attempt.success) throw corruptLineError(path, line);
  return attempt.data;
}

function readAttempts(path: string): { attempts: OpenAttempts; lines: CompleteLines } {
  const attempts: OpenAttempts = new Map();
  let lines = noLines;
  for (const line of readLines(path)) {
    const attempt = readLine(path, line);
    if (!attempt) break;
    if ("most" in attempt) addAttempt(attempts, attempt.key, nanoDollars(attempt.most));
    else takeAttempt(attempts, attempt.key);
    lines = linesUpTo(line);
  }
  return { attempts, lines };
}

// Nothing is attempted again after a reply, so the reply belongs to the latest attempt.
function dropAnswered(attempts: OpenAttempts, isAnswered: (key: string) => boolean): OpenAttempts {
  for (const key of attempts.keys()) if (isAnswered(key)) takeAttempt(attempts, key);
  return attempts;
}

export interface AttemptFile {
  /** Open attempts by earlier processes. */
  readonly openAttempts: OpenAttempts;
  /** Resolves once all attempts are on disk; if it rejects, none is. `maxCost` is in nano-dollars. */
  reserve(attempts: readonly { readonly key: string; readonly maxCost: number }[]): Promise<void>;
  release(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens or creates the file, once per run and process. Cuts off a torn tail; throws PipelineError("corrupt-file") for any other bad line. */
export async function openAttemptFile(
  path: string,
  isAnswered: (key: string) => boolean,
  openHandle?: OpenHandle,
): Promise<AttemptFile> {
  const { attempts, lines } = readAttempts(path);
  const file = await CommitFile.open(path, lines, openHandle);
  const append = async (lines: readonly AttemptLine[], durable: boolean) => {
    if (lines.length > 0)
      await file.append(lines.map(line => `${JSON.stringify(line)}\n`).join(""), durable);
  };
  return {
    openAttempts: dropAnswered(attempts, isAnswered),
    reserve: list =>
      append(
        list.map(({ key, maxCost }) => ({ key, most: dollars(maxCost) })),
        true,
      ),
    // If a power cut loses this line, too much remains counted, never too little.
    release: key => append([{ key, released: true }], false),
    close: () => file.close(),
  };
}
