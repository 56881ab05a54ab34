// Asks for questions on a fragment, as the stage does, and for the answer to one.

import { cofeQuestionsPrompt } from "../../../schemas/cofe/prompts.ts";
import type { ReplyOf } from "../../../schemas/define.ts";
import { cofeQuestionsAnswer } from "../../../pipelines/floor/cofe/cofe-questions-answer.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { splitSentences } from "../../../pipelines/text/sentences.ts";

export interface Asked {
  readonly title: string;
  readonly text: string;
  readonly language: "zh" | "en";
  readonly section?: string;
  readonly types?: readonly string[];
}

export const numbered = ({ title, text, language }: Asked) => splitSentences(text, language).map((sentence, at) => ({ number: at + 1, document: title, text: sentence.text }));

/** Parsed by the contract, so that a reply it would not take fails the test. */
export function questionsOn(asked: Asked): ReplyOf<typeof cofeQuestionsPrompt> {
  const { title, section, language, types = ["factual", "analytical", "comparative", "tutorial"] } = asked;
  const variables = { title, section: section ?? null, sentences: numbered(asked), types };
  return cofeQuestionsPrompt.reply.parse(cofeQuestionsAnswer.answer(variables as never, { language, draw: drawFrom(1), domains: [] }));
}
