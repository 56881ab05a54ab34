// Asks once what tasks a story bears, and keeps those of which code can prove all that they say.

import { storyPrompt } from "../../schemas/crud/stories/prompts.ts";
import {
  stories,
  type StoryTask,
  storyTasks,
  type StoryTasksRow,
} from "../../schemas/crud/stories/records.ts";
import { pool } from "../../schemas/crud/records.ts";
import { joinCorrection } from "../../schemas/items/correction-text.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { Claim } from "../../schemas/items/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import { derivationsOf } from "../text/derivation.ts";
import { wordingProblems } from "./question-wording.ts";
import { type Material, materialOf, shownArticle } from "./story-material.ts";
import {
  correctionFault,
  documentsIn,
  type Facts,
  type Fault,
  fault,
  idleFault,
  inventedFault,
  isFault,
  ofOneArticle,
  provenBeginning,
  provenClaims,
  type Reply,
  shareOf,
  spreadFault,
  usable,
} from "./story-proofs.ts";

type Made = Omit<StoryTask, "number">;
type Maker = (reply: Reply, material: Material) => Made | Fault | undefined;

/** An event this near to the summary gives it away. */
const GIVEN_AWAY = 0.6;
const onEvent = ["same", "follow-up"] as const;

interface Told {
  readonly facts: Facts;
  readonly reference: string;
  readonly worth: number;
}

/** A summary or a continuation, once its input is known. */
function reverseTask(
  type: "summarization" | "continuation",
  { input, told, reply, material }: { input: string; told: Told; reply: Reply; material: Material },
): Made | Fault {
  const claims = provenClaims(told.facts, material, usable(material, reply.articles, onEvent));
  if (isFault(claims)) return claims;
  const answer = told.reference.trim();
  const wrong = spreadFault(claims, input) ?? inventedFault({ answer, claims, input }, material);
  const rest = { claims, derivations: [], errors: [], worth: told.worth };
  return wrong ?? { type, input, answer, ...rest };
}

const summaryOf: Maker = (reply, material) => {
  const { summary: told } = reply;
  if (told === null) return undefined;
  const input = told.event.trim();
  if (shareOf(told.reference, input) >= GIVEN_AWAY)
    return fault("given-away", "The event says what the summary is to tell.");
  return reverseTask("summarization", { input, told, reply, material });
};

const continuationOf: Maker = (reply, material) => {
  const { continuation: told } = reply;
  if (told === null) return undefined;
  const input = provenBeginning(told.beginning, material);
  return typeof input === "string"
    ? reverseTask("continuation", { input, told, reply, material })
    : input;
};

/** By the number of articles it takes. */
const questionTypes = ["qa-1-document", "qa-2-documents", "qa-3-documents"] as const;

type Asked = Pick<
  NonNullable<Reply["question"]>,
  "question" | "answer" | "facts" | "derivations" | "worth"
>;

/** A question that code can prove; `needed` says which of its facts' places it needs. */
function askedOf(
  told: Asked,
  { reply, material }: { readonly reply: Reply; readonly material: Material },
  needed: (claims: readonly Claim[]) => readonly Claim[] | Fault,
): Made | Fault {
  const derivations = derivationsOf(told.derivations, material.language);
  const proven = provenClaims(
    told.facts,
    material,
    usable(material, reply.articles, [...onEvent, "background"]),
    derivations,
  );
  if (isFault(proven)) return proven;
  const claims = needed(proven);
  if (isFault(claims)) return claims;
  const [input, answer] = [told.question.trim(), told.answer.trim()];
  const [worded] = wordingProblems(input, answer, material.language);
  const wrong =
    (worded === undefined ? undefined : fault("wording", worded)) ??
    inventedFault({ answer, claims, input, derivations }, material);
  if (wrong) return wrong;
  const count = documentsIn(claims).length;
  const type = questionTypes[count - 1];
  return type === undefined
    ? fault("too-many-articles", `It takes ${count} articles.`)
    : { type, input, answer, claims: [...claims], derivations, errors: [], worth: told.worth };
}

const questionOf: Maker = (reply, material) =>
  reply.question === null
    ? undefined
    : askedOf(reply.question, { reply, material }, claims => idleFault(claims) ?? claims);

const singleOf: Maker = (reply, material) =>
  reply.single === null
    ? undefined
    : askedOf(
        reply.single,
        { reply, material },
        claims => ofOneArticle(claims) ?? fault("several-articles", "No article tells all of it."),
      );

const correctionOf: Maker = (reply, material) => {
  const { correction: told } = reply;
  if (told === null) return undefined;
  const isUsable = usable(material, reply.articles, onEvent);
  const claims = provenClaims(told.facts, material, isUsable);
  if (isFault(claims)) return claims;
  const answer = told.corrected.trim();
  const wrong =
    correctionFault(told, material, isUsable) ??
    inventedFault({ answer, claims, input: told.context }, material);
  if (wrong) return wrong;
  const input = joinCorrection({ beginning: told.context, continuation: told.text });
  const errors = told.errors.map(({ wrong: words, right, kind }) => ({
    wrong: words,
    right,
    kind,
  }));
  return { type: "correction", input, answer, claims, derivations: [], errors, worth: told.worth };
};

const makers: Readonly<Record<string, Maker>> = {
  summary: summaryOf,
  continuation: continuationOf,
  question: questionOf,
  correction: correctionOf,
  single: singleOf,
};

/** The tasks that stand, numbered, and what the others fell by. */
export function provenTasks(
  reply: Reply,
  material: Material,
): { tasks: StoryTask[]; lost: Lost[] } {
  const tasks: StoryTask[] = [];
  const lost: Lost[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const task = make(reply, material);
    if (task === undefined) continue;
    if (isFault(task)) lost.push({ code: task.code, detail: `${name}: ${task.detail}` });
    else tasks.push({ number: tasks.length + 1, ...task });
  }
  return { tasks, lost };
}

export const storyTasksStage = defineStage({
  name: "crud/story-tasks",
  module: import.meta.filename,
  prompts: [storyPrompt],
  over: stories,
  lookup: { pool, documents },
  writes: storyTasks,
  async each({ id, language, domain, heldOutId, documentIds }, { ask, tables }) {
    const golds = documentIds.map(documentId => tables.documents.get(documentId));
    const material = materialOf(tables.pool.get(heldOutId), golds);
    const reply = await ask(storyPrompt, language, {
      withheld: shownArticle(material, material.withheld),
      articles: golds.map((gold, at) => ({ number: at + 1, ...shownArticle(material, gold) })),
    });
    const { tasks, lost } = provenTasks(reply, material);
    const why = reply.declined.join(" ") || "It bears none.";
    if (tasks.length === 0 && lost.length === 0) return declined<StoryTasksRow>("no-task", why);
    const [first] = lost;
    if (tasks.length === 0 && first) return rejected<StoryTasksRow>(first.code, first.detail);
    const relations = new Map(reply.articles.map(({ number, tells }) => [number, tells]));
    const articles = documentIds.map((documentId, at) => ({
      documentId,
      tells: relations.get(at + 1) ?? ("unrelated" as const),
    }));
    const row = { id: rowId("tasks", id), language, domain, heldOutId, articles, tasks };
    return made<StoryTasksRow>([row], lost);
  },
});
