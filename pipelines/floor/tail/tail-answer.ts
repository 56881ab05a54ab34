// Answers a question that came without an answer with the sentences that do, and tells whether any sentence does.

import { answerabilityPrompt, answerPrompt } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";
import { answerOwnQuestion } from "../cofe/answered-question.ts";
import { asSentence } from "../questions/phrase.ts";
import { matchQuestion, type Match } from "./question-match.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";

/** What share of the question's words a sentence needs to be an answer. */
const CLEAR = 0.55;
/** Only this much makes a question that was built to have no answer an answerable one. */
const CERTAIN = 0.62;

const isClear = ({ share, near }: Match, least: number): boolean => share >= least && near >= least - 0.1;

/** The best clear match of each document. */
function bestOfEach(matches: readonly Match[]): Match[] {
  const seen = new Set<string>();
  return matches.filter(({ sentence: { document } }) => !seen.has(document) && seen.add(document));
}

export const answerAnswerer = answers(answerPrompt, ({ question, sentences }, { language }) => {
  const own = answerOwnQuestion(question, sentences, language);
  if (own !== undefined) return { answerable: true, ...own };
  const best = bestOfEach(matchQuestion(question, sentences, language).filter(match => isClear(match, CLEAR)));
  const [first] = best;
  if (first === undefined) return { answerable: false, answer: unanswerableAnswer[language], sentences: [] };
  const named = best.filter(({ sentence }) => question.includes(sentence.document));
  const chosen = named.length > 1 ? named : [first];
  return {
    answerable: true,
    answer: chosen.map(({ sentence: { text } }) => asSentence(text.replace(/^[\s#>*|-]+/, "").trim())).join(language === "zh" ? "" : " "),
    sentences: chosen.map(({ sentence }) => sentence.number).sort((a, b) => a - b),
  };
});

export const answerabilityAnswerer = answers(answerabilityPrompt, ({ question, sentences }, { language }) => {
  const certain = matchQuestion(question, sentences, language).filter(match => isClear(match, CERTAIN));
  return { answerable: certain.length > 0, sentences: certain.slice(0, 3).map(({ sentence }) => sentence.number) };
});
