// What the replay server is told; defaults live here.

import { z } from "zod";
import { parseFaults } from "./faults.ts";
import { parseLatency } from "./latencies.ts";

const parsedBy =
  <Value>(parse: (text: string) => Value) =>
  (text: string, context: z.RefinementCtx): Value => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: error instanceof Error ? error.message : String(error),
      });
      return z.NEVER;
    }
  };

const parseObject = (text: string): object =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(text));

const count = z.int().min(0);
const shareOf = z.number().min(0).max(1).default(0);
const milliseconds = z.number().min(0);

const Settings = z.strictObject({
  /** calls.jsonl files to answer from; an earlier one's lines come first. */
  calls: z.array(z.string()).default([]),
  /** JSON text of an object: the reply to any question that no recording answers. */
  echo: z.string().transform(parsedBy(parseObject)).nullable().default(null),
  seed: z.int().default(1),
  /** recorded: as in the line; counted: o200k tokens of what was sent and replied. */
  usage: z.enum(["recorded", "counted"]).default("recorded"),
  latency: z.string().default("none").transform(parsedBy(parseLatency)),
  faults: z.string().default("").transform(parsedBy(parseFaults)),
  /** After so many faults a question is answered well. */
  faultsPerQuestion: count.default(2),
  /** For how long a stalled reply is held and over how long a slow one is spread. */
  hold: milliseconds.default(5000),
  /** Seconds that a planted 429-wait asks for. */
  retryAfter: z.number().min(0).default(1),
  /** File that gets a line for every request for a reply (request-log.ts). */
  log: z.string().nullable().default(null),
  /** The only API key that is let in; any where null. */
  key: z.string().nullable().default(null),
  /** How often a batch is looked at before it has ended. */
  batchPolls: count.default(2),
  /** Share of a batch's requests that are not done in time. */
  batchExpire: shareOf,
  /** Share of a batch's requests that fail with status 500. */
  batchFail: shareOf,
  /** Every batch fails its validation. */
  batchInvalid: z.boolean().default(false),
});

export type ReplayOptions = z.input<typeof Settings>;
export type ReplaySettings = z.output<typeof Settings>;

/** Options with their defaults; what does not fit throws with a line for each option. */
export function readSettings(options: unknown): ReplaySettings {
  const read = Settings.safeParse(options);
  if (read.success) return read.data;
  throw new Error(
    read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"),
  );
}
