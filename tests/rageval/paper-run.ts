// A run by the paper's method with a scripted model: eight seeds on shipyards, six documents written, fourteen items.

import type { CreateAsk } from "../../pipelines/engine/row.ts";
import type { Ask, Stage } from "../../pipelines/engine/stage.ts";
import type { PromptContract, ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { unanswerableAnswer } from "../../schemas/formats/dragonball.ts";
import type { PublishedType } from "../../schemas/items/item-types.ts";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import * as tail from "../../schemas/items/prompts.ts";
import * as rageval from "../../schemas/rageval/prompts.ts";
import { seeds } from "../../schemas/rageval/records.ts";
import { runPlain } from "../support/plain-run.ts";

const yards = ["Alder", "Birch", "Cedar", "Damson", "Elder", "Fir"];
const leaves = [
  ["yard/name", "name", "organisation", (at: number) => `${yards[at]} Yard`],
  ["yard/founded", "founding day", "date", (at: number) => `${at + 3} May 190${at}`],
  ["yard/crane", "crane in use", "text", (at: number) => `the ${at + 2} tonne crane of quay ${at}`],
  ["year/ferry", "ferry delivered", "text", (at: number) => `the ferry Petrel ${at + 71}`],
  ["year/fire", "day of the fire", "date", (at: number) => `1${at} June 2021`],
  ["year/profit", "net profit", "money", (at: number) => `US$${at + 21} million`],
] as const;

const draft: rageval.DraftSchema = {
  scenario: "yearbook of a shipyard",
  subject: "{yard/name}",
  subScenario: null,
  sections: ["yard", "year"].map(id => ({ id, title: id, form: `The ${id} in plain prose.` })),
  leaves: leaves.map(([path, label, type]) => ({
    path,
    label,
    type,
    many: false,
    description: label,
    fill: "model",
    section: path.split("/")[0] ?? "",
    options: [],
    unit: null,
    range: null,
    after: null,
    aliases: [],
  })),
};

const says = (label: string, subject: string, value: string) =>
  `The ${label} of ${subject} is ${value}.`;
const invented = " It is a proud yard.";

/** What a question asks for, of its first document or of each. */
const asks: Readonly<Record<PublishedType, { readonly words: string; readonly facts: 1 | 2 }>> = {
  factual: { words: "What is", facts: 1 },
  "multi-hop": { words: "What follows from", facts: 2 },
  summary: { words: "What do we know of", facts: 2 },
  integration: { words: "What are", facts: 1 },
  comparison: { words: "How do these compare:", facts: 1 },
  "time-sequence": { words: "In what order came", facts: 1 },
  unanswerable: { words: "What is", facts: 1 },
};

type Asked = VariablesOf<typeof rageval.questionPrompts.unanswerable>;

/**
 * First answers that need each of refinement's three moves: a factual one says what nothing states, a summary leaves
 * out half of what is asked for, and of a multi-hop one's sentences one is overlooked by who looks for references.
 */
function questionsFor(type: PublishedType, { documents, count, leftOut = [] }: Partial<Asked>) {
  const shown = documents ?? [];
  const { words, facts } = asks[type];
  const common = (shown[0]?.config ?? [])
    .map(({ label }) => label)
    .filter(label => label !== "name")
    .filter(label => shown.every(({ config }) => config.some(fact => fact.label === label)));
  const named = shown.map(({ subject }) => subject).join(" and of ");
  const labels = type === "unanswerable" ? leftOut : common;
  const questions = labels.slice(0, labels.length + 1 - facts).map((first, at) => {
    const asked = labels.slice(at, at + facts);
    const stated = shown.flatMap(({ subject, config }) =>
      asked.map(label =>
        says(label, subject, config.find(one => one.label === label)?.value ?? ""),
      ),
    );
    const answers: Partial<Record<PublishedType, string>> = {
      factual: `${stated[0]}${invented}`,
      summary: stated[0] ?? "",
      unanswerable: unanswerableAnswer.en,
    };
    return {
      question: `${words} the ${asked.join(" and the ")} of ${named}?`,
      answer: answers[type] ?? stated.join(" "),
      derivations: [],
      first,
    };
  });
  return { questions: questions.slice(0, count) };
}

/** The sentences that state what is asked for. */
const askedFor = (question: string, sentences: readonly NumberedSentence[]) =>
  sentences.filter(
    ({ document, text }) =>
      question.includes(document) &&
      leaves.some(([, label]) => question.includes(label) && text.includes(`The ${label} of`)),
  );

function refined({ question, answer, cited, others }: VariablesOf<typeof tail.refinementPrompt>) {
  const needed = askedFor(
    question,
    [...cited, ...others].sort((a, b) => a.number - b.number),
  );
  const better = needed.map(({ text }) => text).join(" ");
  const sentences = needed.map(({ number }) => number);
  const changes = [
    ...(answer.includes(invented) ? ["removed what no sentence states"] : []),
    ...(needed.some(({ text }) => !answer.includes(text)) ? ["added what was asked for"] : []),
    ...(needed.some(
      ({ number, text }) => answer.includes(text) && !cited.some(one => one.number === number),
    )
      ? ["cited an overlooked sentence"]
      : []),
  ];
  return { answer: better, sentences, derivations: [], changes };
}

function keypointsFor({ type, evidence }: VariablesOf<typeof tail.keypointsPrompt>) {
  const all = evidence.map(({ number }) => number);
  const facts = evidence.map(({ number, text }) => ({
    claim: text,
    kind: "fact",
    evidence: [number],
  }));
  const more: Readonly<Record<string, object[]>> = {
    "multi-hop": [{ claim: "One follows from the other.", kind: "inference", evidence: all }],
    comparison: [{ claim: "They differ.", kind: "conclusion", evidence: [] }],
    "time-sequence": [{ claim: "The first came first.", kind: "conclusion", evidence: [] }],
  };
  return { keypoints: [...facts, ...(more[type] ?? [])] };
}

type Reply = (variables: never) => object;

/** The model's replies by prompt; each config is the next yard's. */
function scripted(): ReadonlyMap<string, Reply> {
  let [yard, round] = [0, 0];
  const on = <P extends PromptContract>(
    { name }: P,
    reply: (variables: VariablesOf<P>) => object,
  ): [string, Reply] => [name, reply as Reply];
  return new Map([
    on(rageval.schemaPrompt, () => draft),
    on(rageval.schemaRefinementPrompt, () => ({
      schema: draft,
      changes: round++ === 0 ? ["A crane was missing."] : [],
    })),
    on(rageval.configPrompt, ({ open }) => {
      const at = yard++;
      const valueOf = (path: string) => leaves.find(leaf => leaf[0] === path)?.[3](at) ?? "";
      return { values: open.map(({ path }) => ({ path, value: valueOf(path) })) };
    }),
    on(rageval.sectionPrompt, ({ subject, facts }) => ({
      text: facts.map(({ label, value }) => says(label, subject, value)).join(" "),
    })),
    ...Object.entries(rageval.questionPrompts).map(([type, prompt]) =>
      on(prompt, variables => questionsFor(type as PublishedType, variables)),
    ),
    on(tail.referencesPrompt, ({ question, answer, sentences }) => {
      const cited = sentences
        .filter(({ text }) => answer.includes(text))
        .map(({ number }) => number);
      return {
        sentences: question.startsWith(asks["multi-hop"].words) ? cited.slice(0, 1) : cited,
      };
    }),
    on(tail.refinementPrompt, refined),
    on(tail.keypointsPrompt, keypointsFor),
    on(tail.keywordsPrompt, ({ evidence }) => ({
      coarse: [evidence[0]?.document ?? ""],
      fine: evidence.map(({ text }) => [text.replace(/^.* is |\.$/g, "")]),
    })),
    on(tail.answerabilityPrompt, () => ({ answerable: false, sentences: [] })),
  ]);
}

export interface Call {
  readonly stage: string;
  readonly prompt: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read the variables of every prompt.
  readonly variables: any;
}

/** Runs the stages in this directory; what was asked, in order. */
export async function paperRun(directory: string, stages: readonly Stage[]): Promise<Call[]> {
  const replies = scripted();
  const calls: Call[] = [];
  const createAsk: CreateAsk = stage =>
    (async (
      prompt: PromptContract,
      _language: string,
      variables: never,
      options?: { check?: (reply: ReplyOf<PromptContract>) => string | undefined },
    ) => {
      const known = prompt.variables.parse(variables);
      calls.push({ stage, prompt: prompt.name, variables: known });
      const reply = prompt.reply.parse(replies.get(prompt.name)?.(known as never));
      const problem = options?.check?.(reply);
      if (problem !== undefined) throw new Error(`${prompt.name}: ${problem}`);
      return reply;
    }) as unknown as Ask;
  const rows = Array.from({ length: 8 }, (_, at) => ({
    id: `seed-${at}`,
    language: "en",
    domain: "shipyards",
    text: `The yearbook of yard ${at}.`,
    provenance: { source: "test", licence: null },
  }));
  await runPlain({ directory, input: seeds, rows, stages, options: { createAsk } });
  return calls;
}
