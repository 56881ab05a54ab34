// Whether sentences still give the whole answer: each thing asked for needs a sentence that plainly answers it.

import { completenessPrompt } from "../../../schemas/crud/prompts.ts";
import { answers } from "../answerer.ts";
import { matchQuestion } from "../tail/question-match.ts";

/** The share of the question's words that an answering sentence has, in all and around its value. */
const PLAIN = { share: 0.62, near: 0.52 };

const asks = { zh: /多少|几|谁|哪|何时|何地|何处|什么/g, en: /\b(?:what|which|who|whom|whose|when|where|how)\b/gi };
const missing = { zh: "没有哪一句明白说出所问的全部内容", en: "no sentence plainly says all that is asked for" };

export const completenessAnswerer = answers(completenessPrompt, ({ question, sentences }, { language }) => {
  const asked = Math.max(1, question.match(asks[language])?.length ?? 0);
  const plain = matchQuestion(question, sentences, language).filter(({ share, near }) => share >= PLAIN.share && near >= PLAIN.near);
  const numbers = [...new Set(plain.map(({ sentence }) => sentence.number))].slice(0, asked).sort((a, b) => a - b);
  const complete = numbers.length >= asked;
  return { complete, sentences: numbers, missing: complete ? "" : missing[language] };
});
