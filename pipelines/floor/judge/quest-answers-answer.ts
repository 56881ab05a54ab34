// Questions answered from one text: by the value or the name that is asked for in the sentence nearest to the question.

import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { splitSentences } from "../../text/sentences.ts";
import { unitAfter } from "../../text/units.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { isWanted, wantedBy } from "../tail/asked-value.ts";
import { tellingUnits, unitsOf } from "../tail/content-units.ts";
import { type ReadSentence, readSentences } from "../tail/sentence-support.ts";
import { shareIn } from "./read-answer.ts";
import { newStretches } from "./what-is-new.ts";

type Language = "zh" | "en";

/** The share of the question's words that the sentence, with the one before it, must have. */
const NEAR = 0.5;
/** A name is asked for. */
const NAMES = {
  zh: /谁|哪[一个位家些]|哪里|何处|什么(?:公司|单位|机构|地方|名)|名称|叫什么/,
  en: /\b(?:who|whom|whose|where|what (?:is|was) the name)\b|\b(?:which|what) (?:firm|company|person|organi[sz]ation|place|city|town|court|hospital|country|body)\b/i,
};

/** With the unit that is counted: "214 people", "两座". */
function withUnit(text: string, value: Value, language: Language): string {
  if (value.kind !== "number") return value.text;
  const unit = unitAfter(text, value.end);
  if (language === "zh")
    return (
      value.text +
      (/^(?:公里|千米|公斤|千克|平方[公千]?[里米]|立方米|毫[米升]|厘米|海里|美元|欧元|英镑|人次|\p{Script=Han})/u.exec(
        unit,
      )?.[0] ?? "")
    );
  return unit === "" ? value.text : `${value.text} ${unit}`;
}

/** Names of the sentence that the question does not have, as they are written. */
function newName(text: string, question: string, language: Language): string | undefined {
  const asked = fold(question);
  const names = eventKeys(text, language).filter(
    ({ kind, key }) => kind === "name" && !asked.includes(key),
  );
  if (language === "en")
    return names.find(({ text: name }) => !text.startsWith(name) || /\s/.test(name))?.text;
  // Long names are known by a part: the stretch that the question does not have is the whole.
  const stretches = newStretches(text, question);
  return stretches.find(stretch => names.some(name => stretch.includes(name.text)));
}

function answerOne(
  question: string,
  sentences: readonly ReadSentence[],
  language: Language,
): string | null {
  const asked = tellingUnits(question, language, []);
  const told = findValues(question, language).map(({ canonical }) => canonical);
  const wanted = wantedBy(question, language);
  const ranked = sentences.map((sentence, at) => ({
    sentence,
    own: shareIn(asked, sentence.units),
    near: shareIn(asked, new Set([...sentence.units, ...(sentences[at - 1]?.units ?? [])])),
  }));
  const near = ranked
    .filter(({ own, near: share }) => own > 0 && share >= NEAR)
    .sort((a, b) => b.own + b.near - (a.own + a.near) || a.sentence.number - b.sentence.number);
  for (const { sentence } of near) {
    const { text, values } = sentence;
    const value =
      wanted === "words"
        ? undefined
        : values.find(each => isWanted(each, wanted) && !told.includes(each.canonical));
    if (value) return withUnit(text, value, language);
    const name =
      wanted === "words" && NAMES[language].test(question)
        ? newName(text, question, language)
        : undefined;
    if (name !== undefined) return name;
  }
  const best = near[0];
  return wanted === "words" && !NAMES[language].test(question) && best !== undefined
    ? (saysMore(best.sentence, question, language) ?? null)
    : null;
}

/** The clause that says most beside the question's own words. */
function saysMore(
  { text }: ReadSentence,
  question: string,
  language: Language,
): string | undefined {
  const asked = unitsOf(question, language);
  const clauses = text.split(/[，,；;。]/).map(clause => clause.trim());
  const rated = clauses.map(clause => ({
    clause,
    news: [...unitsOf(clause, language)].filter(unit => !asked.has(unit)).length,
  }));
  const best = rated.toSorted((a, b) => b.news - a.news)[0];
  return best && best.news >= 2 ? best.clause : undefined;
}

export const questAnswersAnswerer = answers(
  questAnswersPrompt,
  ({ text, questions }, { language }) => {
    const sentences = readSentences(
      splitSentences(text, language).map((sentence, at) => ({
        number: at + 1,
        document: "",
        text: sentence.text,
      })),
      language,
    );
    return {
      answers: questions.map(({ id, question }) => ({
        id,
        answer: answerOne(question, sentences, language),
      })),
    };
  },
);
