// The tasks that a story's reply tells of, where code can prove all that they say.

import type { Parts } from "../../schemas/crud/stories/prompts.ts";
import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import { joinCorrection } from "../../schemas/items/correction-text.ts";
import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Claim } from "../../schemas/items/records.ts";
import type { Lost } from "../engine/stage.ts";
import { inferDerivation } from "../questions/inferred.ts";
import { derivationsOf, unsupportedValues } from "../text/derivation.ts";
import { wordingProblems } from "./question-wording.ts";
import { correctionFault, inventedFault, rightedText } from "./story-correction.ts";
import { joined, type Material, placesIn } from "./story-material.ts";
import {
  documentsNeeded,
  type Fault,
  fault,
  idleFault,
  isFault,
  ofOneArticle,
  provenBeginning,
  provenClaims,
  type Reply,
  shareOf,
  sourcesOf,
  spreadFault,
  usable,
  withoutSpace,
} from "./story-proofs.ts";

/** A task that is not numbered yet. */
export type UnnumberedTask = Omit<StoryTask, "number">;
/** What a reply tells of a kind of task, each made or at fault; a task of which it tells nothing is none. */
type Maker = (reply: Reply, material: Material) => readonly (UnnumberedTask | Fault)[];

/** An event this near to the summary gives it away. */
const GIVEN_AWAY = 0.6;
const onEvent = ["same", "follow-up"] as const;

const wholeOf = (parts: Parts, { language }: Material): string =>
  joined(
    parts.map(({ text }) => text),
    language,
  );

/** How much of the withheld article behind the beginning the answer tells: of sentences, those that its own name. */
function toldOfOriginal(
  parts: Parts,
  { withheld, sentences }: Material,
  beginning = "",
): NonNullable<StoryTask["original"]> {
  const given = withoutSpace(beginning);
  const own = sentences.filter(
    ({ documentId, text }) => documentId === withheld.id && !given.includes(withoutSpace(text)),
  );
  const told = new Set(parts.flatMap(({ original = [] }) => original));
  return {
    sentences: own.length,
    told: own.filter(({ number }) => told.has(number)).length,
  };
}

interface TaskAnswer {
  readonly answer: Parts;
  readonly worth: number;
}

/** A summary or a continuation, once its input is known. */
function reverseTask(
  type: "summarization" | "continuation",
  {
    input,
    told,
    reply,
    material,
  }: { input: string; told: TaskAnswer; reply: Reply; material: Material },
): UnnumberedTask | Fault {
  const isUsable = usable(material, reply.articles, onEvent);
  const claims = provenClaims(told.answer, material, isUsable, { input });
  if (isFault(claims)) return claims;
  const answer = wholeOf(told.answer, material);
  const original = toldOfOriginal(told.answer, material, type === "continuation" ? input : "");
  const rest = { claims, derivations: [], original, errors: [], worth: told.worth };
  return spreadFault(claims, input) ?? { type, input, answer, ...rest };
}

const summaryOf: Maker = (reply, material) => {
  const { summary: told } = reply;
  if (told === null) return [];
  const input = told.event.trim();
  return [
    shareOf(wholeOf(told.answer, material), input) >= GIVEN_AWAY
      ? fault("given-away", "The event says what the summary is to tell.")
      : reverseTask("summarization", { input, told, reply, material }),
  ];
};

const continuationOf: Maker = (reply, material) => {
  const { continuation: told } = reply;
  if (told === null) return [];
  const input = provenBeginning(told.beginning, material);
  return [
    typeof input === "string"
      ? reverseTask("continuation", { input, told, reply, material })
      : input,
  ];
};

/** By the number of articles it takes. */
const questionTypes = ["qa-1-document", "qa-2-documents", "qa-3-documents"] as const;

type SingleReply = NonNullable<Reply["singles"][number]>;

/** What computes its values: what it tells, and the sum or difference that a value is without its saying so. */
function computedIn(
  { question, answer, derivations: told }: SingleReply,
  material: Material,
): Derivation[] {
  const { sentences, language } = material;
  const derivations = derivationsOf(told, language);
  const numbers = new Set(answer.flatMap(part => part.sentences));
  const sources = [...sourcesOf(sentences.filter(({ number }) => numbers.has(number))), question];
  return [
    ...derivations,
    ...unsupportedValues(wholeOf(answer, material), sources, derivations, language).flatMap(
      value => inferDerivation(value, sources, language) ?? [],
    ),
  ];
}

