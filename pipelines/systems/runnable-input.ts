// Chooses the form in which a LangChain Runnable expects a question: a string, fields, or messages.

import { type Fields, isObject } from "./fields.ts";

/** The part of a LangChain Runnable that is used here. */
export interface Runnable {
  invoke(input: unknown, options?: { readonly signal?: AbortSignal }): unknown;
}

export const isRunnable = (value: unknown): value is Runnable =>
  isObject(value) && typeof value["invoke"] === "function";

/** Names that chains use for the question. */
const questionNames = ["input", "question", "query"];

const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(entry => typeof entry === "string");

const lastEntry = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : undefined);

/** The step that receives the input: the first of a sequence, or the Runnable that call settings are bound to. */
function firstStep(runnable: Fields): Fields {
  const inner = runnable["bound"] ?? runnable["first"];
  return isObject(inner) && inner !== runnable ? firstStep(inner) : runnable;
}

/**
 * A graph whose state has messages gets one user message; a graph with other fields, a prompt, and a step that adds fields to
 * its input (`RunnablePassthrough.assign`, as in createRetrievalChain) get the question under the input names they
 * declare, or under `input`, `question` and `query`; all others get the string itself. A system that needs another
 * form can be exported as a function.
 */
export function runnableInput(runnable: Runnable, question: string): unknown {
  const step = firstStep(isObject(runnable) ? runnable : {});
  const fieldsFor = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, question]));
  // An agent contains its graph.
  const { channels } = isObject(step["graph"]) ? step["graph"] : step;
  const { inputVariables } = step;
  if (isObject(channels) && "messages" in channels)
    return { messages: [{ role: "user", content: question }] };
  if (isObject(channels)) {
    const knownNames = questionNames.filter(name => name in channels);
    return fieldsFor(knownNames.length > 0 ? knownNames : questionNames);
  }
  if (isStringList(inputVariables)) return fieldsFor(inputVariables);
  const kind = lastEntry(step["lc_id"]) ?? step.constructor.name;
  return kind === "RunnableAssign" ? fieldsFor(questionNames) : question;
}
