// One line for every request for a reply at the replay server: when, from whom, how many tokens, and what became of it.

import { appendFileSync, writeFileSync } from "node:fs";
import type { FaultKind } from "./faults.ts";
import type { Tariff } from "./statistics.ts";

export interface LoggedRequest {
  /** When it came: milliseconds since 1970, as all processes of a machine count them. */
  readonly at: number;
  /** When its connection was done with. */
  readonly ended: number;
  /** The API key it came with: where every process has one of its own, it names the process. */
  readonly client: string;
  readonly tariff: Tariff;
  /** Hash of the system and the first user message, as a journal has it; repairs and further samples have the same. */
  readonly question: string;
  /** Names the whole request. */
  readonly request: string;
  /** Of the request and its good reply. */
  readonly tokens: number;
  readonly outcome: "good" | FaultKind;
  readonly billed: boolean;
  /** Whether all of the reply went out while the client was there. */
  readonly delivered: boolean;
}

/** Begins the file again; without a path nothing is noted. Batches are not: they have no connection of their own. */
export function openRequestLog(path: string | null): (line: LoggedRequest) => void {
  if (path === null) return () => undefined;
  writeFileSync(path, "");
  return line => appendFileSync(path, `${JSON.stringify(line)}\n`);
}
