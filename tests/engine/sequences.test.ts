// Any sequence of changes and stops in one run directory ends where a fresh run in a new directory does.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunOptions } from "../../pipelines/engine/runner.ts";
import {
  declined,
  defineStage,
  defineWholeStage,
  made,
  rejected,
} from "../../pipelines/engine/stage.ts";
import {
  plainAsk,
  plainPrompt,
  runPlain,
  type TextRow,
  textArtifact,
} from "../support/plain-run.ts";
import { newFolder } from "../support/toy-run.ts";

const words = textArtifact("plain/words");
const drafts = textArtifact("plain/drafts");
const chosen = textArtifact("plain/chosen");
const pairs = textArtifact("plain/pairs");
const counts = textArtifact("plain/counts");
const written = [words, drafts, chosen, pairs, counts];

/** Stage versions: each shows in what the stage makes. */
interface Versions {
  readonly drafts: number;
  readonly chosen: number;
  readonly pairs: number;
}

/** One draft a letter; a text without letters makes none. */
const draftsStage = (version: number) =>
  defineStage({
    name: "plain/drafts",
    module: String(version),
    prompts: [plainPrompt],
    over: words,
    writes: drafts,
    async each({ id, text }, { ask }) {
      if (text === "") return declined("empty", "says nothing");
      const { said } = await ask(plainPrompt, "en", { text });
      return made(
        [...said].map((letter, index) => ({
          id: `${id}/${index}`,
          text: `${letter}${version === 2 ? "'" : ""}`,
        })),
      );
    },
  });

/** The first draft of each text. */
const chosenStage = (version: number) =>
  defineWholeStage({
    name: "plain/chosen",
    module: String(version),
    prompts: [],
    over: drafts,
    lookup: { words },
    writes: chosen,
    all(rows, { tables }) {
      const firsts = new Map([...rows].reverse().map(row => [row.text, row.id]));
      const isFirst = ({ id, text }: TextRow) => firsts.get(text) === id;
      const of = (id: string) => tables.words.get(id.split("/")[0] ?? "").text.length;
      return {
        rows: rows
          .filter(isFirst)
          .map(({ id, text }) => ({ id: `c-${id}`, text: `${text}${version}${of(id)}` })),
        dropped: rows
          .filter(row => !isFirst(row))
          .map(({ id }) => ({ id, code: "again", detail: "said before" })),
      };
    },
  });

/** Reads one row, rows by a field, and all rows of what it looks things up in. */
const pairsStage = (version: number) =>
  defineStage({
    name: "plain/pairs",
    module: String(version),
    prompts: [plainPrompt],
    over: chosen,
    lookup: { words, drafts },
    writes: pairs,
    async each({ id, text }, { ask, tables }) {
      const word = tables.words.get(id.slice(2).split("/")[0] ?? "");
      const same = tables.drafts.where("text", text[0] ?? "").length;
      if (text.startsWith("c")) return rejected("c", "does not like it");
      const all = text.startsWith("a")
        ? tables.drafts.rows().length
        : tables.drafts.derive("longest", rows => Math.max(...rows.map(row => row.text.length)));
      const { said } = await ask(plainPrompt, "en", { text: `${text}+${word.text}` });
      return made([{ id: `p-${id}`, text: `${said} ${same} ${all} ${version}` }]);
    },
  });

const countsStage = defineWholeStage({
  name: "plain/counts",
  module: "1",
  prompts: [],
  over: pairs,
  lookup: { chosen },
  writes: counts,
  all: (rows, { tables }) => ({
    rows: [{ id: "counts", text: `${rows.length} of ${tables.chosen.rows().length}` }],
  }),
});

const stagesOf = (versions: Versions) => [
  draftsStage(versions.drafts),
  chosenStage(versions.chosen),
  pairsStage(versions.pairs),
  countsStage,
];

interface Step {
  readonly rows: readonly TextRow[];
  readonly versions: Versions;
  readonly concurrency: number;
  /** Rows after which the run ends as by a fault; null for a whole run. */
  readonly stopAfter: number | null;
  readonly until: string | undefined;
}

class Stopped extends Error {}

async function runStep(
  directory: string,
  { rows, versions, concurrency, stopAfter, until }: Step,
): Promise<void> {
  let finished = 0;
  const onEvent: RunOptions["onEvent"] = ({ type }) => {
    if (type === "row-finished" && finished++ === stopAfter) throw new Stopped();
  };
  const createAsk = plainAsk(async text => {
    for (let turns = text.length % 3; turns > 0; turns--)
      await new Promise(resolve => setImmediate(resolve));
    return text;
  });
  const run = runPlain({
    directory,
    input: words,
    rows,
    stages: stagesOf(versions),
    options: { concurrency, createAsk, onEvent, until },
  });
  await run.catch(error => (error instanceof Stopped ? undefined : Promise.reject(error)));
}

const filesOf = (directory: string) =>
  Object.fromEntries(
    written.map(({ name }) => [name, readFileSync(join(directory, `${name}.jsonl`), "utf8")]),
  );

const version = fc.constantFrom(1, 2);
const versions = fc.record({ drafts: version, chosen: version, pairs: version });
const ids = fc.constantFrom("v", "w", "x", "y", "z");
const texts = fc.constantFrom("", "a", "b", "ab", "abc", "ca", "bb");
const rows = fc.uniqueArray(fc.record({ id: ids, text: texts }), { selector: ({ id }) => id });
const step = fc.record<Step>({
  rows,
  versions,
  concurrency: fc.constantFrom(1, 2, 9),
  stopAfter: fc.option(fc.nat(12)),
  until: fc.constantFrom(undefined, undefined, "drafts", "pairs"),
});

test("edits, removals, additions, reorderings, new stage versions and stops in any sequence end with the artifacts of a fresh run", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), step, async (steps, last) => {
      const whole = { ...last, stopAfter: null, until: undefined };
      const directory = newFolder();
      for (const each of [...steps, whole]) await runStep(directory, each);
      const fresh = newFolder();
      await runStep(fresh, whole);
      expect(filesOf(directory)).toEqual(filesOf(fresh));
    }),
    { numRuns: 60, seed: 20261121 },
  );
});
