// Questions about a family that are correct by construction: which value was in force on a day, what changed, which value is current, what is disputed.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import {
  changesBetweenDocuments,
  documentDays,
  disputedFacts,
  threadValueOn,
  type Thread,
} from "../../text/family-facts.ts";
import { type Draw, pick } from "../../text/random.ts";
import type { ValueInForce } from "../../text/timeline.ts";
import { dayInWords, dayRangeOf, isoDateOf } from "../../text/write-values.ts";
import {
  type AskableFamily,
  type FamilyConstruction,
  documentPhraseOf,
  type AskableThread,
} from "./family-askable.ts";
import { givesAway, upperFirst, clauseList, joinClauses } from "../wording.ts";

type WrongAnswerReply = FamilyConstruction["wrong"][number];

/** The wrong answer of a reader who trusts these facts. */
export const wrongAnswer = (
  answer: string,
  trap: WrongAnswerReply["trap"],
  facts: readonly FamilyFact[],
): WrongAnswerReply => ({
  answer,
  trap,
  documents: [...new Set(facts.map(({ document }) => document))],
});

/** The documents' statements of a value, neither stale nor disputed. */
export const validStatements = ({ statements }: Thread, value: string): FamilyFact[] =>
  statements.filter(fact => fact.value === value && fact.standing === undefined);

/** The near-twin's answer in the same words, if its value differs. */
export const twinWrongAnswers = (
  { twin, phraseFor }: AskableThread,
  right: string,
  answer = (fact: FamilyFact) => phraseFor("holds", fact),
): WrongAnswerReply[] =>
  twin && twin.value !== right ? [wrongAnswer(answer(twin), "twin", [twin])] : [];

/** The wrong answer of a reader who trusts all documents with the same value as this one. */
const wrongByValue = (
  { statements, phraseFor }: AskableThread,
  fact: FamilyFact,
  trap: WrongAnswerReply["trap"],
) =>
  wrongAnswer(
    phraseFor("holds", fact),
    trap,
    statements.filter(({ value }) => value === fact.value),
  );

/** A day drawn strictly between two days (ISO); undefined if there is none. */
function dayBetween(firstDay: string, lastDay: string, draw: Draw): string | undefined {
  const [first, last] = [dayRangeOf(firstDay)?.first, dayRangeOf(lastDay)?.first];
  if (first === undefined || last === undefined || last - first < 2) return undefined;
  return isoDateOf(first + 1 + draw(last - first - 1));
}

/** For each change on a day without a document, one day before and one after, between it and the neighbouring documents. */
export function asOfQuestions(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const days = documentDays(family);
  return family.threads.flatMap(thread =>
    changesBetweenDocuments(thread, days).flatMap(({ from }) => {
      const bounds = [days.findLast(day => day < from), from, days.find(day => day > from)];
      return [0, 1].flatMap(side => {
        const day = dayBetween(bounds[side] ?? "", bounds[side + 1] ?? "", draw);
        return day === undefined ? [] : questionForDay(family, thread, day);
      });
    }),
  );
}

function questionForDay(
  { wording }: AskableFamily,
  thread: AskableThread,
  day: string,
): FamilyConstruction[] {
  const valueOnDay = threadValueOn(thread, day);
  const rightFact = valueOnDay && validStatements(thread, valueOnDay.value)[0];
  const next = valueOnDay && thread.valuesInForce[thread.valuesInForce.indexOf(valueOnDay) + 1];
  if (!rightFact || (valueOnDay.from !== null && rightFact.from !== valueOnDay.from)) return [];
  const dayText = dayInWords(day, wording.language);
  const answer = (fact: FamilyFact) => thread.phraseFor("held-on-day", fact, { day: dayText });
  const question = thread.phraseFor("held-on-day?", undefined, { day: dayText });
  // An undated value is in force until the first dated one.
  const factsUntilNext =
    valueOnDay.from === null ? thread.statements.filter(({ from }) => from === next?.from) : [];
  const previous = thread.valuesInForce[thread.valuesInForce.indexOf(valueOnDay) - 1];
  const wrongAnswersOfOtherDay = (
    otherValue: ValueInForce | undefined,
    trap: WrongAnswerReply["trap"],
  ): WrongAnswerReply[] => {
    const facts = otherValue ? validStatements(thread, otherValue.value) : [];
    return facts.slice(0, 1).map(fact => wrongAnswer(answer(fact), trap, facts));
  };
  if (givesAway(question, rightFact.value, wording.language)) return [];
  return [
    {
      question,
      answer: answer(rightFact),
      facts: [rightFact, ...factsUntilNext.slice(0, 1)],
      asOf: day,
      wrong: [
        ...wrongAnswersOfOtherDay(previous, "superseded"),
        ...wrongAnswersOfOtherDay(next?.value === previous?.value ? undefined : next, "later"),
        ...twinWrongAnswers(thread, rightFact.value, answer),
      ],
    },
  ];
}

