// Judges a story's task by its second reading: whether it is accepted, which parts of its answer both readers needed, and whether something is missing.

import type { ReplyOf } from "../../schemas/define.ts";
import type { storyReadingPrompt } from "../../schemas/crud/stories/prompts.ts";
import type { StoryDraftRow, StoryTask } from "../../schemas/crud/stories/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Claim } from "../../schemas/items/records.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { missingDetails, statesDetail } from "../questions/answer-details.ts";
import { provenResults, unsupportedValues } from "../text/derivation.ts";
import { isCountOrOrdinal } from "../text/number-words.ts";
import { areSimilarAnswers, coverEachOther, statesClaim } from "./same-statements.ts";
import { isCorrectedBy, overlapOf } from "./found-errors.ts";
import { joinSentences, type Material, sentencesStating } from "./story-material.ts";
import { documentsNeeded, type Fault, fault, sourceTexts } from "./story-proofs.ts";

type StoryReading = NonNullable<ReplyOf<typeof storyReadingPrompt>["readings"][number]>;

const minWorth = 3;

export const taskNames = {
  summarization: "summary",
  continuation: "continuation",
  "qa-1-document": "question",
  "qa-2-documents": "question",
  "qa-3-documents": "question",
  correction: "correction",
} as const;

/** The sentences that the tasks rest on. */
export const citedSentencesOf = (
  tasks: readonly StoryTask[],
  material: Material,
): PlacedSentence[] =>
  sentencesStating(
    tasks.flatMap(({ claims }) => claims),
    material,
  );

/** The fault if the reader missed a planted error, corrected it differently, or found another one. */
function errorsFault(
  { errors, input }: StoryTask,
  { errors: found }: StoryReading,
  material: Material,
): Fault | undefined {
  const missedError = errors.find(
    error =>
      !found.some(readerCorrection => isCorrectedBy(readerCorrection, error, input, material)),
  );
  if (missedError) return fault("error-not-found", `A reader did not find "${missedError.wrong}".`);
  const furtherError = found.find(
    foundError => !errors.some(error => overlapOf(input, error, foundError)),
  );
  return (
    furtherError && fault("further-error", `A reader also finds "${furtherError.wrong}" wrong.`)
  );
}

/** Intermediate results, which other derivations use. */
const intermediateResults = (
  { derivations }: StoryTask,
  givenSources: readonly string[],
  language: Language,
) =>
  provenResults(derivations, givenSources, language).filter(result =>
    derivations.some(({ operands }) => operands.includes(result)),
  );

/** The fault if the reader's answer differs, or lacks a value or code that no cited sentence states; intermediate results do not count. */
function answerFault(
  task: StoryTask,
  { answer: readerAnswer }: StoryReading,
  material: Material,
): Fault | undefined {
  if (readerAnswer.trim() === "") return fault("not-answerable", "A reader found no answer.");
  const { input, answer, derivations } = task;
  const { language } = material;
  if (!areSimilarAnswers(answer, readerAnswer, language))
    return fault("answers-differ", `A reader answers: ${readerAnswer}`);
  const givenSources = [input, ...sourceTexts(citedSentencesOf([task], material))];
  const statedSources = [...givenSources, ...intermediateResults(task, givenSources, language)];
  // The reader need not have computed a derived value if it found its operands.
  const unstatedValues = unsupportedValues(answer, statedSources, [], language);
  const unprovenDetails = missingDetails(
    answer,
    [readerAnswer, input],
    language,
    derivations,
  ).filter(
    detail =>
      !isCountOrOrdinal(detail.text) &&
      (detail.kind === "value"
        ? unstatedValues.includes(detail.text)
        : detail.kind === "code" &&
          !statedSources.some(source => statesDetail(source, detail, language))),
  );
  if (unprovenDetails.length === 0) return undefined;
  const lacking = unprovenDetails.map(({ text }) => text).join(", ");
  return fault("answers-differ", `A reader's answer lacks ${lacking}.`);
}

