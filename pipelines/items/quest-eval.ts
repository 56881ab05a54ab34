// Prepares RAGQuestEval (CRUD-RAG, arXiv 2401.17043): questions on the key information of each reference answer.

import type { ReplyOf } from "../../schemas/define.ts";
import { questEvalPrompt } from "../../schemas/items/prompts.ts";
import { questEval, type QuestEvalRow } from "../../schemas/items/labels.ts";
import { items } from "../../schemas/items/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { findSnapped } from "./snapped-spans.ts";

// A name or a number alone holds nothing to ask about.
const shortest = { zh: 12, en: 40 };

const notThere = {
  zh: (words: string) => `文本里没有“${words}”：keyInfo 要用文本里的原词。`,
  en: (words: string) => `"${words}" does not stand in the text: keyInfo takes its own words.`,
};

/** All that is wrong with the questions on a text, in words for the model. */
export function questEvalProblem(
  { entries }: ReplyOf<typeof questEvalPrompt>,
  text: string,
  language: Language,
): string | undefined {
  const folded = fold(text);
  // Half of "3.1个百分点" is read as another value, but stands there.
  const quoted = entries.map(({ keyInfo }) => keyInfo).filter(words => findSnapped(text, words));
  const invented = entries.flatMap(({ answer }) =>
    unsupportedValues(answer, [text, ...quoted], [], language),
  );
  const problems = [
    ...entries.flatMap(({ keyInfo }) =>
      folded.includes(fold(keyInfo)) ? [] : notThere[language](keyInfo),
    ),
    ...(invented.length > 0
      ? [
          {
            zh: `文本里没有${invented.join("、")}。`,
            en: `The text does not say ${invented.join(", ")}.`,
          }[language],
        ]
      : []),
  ];
  return problems.length > 0 ? problems.join("\n") : undefined;
}

export const questEvalStage = defineStage({
  name: "items/quest-eval",
  module: import.meta.filename,
  prompts: [questEvalPrompt],
  over: items,
  writes: questEval,
  async each({ id: itemId, language, answer: text }, { ask }) {
    if (text.length < shortest[language])
      return rejected<QuestEvalRow>(
        "short-answer",
        "The reference answer is too short to ask questions about.",
      );
    const reply = await ask(
      questEvalPrompt,
      language,
      { text },
      { check: reply => questEvalProblem(reply, text, language) },
    );
    if (reply.entries.length === 0)
      return rejected<QuestEvalRow>(
        "no-question",
        "Nothing of the reference answer can be asked so that one answer alone fits.",
      );
    const entries = reply.entries.filter(
      ({ keyInfo }, at) => reply.entries.findIndex(other => other.keyInfo === keyInfo) === at,
    );
    return made([{ id: `${itemId}/quest-eval`, itemId, language, entries }]);
  },
});