/** Questions about values replaced on known days; the first value is only in documents before the last. */
export function changeQuestions(family: AskableFamily): FamilyConstruction[] {
  const { language } = family.wording;
  const days = documentDays(family);
  return family.threads.flatMap((thread): FamilyConstruction[] => {
    const { phraseFor } = thread;
    const facts = thread.valuesInForce.flatMap(({ value }) =>
      validStatements(thread, value).slice(0, 1),
    );
    const [firstFact, ...laterFacts] = facts;
    const changes = changesBetweenDocuments(thread, days);
    const isComplete =
      facts.length === thread.valuesInForce.length && changes.length === laterFacts.length;
    if (!firstFact || laterFacts.length === 0 || !isComplete) return [];
    const statements = [
      phraseFor("changed-first", firstFact),
      ...changes.map(({ from }, index) =>
        phraseFor("changed-then", laterFacts[index], { day: dayInWords(from, language) }),
      ),
    ];
    return [
      {
        question: phraseFor("changed?"),
        answer: phraseFor("changed", firstFact, { list: clauseList(statements, language) }),
        facts,
        wrong: [wrongAnswer(phraseFor("changed-never", firstFact), "superseded", [firstFact])],
      },
    ];
  });
}

/** The sentence in which a document names the source of a value; without it the value could be a later change. */
function sourceSentence(
  { label }: Thread,
  stale: FamilyFact,
  old: FamilyFact,
  { documents, wording }: AskableFamily,
): FamilyFact[] {
  const [copy, source] = [stale, old].map(({ document }) => documents[document - 1]);
  const day = source?.published && dayInWords(source.published, wording.language);
  const sentence = copy?.sentences.find(
    ({ text }) => day && text.includes(day) && text.includes(label),
  );
  return sentence ? [{ ...stale, sentences: [sentence.number] }] : [];
}

/** Questions about the current value of a thing for which a document copied a value that was no longer in force. */
export const currentValueQuestions = (family: AskableFamily): FamilyConstruction[] =>
  family.threads.flatMap(thread =>
    thread.statements.flatMap((stale): FamilyConstruction[] => {
      const { holds, standing } = stale;
      const rightFact =
        holds && validStatements(thread, holds.value).find(({ from }) => from === holds.from);
      const [copiedFact] = validStatements(thread, stale.value).filter(
        ({ document }) => document < stale.document,
      );
      const source = copiedFact ? sourceSentence(thread, stale, copiedFact, family) : [];
      if (standing !== "stale" || !rightFact || !copiedFact || source.length === 0) return [];
      const reasons = {
        day: dayInWords(holds.from, family.wording.language),
        shown: documentPhraseOf(rightFact, family),
        kept: documentPhraseOf(stale, family),
        copied: documentPhraseOf(copiedFact, family),
      };
      return [
        {
          question: thread.phraseFor("holds?"),
          answer: thread.phraseFor("holds-why", rightFact, reasons),
          facts: [rightFact, stale, copiedFact, ...source],
          wrong: [
            wrongByValue(thread, stale, "stale"),
            ...twinWrongAnswers(thread, rightFact.value),
          ],
        },
      ];
    }),
  );

/** Questions about what documents state differently, with nothing to decide between them. */
export function disputeQuestions(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  return family.threads.flatMap((thread): FamilyConstruction[] => {
    const facts = disputedFacts(thread);
    if (facts.length === 0) return [];
    const { phraseFor } = thread;
    const clauses = facts.map(fact =>
      phraseFor("states", fact, { source: documentPhraseOf(fact, family) }),
    );
    const pickedFact = pick(draw, facts);
    const list = joinClauses(clauses, family.wording.language);
    return [
      {
        question: phraseFor("states?"),
        answer: upperFirst(phraseFor("disagree", undefined, { list })),
        facts,
        wrong: [
          wrongByValue(thread, pickedFact, "partial"),
          ...twinWrongAnswers(thread, pickedFact.value),
        ],
      },
    ];
  });
}
