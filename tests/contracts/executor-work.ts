// Stages and a model for the contract of executors: rows with every kind of end, and lookups of every kind.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import type { Input } from "../../pipelines/engine/pipeline.ts";
import {
  type Ask,
  declined,
  defineStage,
  made,
  type Outcome,
  rejected,
  type StageContext,
  type Tables,
} from "../../pipelines/engine/stage.ts";
import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import type { Model, ModelRequest } from "../../pipelines/llm/model.ts";
import { defineArtifact, definePrompt } from "../../schemas/define.ts";
import type { Work } from "../support/queue-fleet.ts";
import { newFolder, writeTemplates } from "../support/toy-run.ts";

const Word = z.strictObject({
  id: z.string(),
  language: z.enum(["zh", "en"]),
  kind: z.string(),
  text: z.string(),
});
type Word = z.output<typeof Word>;
const artifact = (name: string) => defineArtifact({ name, row: Word, key: row => row.id });
const words = artifact("toy/words");
const answers = artifact("toy/answers");
const looked = artifact("toy/looked");

const say = definePrompt({
  name: "toy/say",
  variables: z.object({ text: z.string() }),
  reply: z.object({ said: z.string() }),
  maxReplyTokens: 50,
});

/** Ends a line in some languages, lies outside the first plane, is not a whole character, and the like. */
export const oddSigns = 'a\u2028b\u2029c\u0000d\u{1F9EA}e"f\\g\uFEFFh\r\n𠮷';
export const largeText = `${"水文 level ".repeat(120_000)}${oddSigns}`;

type Context = Pick<StageContext<Tables>, "ask" | "seedFor">;
const row = (word: Word, name: string, text: string): Word => ({
  ...word,
  id: `${word.id}/${name}`,
  text,
});
const saidBy = async (ask: Ask, { language }: Word, text: string, sample = 0) =>
  (await ask(say, language, { text }, { sample })).said;

/** By the kind of the row: what becomes of it. */
const ends: Readonly<
  Record<string, (word: Word, context: Context) => Promise<Outcome<Word>> | Outcome<Word>>
> = {
  made: async (word, { ask }) => {
    const texts = await Promise.all(
      [1, 2, 3].map(part => saidBy(ask, word, `${word.text} ${part}`)),
    );
    return made(texts.map((text, index) => row(word, String(index), text)));
  },
  rejected: async (word, { ask }) =>
    rejected("poor", "it is not good enough", [
      row(word, "kept", await saidBy(ask, word, word.text)),
    ]),
  declined: () => declined("no", "it would rather not"),
  none: () => made([]),
  contract: async (word, { ask }) =>
    made([row(word, "said", await saidBy(ask, word, `contract ${word.text}`))]),
  technical: async (word, { ask }) =>
    made([row(word, "said", await saidBy(ask, word, `technical ${word.text}`))]),
  busy: async (word, { ask }) =>
    made([row(word, "said", await saidBy(ask, word, `busy ${word.text}`))]),
  check: async (word, { ask }) => {
    const { said } = await ask(
      say,
      word.language,
      { text: word.text },
      { check: reply => (reply.said.endsWith("2") ? undefined : "one more word") },
    );
    return made([row(word, "said", said)]);
  },
  samples: async (word, { ask }) =>
    made([
      row(
        word,
        "said",
        (await Promise.all([0, 1, 2].map(sample => saidBy(ask, word, word.text, sample)))).join(
          "|",
        ),
      ),
    ]),
  unheard: (word, { ask }) => {
    ask(say, word.language, { text: `${word.text} aside` }).catch(() => undefined);
    return made([row(word, "said", "at once")]);
  },
  same: async (word, { ask }) =>
    made([row(word, "said", await saidBy(ask, word, "the same of all"))]),
  twin: async (word, { ask }) =>
    made([row(word, "said", await saidBy(ask, word, "the same of all"))]),
  seed: (word, { seedFor }) =>
    made([row(word, "drawn", `${seedFor(word.id)} ${seedFor(word.id, "2")}`)]),
  large: async (word, { ask }) =>
    made([row(word, "large", `${word.text}${await saidBy(ask, word, oddSigns)}`)]),
  bug: () => {
    const nothing = undefined as unknown as { text: string };
    return declined("never", nothing.text);
  },
};

const answersStage = defineStage({
  name: "toy/answers",
  module: "1",
  prompts: [say],
  over: words,
  writes: answers,
  each: (word, context) => ends[word.kind]!(word, context),
});

