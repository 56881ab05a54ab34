// What may be done to a run's folder between two starts, of which the run says that it recovers.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { chance } from "../replay/draws.ts";
import type { Edit } from "./draw.ts";

const artifact = /^(?:rageval|questions|items)\/[^.]*\.jsonl$/;

const filesOf = (run: string): string[] =>
  existsSync(run) ? readdirSync(run, { recursive: true, encoding: "utf8" }).sort() : [];

const hour = 3600;

/** Seconds since 1970, some hours from now. */
const hoursAway = (hours: number) => Date.now() / 1000 + hours * hour;

export interface Edited {
  readonly run: string;
  /** The folder in which the command is typed. */
  readonly project: string;
  readonly seed: number;
  readonly start: number;
}

function setClock(run: string, hours: number): void {
  for (const file of filesOf(run)) utimesSync(join(run, file), hoursAway(hours), hoursAway(hours));
}

const pricesFor = (factor: number) =>
  `gpt-4o-mini: { input: ${0.15 * factor}, output: ${0.6 * factor}, batch: 0.5 }\n`;

/** Of a run that no process works on. */
export function edit(kind: Edit, { run, project, seed, start }: Edited): void {
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[Math.floor(chance(seed, "picked", start) * list.length)];
  const journal = pick(
    ["calls.jsonl", "attempts.jsonl"].map(name => join(run, name)).filter(existsSync),
  );
  const made = pick(filesOf(run).filter(file => artifact.test(file)));
  const does: Readonly<Record<Edit, () => void>> = {
    nothing: () => undefined,
    "torn tail of a journal": () => journal && appendFileSync(journal, '{"key":"torn'),
    "zeros at the end of a journal": () => journal && appendFileSync(journal, Buffer.alloc(300)),
    "artifact emptied": () => made && truncateSync(join(run, made)),
    "artifact removed": () => made && rmSync(join(run, made)),
    "prices edited": () => {
      const path = join(project, "schemas/prices.yaml");
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, pricesFor(0.5 + chance(seed, "price", start)));
    },
    "clock set back": () => setClock(run, 5),
    "clock set forward": () => setClock(run, -5),
    "lock of a dead process": () =>
      existsSync(run) &&
      !existsSync(join(run, "lock")) &&
      writeFileSync(join(run, "lock"), '{"pid":999999,"started":"1"}'),
  };
  does[kind]();
}