/** A question that code can prove; `needed` says which of its facts' places it needs. */
function askedOf(
  told: SingleReply,
  { reply, material }: { readonly reply: Reply; readonly material: Material },
  needed: (claims: readonly Claim[]) => readonly Claim[] | Fault,
): UnnumberedTask | Fault {
  const derivations = computedIn(told, material);
  const [input, answer] = [told.question.trim(), wholeOf(told.answer, material)];
  const proven = provenClaims(
    told.answer,
    material,
    usable(material, reply.articles, [...onEvent, "background"]),
    { derivations, input },
  );
  if (isFault(proven)) return proven;
  const claims = needed(proven);
  if (isFault(claims)) return claims;
  const [worded] = wordingProblems(input, answer, material.language);
  if (worded !== undefined) return fault("wording", worded);
  const count = documentsNeeded(claims).length;
  const type = questionTypes[count - 1];
  return type === undefined
    ? fault("too-many-articles", `It takes ${count} articles.`)
    : { type, input, answer, claims: [...claims], derivations, errors: [], worth: told.worth };
}

const given = <T>(tasks: readonly (T | null)[]): T[] => tasks.flatMap(task => task ?? []);

const questionsOf: Maker = (reply, material) =>
  given(reply.questions).map(told => {
    const task = askedOf(
      told,
      { reply, material },
      claims => idleFault(claims, material) ?? claims,
    );
    return isFault(task) ? task : { ...task, joins: told.kind };
  });

const singlesOf: Maker = (reply, material) =>
  given(reply.singles).map(told =>
    askedOf(
      told,
      { reply, material },
      claims => ofOneArticle(claims) ?? fault("several-articles", "No article tells all of it."),
    ),
  );

const correctionOf: Maker = (reply, material) => {
  const { correction: told } = reply;
  if (told === null) return [];
  const isUsable = usable(material, reply.articles, onEvent);
  const answer = rightedText(told);
  const claims = provenClaims(told.facts, material, isUsable);
  if (isFault(claims)) return [claims];
  const wrong =
    correctionFault(told, material, isUsable) ??
    inventedFault({ answer, claims, input: told.context }, material);
  if (wrong) return [wrong];
  const input = joinCorrection({ beginning: told.context, continuation: told.text });
  const errors = told.errors.map(({ wrong: words, right, kind }) => ({
    wrong: words,
    right,
    kind,
  }));
  const { worth } = told;
  return [{ type: "correction", input, answer, claims, derivations: [], errors, worth }];
};

const makers: Readonly<Record<string, Maker>> = {
  summary: summaryOf,
  continuation: continuationOf,
  question: questionsOf,
  correction: correctionOf,
  single: singlesOf,
};

const isQuestion = ({ type }: UnnumberedTask): boolean => questionTypes.some(each => each === type);

/** A question is asked once: another of which most places are its own asks much the same. */
function twinFault(task: UnnumberedTask, before: readonly UnnumberedTask[]): Fault | undefined {
  const own = placesIn(task.claims);
  const twin = before.find(
    other =>
      isQuestion(task) &&
      isQuestion(other) &&
      [...placesIn(other.claims)].filter(place => own.has(place)).length * 2 > own.size,
  );
  return twin && fault("asked-before", `It rests on what "${twin.input}" rests on.`);
}

/** The tasks that stand, and what the others fell by. */
export function provenTasks(
  reply: Reply,
  material: Material,
): { tasks: UnnumberedTask[]; lost: Lost[] } {
  const tasks: UnnumberedTask[] = [];
  const lost: Lost[] = [];
  for (const [name, make] of Object.entries(makers))
    for (const task of make(reply, material)) {
      const wrong = isFault(task) ? task : twinFault(task, tasks);
      if (wrong) lost.push({ code: wrong.code, detail: `${name}: ${wrong.detail}` });
      else if (!isFault(task)) tasks.push(task);
    }
  return { tasks, lost };
}