/** The fault if articles contradict each other and the task rests on only one side. */
function conflictFault(
  task: StoryTask,
  { conflicts }: StoryReading,
  material: Material,
): Fault | undefined {
  const citedNumbers = new Set(citedSentencesOf([task], material).map(({ number }) => number));
  const conflict = conflicts.find(
    numbers =>
      numbers.some(each => citedNumbers.has(each)) &&
      !numbers.every(each => citedNumbers.has(each)),
  );
  return (
    conflict && fault("contradicted", `Sentences ${conflict.join(" and ")} contradict each other.`)
  );
}

/** The fault of a task according to its reading, if any. */
export function readingFault(
  task: StoryTask,
  reading: StoryReading | undefined,
  material: Material,
): Fault | undefined {
  if (reading === undefined) return fault("not-read", "The second reader skipped it.");
  if (!reading.clear) return fault("unclear", "A reader could not tell what it asks for.");
  if (reading.worth < minWorth)
    return fault("not-worth-asking", `A reader rated it ${reading.worth} out of 5.`);
  const disputed = conflictFault(task, reading, material);
  if (disputed) return disputed;
  if (task.type === "correction") return errorsFault(task, reading, material);
  if (taskNames[task.type] === "question") return answerFault(task, reading, material);
  const [first] = reading.unsupported.flatMap(number => task.claims[number - 1] ?? []);
  return first && fault("unsupported-fact", `A reader finds no sentence for "${first.claim}".`);
}

/** Claims that the second reader neither states nor needed for the answer. */
function extraClaims(
  { claims, derivations }: StoryTask,
  { answer: readerAnswer, sentences: usedNumbers }: StoryReading,
  material: Material,
): Claim[] {
  if (usedNumbers.length === 0) return [];
  const computedValues = derivations.flatMap(({ operands, result }) => [...operands, result]);
  return claims.filter(
    claim =>
      !sentencesStating([claim], material).some(({ number }) => usedNumbers.includes(number)) &&
      !statesClaim(readerAnswer, claim.claim, material.language) &&
      !computedValues.some(value => claim.claim.includes(value)),
  );
}

/** Whether the second reader's answer has a value from a sentence that the task does not cite. */
function isIncomplete(
  task: StoryTask,
  { answer: readerAnswer, sentences: usedNumbers }: StoryReading,
  material: Material,
): boolean {
  const { input, answer, claims, derivations } = task;
  const ownNumbers = new Set(sentencesStating(claims, material).map(({ number }) => number));
  const furtherSources = sourceTexts(
    material.sentences.filter(
      ({ number }) => usedNumbers.includes(number) && !ownNumbers.has(number),
    ),
  );
  return missingDetails(readerAnswer, [answer, input], material.language, derivations).some(
    detail =>
      detail.kind === "value" &&
      !isCountOrOrdinal(detail.text) &&
      furtherSources.some(source => statesDetail(source, detail, material.language)),
  );
}

/** The question with the part of its answer that both readers needed, if that part needs the same articles. */
function agreedQuestion(task: StoryTask, reading: StoryReading, material: Material): AgreedTask {
  const { language } = material;
  const surplusClaims = extraClaims(task, reading, material);
  const claims = task.claims.filter(claim => !surplusClaims.includes(claim));
  const needsSameArticles = documentsNeeded(claims).length === documentsNeeded(task.claims).length;
  if (!needsSameArticles) return { task, right: 4 };
  const answer = joinSentences(
    claims.map(({ claim }) => claim),
    language,
  );
  const isAgreed = coverEachOther(answer, reading.answer, language);
  const right = isAgreed && !isIncomplete(task, reading, material) ? 5 : 4;
  return { task: { ...task, claims, answer }, right };
}

type AgreedTask = Pick<StoryDraftRow, "task" | "right">;

/** An accepted task, with what both readers agree on. */
export function agreedTask(task: StoryTask, reading: StoryReading, material: Material): AgreedTask {
  if (taskNames[task.type] === "question") return agreedQuestion(task, reading, material);
  return task.type === "correction"
    ? { task }
    : { task, right: reading.missing.length > 0 ? 4 : 5 };
}
