// A small pipeline with every kind of stage: rows asked for, a whole artifact, a lookup.

import { z } from "zod";
import { defineArtifact, definePrompt } from "../../schemas/define.ts";
import type { Input } from "../../pipelines/engine/pipeline.ts";
import {
  declined,
  defineStage,
  defineWholeStage,
  made,
  rejected,
  type Stage,
} from "../../pipelines/engine/stage.ts";

const Row = z.strictObject({ id: z.string(), language: z.enum(["zh", "en"]), text: z.string() });
const artifact = (name: string) => defineArtifact({ name, row: Row, key: row => row.id });

const words = artifact("toy/words");
const drafts = artifact("toy/drafts");
const chosen = artifact("toy/chosen");
const pairs = artifact("toy/pairs");
const counts = artifact("toy/counts");

const toyPrompt = definePrompt({
  name: "toy/say",
  variables: z.object({ text: z.string() }),
  reply: z.object({ said: z.string() }),
  maxReplyTokens: 50,
});

export interface ToyOptions {
  readonly draftVersion?: number;
  readonly pairVersion?: number;
}

const draftsStage = (version: number) =>
  defineStage({
    name: "toy/drafts",
    module: String(version),
    prompts: [toyPrompt],
    over: words,
    writes: drafts,
    async each({ id, language, text }, { ask }) {
      if (text.endsWith("7")) return declined("seven", "does not like sevens");
      const [first, second] = await Promise.all([
        ask(toyPrompt, language, { text }),
        ask(toyPrompt, language, { text: `${text}!` }),
      ]);
      return made([
        { id: `${id}/a`, language, text: first.said },
        { id: `${id}/b`, language, text: second.said },
      ]);
    },
  });

/** Takes ten drafts. */
const chosenStage = defineWholeStage({
  name: "toy/chosen",
  module: "1",
  prompts: [],
  over: drafts,
  writes: chosen,
  all: rows => ({
    rows: rows.slice(0, 10).map(row => ({ ...row, id: `c-${row.id}` })),
    dropped: rows.slice(10).map(({ id }) => ({ id, code: "spare", detail: "ten are enough" })),
  }),
});

const pairsStage = (version: number) =>
  defineStage({
    name: "toy/pairs",
    module: String(version),
    prompts: [toyPrompt],
    over: chosen,
    lookup: { words },
    writes: pairs,
    async each({ id, language, text }, { ask, tables }) {
      const word = tables.words.get(id.slice(2).split("/")[0] ?? "");
      if (word.text.endsWith("3")) return rejected("three", "does not fit");
      const { said } = await ask(toyPrompt, language, { text: `${text}+${word.text}` });
      return made([{ id: `p-${id}`, language, text: said }]);
    },
  });

const countsStage = defineWholeStage({
  name: "toy/counts",
  module: "1",
  prompts: [],
  over: pairs,
  lookup: { chosen },
  writes: counts,
  all: (rows, { tables }) => ({
    rows: [
      {
        id: "counts",
        language: "en" as const,
        text: `${rows.length} of ${tables.chosen.rows().length}`,
      },
    ],
  }),
});

export const toyStages = ({ draftVersion = 1, pairVersion = 1 }: ToyOptions = {}): Stage[] => [
  draftsStage(draftVersion),
  chosenStage,
  pairsStage(pairVersion),
  countsStage,
];

export const toyInput = (texts: readonly string[]): Input => ({
  artifact: words,
  rows: () =>
    texts.map((text, index) => ({
      id: `w${index + 1}`,
      language: index % 2 === 0 ? ("en" as const) : ("zh" as const),
      text,
    })),
});
