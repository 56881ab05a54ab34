// The model `rules`: code answers each prompt, at once, for free, and always in the same way.

import { join } from "node:path";
import { needsModelMessage } from "../../schemas/model-settings.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { ReplyError } from "../engine/errors.ts";
import { canonicalJson, hashOf } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { drawFrom, seedOf } from "../text/random.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import type { Answerer } from "../floor/answerer.ts";
import { wordingText } from "../floor/wording.ts";
import type { Code } from "./code-version.ts";
import { createTokenCounter } from "./token-counter.ts";

/** Hash of all code that shapes an answer, and of the wording. */
export const floorVersion = (code: Code): string =>
  hashOf([
    code.versionOf(import.meta.filename, join(import.meta.dirname, "../floor/rule-answerers")),
    wordingText,
  ]).slice(0, 8);

export interface RulesSettings {
  /** `floorVersion`, part of the name and so of every key: when an answerer changes, its old replies become invalid, and new ones cost nothing. */
  readonly version: string;
  readonly answerers: readonly Answerer[];
  /** The schemas that the run names. */
  readonly domains: readonly ScenarioSchema[];
  readonly randomSeed: number;
}

// Prepared schemas shape the answers, so an edit to one must change the keys too.
const nameOf = ({ version, domains }: RulesSettings) =>
  `rules@${version}.${hashOf(domains).slice(0, 8)}`;

const declineText = ({ instead }: ModelRequest["prompt"]): string =>
  instead === undefined ? needsModelMessage : needsModelMessage.replace(/\.$/, `; or ${instead}.`);

const answerText = (
  request: ModelRequest,
  answerers: readonly Answerer[],
  { domains, randomSeed }: RulesSettings,
): string => {
  const { prompt, language, sample } = request;
  const variables = prompt.variables.parse(request.variables);
  const seed = seedOf(
    prompt.name,
    language,
    canonicalJson(variables),
    String(randomSeed),
    String(sample),
  );
  for (const answerer of answerers) {
    // The answerer is typed by the same contract that has just parsed its variables.
    const context = { language, draw: drawFrom(seed), domains };
    const answer = answerer.answer(variables as never, context);
    if (answer !== undefined) return JSON.stringify(answer);
  }
  throw new ReplyError("declined", "needs-model", declineText(prompt), null);
};

/** Answers with the first of `answerers` that can; a request without an answer declines its row. Errors inside an answerer are bugs. */
export function rulesModel(settings: RulesSettings): Model {
  const answerersByPrompt = groupBy(settings.answerers, ({ prompt }) => prompt.name);
  const countTokens = createTokenCounter();
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const text = answerText(request, answerersByPrompt.get(request.prompt.name) ?? [], settings);
    const inputTokens = request.messages.reduce(
      (sum, { content }) => sum + countTokens(content),
      0,
    );
    return { text, finish: "stop", usage: { inputTokens, outputTokens: countTokens(text) } };
  };
  return {
    name: nameOf(settings),
    settings: { temperature: null, seed: settings.randomSeed },
    paid: false,
    complete,
  };
}
