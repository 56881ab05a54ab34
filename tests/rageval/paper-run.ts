// A run by the paper's method with a scripted model: ten seeds on shipyards, six documents written, fourteen items.

import { expect } from "vitest";
import type { Ask, AskOptions, Stage } from "../../pipelines/engine/stage.ts";
import type { PromptContract, VariablesOf } from "../../schemas/define.ts";
import { unanswerableAnswer } from "../../schemas/formats/dragonball.ts";
import type { PublishedType } from "../../schemas/items/item-types.ts";
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

const draft = rageval.DraftSchema.parse({
  scenario: "yearbook of a shipyard",
  subject: "{yard/name}",
  subScenario: null,
  sections: ["yard", "year"].map(id => ({ id, title: id, form: `The ${id} in plain prose.` })),
  leaves: leaves.map(([path, label, type]) => ({
    path,
    label,
    type,
    description: label,
    fill: "model",
    section: path.split("/")[0] ?? "",
  })),
});

const says = (label: string, subject: string, value: string) =>
  `The ${label} of ${subject} is ${value}.`;
const invented = " It is a proud yard.";

type Asked = VariablesOf<typeof rageval.questionPrompts.unanswerable>;

/**
 * First answers that need each of refinement's three moves: a factual one says what nothing states, a summary leaves
 * out half of what is asked for, and of a multi-hop one's sentences one is overlooked by who looks for references.
 */
function questionsFor(type: PublishedType, { documents, count, leftOut = [] }: Partial<Asked>) {
  const known = (documents ?? []).map(({ subject, config }) => ({
    subject,
    values: new Map(config.map(({ label, value }) => [label, value])),
  }));
  const common = leaves.slice(1).map(([, label]) => label);
  const labels =
    type === "unanswerable"
      ? leftOut
      : common.filter(label => known.every(({ values }) => values.has(label)));
  const atOnce = type === "multi-hop" || type === "summary" ? 2 : 1;
  const questions = labels.slice(atOnce - 1).map((_, at) => {
    const asked = labels.slice(at, at + atOnce);
    const stated = known.flatMap(({ subject, values }) =>
      asked.map(label => says(label, subject, values.get(label) ?? "")),
    );
    const answers: Partial<Record<PublishedType, string>> = {
      factual: `${stated[0]}${invented}`,
      summary: stated[0] ?? "",
      unanswerable: unanswerableAnswer.en,
    };
    const subjects = known.map(({ subject }) => subject).join(" and of ");
    return {
      question: `A ${type} question: what is the ${asked.join(" and the ")} of ${subjects}?`,
      answer: answers[type] ?? stated.join(" "),
      derivations: [],
    };
  });
  return { questions: questions.slice(0, count) };
}

function refined({ question, answer, cited, others }: VariablesOf<typeof tail.refinementPrompt>) {
  const asked = leaves.filter(([, label]) => question.includes(label));
  const needed = [...cited, ...others]
    .sort((a, b) => a.number - b.number)
    .filter(({ document }) => question.includes(document))
    .filter(({ text }) => asked.some(([, label]) => text.startsWith(`The ${label} of`)));
  const numbers = new Set(cited.map(({ number }) => number));
  const lacking = needed.filter(({ number }) => !numbers.has(number));
  const changes = {
    "removed what no sentence states": answer.includes(invented),
    "added what was asked for": lacking.some(({ text }) => !answer.includes(text)),
    "cited an overlooked sentence": lacking.some(({ text }) => answer.includes(text)),
  };
  return {
    answer: needed.map(({ text }) => text).join(" "),
    sentences: needed.map(({ number }) => number),
    derivations: [],
    changes: Object.entries(changes).flatMap(([change, isMade]) => (isMade ? [change] : [])),
  };
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
  ): [string, Reply] => [name, reply];
  return new Map([
    on(rageval.schemaPrompt, () => draft),
    on(rageval.schemaRefinementPrompt, () => ({
      schema: draft,
      changes: round++ === 0 ? ["A crane was missing."] : [],
    })),
    on(rageval.configPrompt, () => {
      const at = yard++;
      return { values: leaves.map(([path, , , valueOf]) => ({ path, value: valueOf(at) })) };
    }),
    on(rageval.sectionPrompt, ({ subject, sections }) => ({
      sections: sections.map(({ id, facts }) => ({
        id,
        text: facts.map(({ label, value }) => says(label, subject, value)).join(" "),
      })),
    })),
    ...Object.entries(rageval.questionPrompts).map(([type, prompt]) =>
      on(prompt, variables => questionsFor(type as PublishedType, variables)),
    ),
    on(tail.referencesPrompt, ({ question, answer, sentences }) => {
      const cited = sentences.filter(({ text }) => answer.includes(text));
      const seen = question.includes("multi-hop") ? cited.slice(0, 1) : cited;
      return { sentences: seen.map(({ number }) => number) };
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
  readonly prompt: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read the variables of every prompt.
  readonly variables: any;
}

/** Runs the stages in this directory; what was asked, in order. */
export async function paperRun(directory: string, stages: readonly Stage[]): Promise<Call[]> {
  const replies = scripted();
  const calls: Call[] = [];
  const ask = async (
    { name, variables: shown, reply: contract }: PromptContract,
    _language: string,
    given: object,
    { check }: AskOptions<object> = {},
  ) => {
    const variables = shown.parse(given);
    calls.push({ prompt: name, variables });
    const reply = contract.parse(replies.get(name)?.(variables as never));
    expect(check?.(reply)).toBeUndefined();
    return reply;
  };
  const rows = Array.from({ length: 10 }, (_, at) => ({
    id: `seed-${at}`,
    language: "en",
    domain: "shipyards",
    text: `The yearbook of yard ${at}.`,
    provenance: { source: "test", licence: null },
  }));
  await runPlain({
    directory,
    input: seeds,
    rows,
    stages,
    options: { createAsk: () => ask as Ask },
  });
  return calls;
}