/** Pure code that looks up what is finished in all ways there are. */
const lookedStage = defineStage({
  name: "toy/looked",
  module: "1",
  prompts: [],
  over: answers,
  lookup: { words, answers },
  writes: looked,
  each(answer, { tables }) {
    const word = tables.words.get(answer.id.split("/")[0]!);
    const longest = tables.words.derive(
      "longest",
      rows => rows.toSorted((a, b) => b.text.length - a.text.length)[0]!.id,
    );
    const told = [
      tables.words.find("nobody")?.id ?? "none",
      tables.words.where("kind", word.kind).map(({ id }) => id),
      tables.answers.rows().length,
      longest,
    ];
    return made([
      { ...answer, id: `${answer.id}/looked`, text: JSON.stringify([word.text.length, ...told]) },
    ]);
  },
});

interface ContractModel extends Model {
  readonly asked: string[];
}

const words2 = (language: "zh" | "en", text: string) =>
  language === "zh" ? `说了：${text}` : `It was said: ${text}`;

/** Replies by what it is asked alone, after some turns of the event loop. */
function contractModel(): ContractModel {
  const asked: string[] = [];
  const busy = new Set<string>();
  const complete = async ({ key, variables, messages, language, sample }: ModelRequest) => {
    asked.push(key);
    for (let turns = asked.length % 3; turns > 0; turns--)
      await new Promise(resolve => setImmediate(resolve));
    const { text } = variables as { text: string };
    const reply = (said: string) => ({
      text: said,
      finish: "stop" as const,
      usage: { inputTokens: 3, outputTokens: 2 },
    });
    if (text.startsWith("stop"))
      throw new PipelineError("provider", "The account is closed.", { hint: "Open it again." });
    if (text.startsWith("technical"))
      throw new ReplyError(
        "technical",
        "gone",
        "there was no answer \u2028 to this",
        "half an ans",
      );
    if (text.startsWith("contract") && sample === 0) return reply("That is no JSON.");
    if (text.startsWith("busy") && !busy.has(key)) {
      busy.add(key);
      throw new RetryableError("rate-limited", "later", { status: 429 });
    }
    return reply(
      JSON.stringify({ said: `${words2(language, text)} ${sample} ${messages.length / 2}` }),
    );
  };
  return { name: "contract", settings: { temperature: 0, seed: 1 }, paid: true, asked, complete };
}

const input = (rows: readonly Word[]): Input => ({ artifact: words, rows: () => rows });

const kinds = Object.keys(ends).filter(kind => kind !== "bug");
/** Each kind in both languages, the large ones alone of their size. */
const wordsOf = (wanted: readonly string[]): Word[] =>
  wanted.flatMap(kind =>
    (["zh", "en"] as const).map(language => ({
      id: `${kind}-${language}`,
      language,
      kind,
      text: kind === "large" ? largeText : `${kind} ${language}`,
    })),
  );

function promptFolder(): string {
  const folder = newFolder();
  mkdirSync(join(folder, "toy"), { recursive: true });
  writeTemplates(join(folder, "toy"));
  return folder;
}

export type ContractWork = Work & { readonly model: ContractModel };

/** All kinds of ends, and lookups behind them. */
export function allKinds(prompts = promptFolder()): ContractWork {
  return {
    name: "all-kinds",
    stages: [answersStage, lookedStage],
    inputs: [input(wordsOf(kinds))],
    model: contractModel(),
    prompts,
  };
}

/** Beside rows that are made, one of this kind. */
export function oneOf(kind: string, text = kind, prompts = promptFolder()): ContractWork {
  const odd: Word = { id: `odd-${kind}`, language: "en", kind, text };
  return {
    name: `one-of-${kind}`,
    stages: [answersStage, lookedStage],
    inputs: [input([...wordsOf(["made"]), odd])],
    model: contractModel(),
    prompts,
  };
}

/** Many rows of three calls each. */
export function manyRows(count: number, prompts = promptFolder()): ContractWork {
  const rows = Array.from(
    { length: count },
    (_, index): Word => ({
      id: `w${index}`,
      language: index % 2 === 0 ? "en" : "zh",
      kind: "made",
      text: `word ${index}`,
    }),
  );
  return {
    name: "many-rows",
    stages: [answersStage, lookedStage],
    inputs: [input(rows)],
    model: contractModel(),
    prompts,
  };
}
