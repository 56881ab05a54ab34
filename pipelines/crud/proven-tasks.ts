// Turns the reply for a story into tasks, provided code can prove everything they say.

import type { Parts } from "../../schemas/crud/stories/prompts.ts";
import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import { joinCorrection } from "../../schemas/items/correction-text.ts";
import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Claim } from "../../schemas/items/records.ts";
import type { Lost } from "../engine/stage.ts";
import { inferDerivation } from "../questions/inferred-derivations.ts";
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
/** Makes a reply's tasks of one kind, each a task or a fault; none if the reply has none. */
type Maker = (reply: Reply, material: Material) => readonly (UnnumberedTask | Fault)[];

/** An event with this share of the summary gives it away. */
const GIVEN_AWAY = 0.6;
const onEvent = ["same", "follow-up"] as const;

const wholeOf = (parts: Parts, { language }: Material): string =>
  joined(
    parts.map(({ text }) => text),
    language,
  );

/** How many sentences of the withheld article after the beginning the answer covers, by the numbers it cites. */
function coverage(
  parts: Parts,
  { withheld, sentences }: Material,
  beginning = "",
): NonNullable<StoryTask["original"]> {
  const given = withoutSpace(beginning);
  const own = sentences.filter(
    ({ documentId, text }) => documentId === withheld.id && !given.includes(withoutSpace(text)),
  );
  const cited = new Set(parts.flatMap(({ original = [] }) => original));
  return {
    sentences: own.length,
    told: own.filter(({ number }) => cited.has(number)).length,
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
    draft,
    reply,
    material,
  }: { input: string; draft: TaskAnswer; reply: Reply; material: Material },
): UnnumberedTask | Fault {
  const isUsable = usable(material, reply.articles, onEvent);
  const claims = provenClaims(draft.answer, material, isUsable, { input });
  if (isFault(claims)) return claims;
  const answer = wholeOf(draft.answer, material);
  const original = coverage(draft.answer, material, type === "continuation" ? input : "");
  const rest = { claims, derivations: [], original, errors: [], worth: draft.worth };
  return spreadFault(claims, input) ?? { type, input, answer, ...rest };
}

const summaryOf: Maker = (reply, material) => {
  const { summary: draft } = reply;
  if (draft === null) return [];
  const input = draft.event.trim();
  return [
    shareOf(wholeOf(draft.answer, material), input) >= GIVEN_AWAY
      ? fault("given-away", "The event says what the summary should say.")
      : reverseTask("summarization", { input, draft, reply, material }),
  ];
};

const continuationOf: Maker = (reply, material) => {
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

type SingleReply = NonNullable<Reply["singles"][number]>;

/** How its values are computed: the derivations it gives, and sums or differences it does not mention. */
function computedIn(
  { question, answer, derivations: draft }: SingleReply,
  material: Material,
): Derivation[] {
  const { sentences, language } = material;
  const derivations = derivationsOf(draft, language);
  const numbers = new Set(answer.flatMap(part => part.sentences));
  const sources = [...sourcesOf(sentences.filter(({ number }) => numbers.has(number))), question];
  return [
    ...derivations,
    ...unsupportedValues(wholeOf(answer, material), sources, derivations, language).flatMap(
      value => inferDerivation(value, sources, language) ?? [],
    ),
  ];
}

/** A question that code can prove; `needed` selects the places of its facts that it needs. */
function askedOf(
  draft: SingleReply,
  { reply, material }: { readonly reply: Reply; readonly material: Material },
  needed: (claims: readonly Claim[]) => readonly Claim[] | Fault,
): UnnumberedTask | Fault {
  const derivations = computedIn(draft, material);
  const [input, answer] = [draft.question.trim(), wholeOf(draft.answer, material)];
  const proven = provenClaims(
    draft.answer,
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
    ? fault("too-many-articles", `It needs ${count} articles.`)
    : { type, input, answer, claims: [...claims], derivations, errors: [], worth: draft.worth };
}

const given = <T>(tasks: readonly (T | null)[]): T[] => tasks.flatMap(task => task ?? []);

const questionsOf: Maker = (reply, material) =>
  given(reply.questions).map(draft => {
    const task = askedOf(
      draft,
      { reply, material },
      claims => idleFault(claims, material) ?? claims,
    );
    return isFault(task) ? task : { ...task, joins: draft.kind };
  });

const singlesOf: Maker = (reply, material) =>
  given(reply.singles).map(draft =>
    askedOf(
      draft,
      { reply, material },
      claims => ofOneArticle(claims) ?? fault("several-articles", "No article states all of it."),
    ),
  );

const correctionOf: Maker = (reply, material) => {
  const { correction: draft } = reply;
  if (draft === null) return [];
  const isUsable = usable(material, reply.articles, onEvent);
  const answer = rightedText(draft);
  const claims = provenClaims(draft.facts, material, isUsable);
  if (isFault(claims)) return [claims];
  const wrong =
    correctionFault(draft, material, isUsable) ??
    inventedFault({ answer, claims, input: draft.context }, material);
  if (wrong) return [wrong];
  const input = joinCorrection({ beginning: draft.context, continuation: draft.text });
  const errors = draft.errors.map(({ wrong: words, right, kind }) => ({
    wrong: words,
    right,
    kind,
  }));
  const { worth } = draft;
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

/** The fault of a question that shares most of its places with an earlier one, and so asks much the same. */
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

/** The proven tasks, and why the others were dropped. */
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
