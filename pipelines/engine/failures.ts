// Collects a run's failures from the outcome journals into a file of their own, with the raw replies.

import { join } from "node:path";
import { replaceFile } from "./files.ts";
import type { Store } from "./store.ts";

export interface Failure {
  readonly artifact: string;
  readonly input: string;
  readonly code: string;
  readonly detail: string;
  /** contract: the model answered, but never in the required form (retried with --retry-failed); technical: retried by the next run. */
  readonly kind: "contract" | "technical";
  readonly reply: string | null;
}

export function collectFailures(stores: Iterable<Store>): Failure[] {
  const failures: Failure[] = [];
  for (const store of stores)
    for (const {
      outcome,
      input,
      code = "",
      detail = "",
      kind = "technical",
      reply = null,
    } of store.outcomes())
      if (outcome === "failed")
        failures.push({ artifact: store.artifact.name, input, code, detail, kind, reply });
  return failures.sort((a, b) => (a.artifact + a.input < b.artifact + b.input ? -1 : 1));
}

/** Writes `failures.jsonl` into the run directory; it is empty if nothing failed. */
export function writeFailures(directory: string, failures: readonly Failure[]): void {
  replaceFile(
    join(directory, "failures.jsonl"),
    failures.map(failure => `${JSON.stringify(failure)}\n`),
  );
}
