// Turns the reply for a story into tasks, provided code can prove everything they say.

import type { AnswerParts } from "../../schemas/crud/stories/prompts.ts";
import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import { joinCorrection } from "../../schemas/items/correction-text.ts";
import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Claim } from "../../schemas/items/records.ts";
import type { LostPart } from "../engine/stage.ts";
import { inferDerivation } from "../questions/inferred-derivations.ts";
import { derivationsOf, unsupportedValues } from "../text/derivation.ts";
import { removeSpace } from "../text/gram-sets.ts";
import { wordingProblems } from "./question-wording.ts";
import { correctionFault, unsupportedValueFault, correctedText } from "./story-correction.ts";
import { joinSentences, type Material, placesIn } from "./story-material.ts";
import {
  documentsNeeded,
  type Fault,
  fault,
  unneededFault,
  isFault,
  claimsOfOneArticle,
  provenBeginning,
  provenClaims,
  type Reply,
  gramShareOf,
  sourceTexts,
  spreadFault,
  usableArticles,
} from "./story-proofs.ts";

/** A task that is not numbered yet. */
export type UnnumberedTask = Omit<StoryTask, "number">;
/** Makes the tasks of one kind from a reply, with a fault in place of each that cannot be used; empty if the reply has none. */
type TaskMaker = (reply: Reply, material: Material) => readonly (UnnumberedTask | Fault)[];

/** An event line that contains this share of the summary gives it away. */
const minGivenAwayShare = 0.6;
const eventRelations = ["same", "follow-up"] as const;

const joinParts = (parts: AnswerParts, { language }: Material): string =>
  joinSentences(
    parts.map(({ text }) => text),
    language,
  );

/** Counts the withheld article's sentences after the beginning, and those of them whose numbers the answer cites. */
function coverage(
  parts: AnswerParts,
  { withheld, sentences }: Material,
  beginning = "",
): NonNullable<StoryTask["original"]> {
  const givenText = removeSpace(beginning);
  const ownSentences = sentences.filter(
    ({ documentId, text }) => documentId === withheld.id && !givenText.includes(removeSpace(text)),
  );
  const originalNumbers = new Set(parts.flatMap(({ original = [] }) => original));
  return {
    sentences: ownSentences.length,
    told: ownSentences.filter(({ number }) => originalNumbers.has(number)).length,
  };
}

interface TaskAnswer {
  readonly answer: AnswerParts;
  readonly worth: number;
}

/** A summary or a continuation, once its input is known. */
function reverseTask(
  type: "summarization" | "continuation",
  {
    input,
    draft,
    reply,
    material,
  }: { input: string; draft: TaskAnswer; reply: Reply; material: Material },
): UnnumberedTask | Fault {
  const usableIds = usableArticles(material, reply.articles, eventRelations);
  const claims = provenClaims(draft.answer, material, usableIds, { input });
  if (isFault(claims)) return claims;
  const answer = joinParts(draft.answer, material);
  const original = coverage(draft.answer, material, type === "continuation" ? input : "");
  const commonFields = { claims, derivations: [], original, errors: [], worth: draft.worth };
  return spreadFault(claims, input) ?? { type, input, answer, ...commonFields };
}

const summaryOf: TaskMaker = (reply, material) => {
  const { summary: draft } = reply;
  if (draft === null) return [];
  const input = draft.event.trim();
  return [
    gramShareOf(joinParts(draft.answer, material), input) >= minGivenAwayShare
      ? fault("given-away", "The event says what the summary should say.")
      : reverseTask("summarization", { input, draft, reply, material }),
  ];
};

const continuationOf: TaskMaker = (reply, material) => {
  const { continuation: draft } = reply;
  if (draft === null) return [];
  const input = provenBeginning(draft.beginning, material);
  return [
    typeof input === "string"
      ? reverseTask("continuation", { input, draft, reply, material })
      : input,
  ];
};

/** Question types by the number of articles they need. */
const questionTypes = ["qa-1-document", "qa-2-documents", "qa-3-documents"] as const;

type QuestionDraft = NonNullable<Reply["singles"][number]>;

/** The derivations of a draft's values: those it gives, and sums or differences that it does not mention. */
function derivationsIn(
  { question, answer, derivations: draft }: QuestionDraft,
  material: Material,
): Derivation[] {
  const { sentences, language } = material;
  const derivations = derivationsOf(draft, language);
  const numbers = new Set(answer.flatMap(part => part.sentences));
  const sources = [...sourceTexts(sentences.filter(({ number }) => numbers.has(number))), question];
  return [
    ...derivations,
    ...unsupportedValues(joinParts(answer, material), sources, derivations, language).flatMap(
      value => inferDerivation(value, sources, language) ?? [],
    ),
  ];
}

