// In which form a LangChain Runnable takes a question: as a text, as fields, or as messages.

import { type Fields, isFields } from "./system-reply.ts";

/** What of a LangChain Runnable is needed. */
export interface Runnable {
  invoke(input: unknown, options?: { readonly signal?: AbortSignal }): unknown;
}

export const isRunnable = (value: unknown): value is Runnable =>
  isFields(value) && typeof value["invoke"] === "function";

/** What chains call the question. */
const questionNames = ["input", "question", "query"];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === "string");

const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : undefined);

/** The step that takes the input: the first of a sequence, what stands behind settings of a call. */
function firstStep(runnable: Fields): Fields {
  const inner = runnable["bound"] ?? runnable["first"];
  return isFields(inner) && inner !== runnable ? firstStep(inner) : runnable;
}

/**
 * A graph whose state has messages gets one of the user; one with fields, a prompt and a step that adds fields to its
 * input (`RunnablePassthrough.assign`, as in createRetrievalChain) get the question under the names that they know, or under
 * `input`, `question` and `query`; all others the text alone. Whoever takes it otherwise is exported as a function.
 */
export function runnableInput(runnable: Runnable, question: string): unknown {
  const step = firstStep(isFields(runnable) ? runnable : {});
  const named = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, question]));
  // An agent holds its graph.
  const { channels } = isFields(step["graph"]) ? step["graph"] : step;
  const { inputVariables } = step;
  if (isFields(channels) && "messages" in channels)
    return { messages: [{ role: "user", content: question }] };
  if (isFields(channels)) {
    const known = questionNames.filter(name => name in channels);
    return named(known.length > 0 ? known : questionNames);
  }
  if (isTexts(inputVariables)) return named(inputVariables);
  const kind = lastOf(step["lc_id"]) ?? step.constructor.name;
  return kind === "RunnableAssign" ? named(questionNames) : question;
}