/** A question that code can prove; `needed` selects the places that the question needs from those that state its facts. */
function provenQuestion(
  draft: QuestionDraft,
  { reply, material }: { readonly reply: Reply; readonly material: Material },
  needed: (claims: readonly Claim[]) => readonly Claim[] | Fault,
): UnnumberedTask | Fault {
  const derivations = derivationsIn(draft, material);
  const [input, answer] = [draft.question.trim(), joinParts(draft.answer, material)];
  const proven = provenClaims(
    draft.answer,
    material,
    usableArticles(material, reply.articles, [...eventRelations, "background"]),
    { derivations, input },
  );
  if (isFault(proven)) return proven;
  const claims = needed(proven);
  if (isFault(claims)) return claims;
  const [wordingProblem] = wordingProblems(input, answer, material.language);
  if (wordingProblem !== undefined) return fault("wording", wordingProblem);
  const documentCount = documentsNeeded(claims).length;
  const type = questionTypes[documentCount - 1];
  return type === undefined
    ? fault("too-many-articles", `It needs ${documentCount} articles.`)
    : { type, input, answer, claims: [...claims], derivations, errors: [], worth: draft.worth };
}

const presentTasks = <T>(tasks: readonly (T | null)[]): T[] => tasks.flatMap(task => task ?? []);

const questionsOf: TaskMaker = (reply, material) =>
  presentTasks(reply.questions).map(draft => {
    const task = provenQuestion(
      draft,
      { reply, material },
      claims => unneededFault(claims, material) ?? claims,
    );
    return isFault(task) ? task : { ...task, joins: draft.kind };
  });

const singlesOf: TaskMaker = (reply, material) =>
  presentTasks(reply.singles).map(draft =>
    provenQuestion(
      draft,
      { reply, material },
      claims =>
        claimsOfOneArticle(claims) ?? fault("several-articles", "No article states all of it."),
    ),
  );

const correctionOf: TaskMaker = (reply, material) => {
  const { correction: draft } = reply;
  if (draft === null) return [];
  const usableIds = usableArticles(material, reply.articles, eventRelations);
  const answer = correctedText(draft);
  const claims = provenClaims(draft.facts, material, usableIds);
  if (isFault(claims)) return [claims];
  const problem =
    correctionFault(draft, material, usableIds) ??
    unsupportedValueFault({ answer, claims, input: draft.context }, material);
  if (problem) return [problem];
  const input = joinCorrection({ beginning: draft.context, continuation: draft.text });
  const errors = draft.errors.map(({ wrong: words, right, kind }) => ({
    wrong: words,
    right,
    kind,
  }));
  const { worth } = draft;
  return [{ type: "correction", input, answer, claims, derivations: [], errors, worth }];
};

const taskMakers: Readonly<Record<string, TaskMaker>> = {
  summary: summaryOf,
  continuation: continuationOf,
  question: questionsOf,
  correction: correctionOf,
  single: singlesOf,
};

const isQuestion = ({ type }: UnnumberedTask): boolean => questionTypes.some(each => each === type);

/** The fault of a question that shares most of its places with an earlier one, and so asks nearly the same thing. */
function duplicateFault(
  task: UnnumberedTask,
  earlierTasks: readonly UnnumberedTask[],
): Fault | undefined {
  const ownPlaces = placesIn(task.claims);
  const duplicate = earlierTasks.find(
    other =>
      isQuestion(task) &&
      isQuestion(other) &&
      [...placesIn(other.claims)].filter(place => ownPlaces.has(place)).length * 2 > ownPlaces.size,
  );
  return (
    duplicate && fault("asked-before", `It rests on the same evidence as "${duplicate.input}".`)
  );
}

/** The proven tasks, and why the others were dropped. */
export function provenTasks(
  reply: Reply,
  material: Material,
): { tasks: UnnumberedTask[]; losses: LostPart[] } {
  const tasks: UnnumberedTask[] = [];
  const losses: LostPart[] = [];
  for (const [name, make] of Object.entries(taskMakers))
    for (const task of make(reply, material)) {
      const problem = isFault(task) ? task : duplicateFault(task, tasks);
      if (problem) losses.push({ code: problem.code, detail: `${name}: ${problem.detail}` });
      else if (!isFault(task)) tasks.push(task);
    }
  return { tasks, losses };
}
