// Has a second reader look each task of a story up without its answer; what both agree on goes on.

import type { ReplyOf } from "../../schemas/define.ts";
import { storyReadingPrompt } from "../../schemas/crud/stories/prompts.ts";
import {
  type StoryDraftRow,
  storyDrafts,
  type StoryTask,
  storyTasks,
  type StoryTasksRow,
  type ToldStory,
} from "../../schemas/crud/stories/records.ts";
import { pool } from "../../schemas/crud/records.ts";
import { correctionParts } from "../../schemas/items/correction-text.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { missingDetails, saysDetail } from "../questions/details.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { isCounted } from "../text/number-words.ts";
import { grams } from "../text/similarity.ts";
import { type Material, materialOf, shownArticle, statedBy } from "./story-material.ts";
import { type Fault, fault, sourcesOf } from "./story-proofs.ts";

type Reading = NonNullable<ReplyOf<typeof storyReadingPrompt>["readings"][number]>;

/** Of what two say of one thing the shorter has so many of its bigrams in the longer. */
const ALIKE = 0.4;
/** Sentences on either side of a cited one that the reader sees. */
const AROUND = 1;
const LOWEST_WORTH = 3;

const names = {
  summarization: "summary",
  continuation: "continuation",
  "qa-1-document": "question",
  "qa-2-documents": "question",
  "qa-3-documents": "question",
  correction: "correction",
} as const;

const toldFacts = ({ type, claims }: StoryTask) =>
  type === "summarization" || type === "continuation"
    ? claims.map(({ claim }, at) => ({ number: at + 1, fact: claim }))
    : [];

function shownTask(task: StoryTask) {
  const { number, type, input } = task;
  const parts = correctionParts(input);
  return {
    number,
    task: names[type],
    ...(type === "correction"
      ? { input: parts.continuation, context: parts.beginning }
      : { input, context: "" }),
    facts: toldFacts(task),
  };
}

/** Sentences that the tasks rest on. */
const citedBy = (tasks: readonly StoryTask[], material: Material): PlacedSentence[] =>
  statedBy(
    tasks.flatMap(({ claims }) => claims),
    material,
  );

/** Those, and what stands beside them: enough to look a fact up without being led to it. */
function isShown(material: Material, tasks: readonly StoryTask[]) {
  const cited = citedBy(tasks, material);
  return ({ number, documentId }: PlacedSentence) =>
    cited.some(near => near.documentId === documentId && Math.abs(near.number - number) <= AROUND);
}

/** Of each article the sentences that its tasks rest on, and those beside them. */
const shownArticles = (
  golds: readonly DocumentRow[],
  tasks: readonly StoryTask[],
  material: Material,
) =>
  golds
    .map((gold, at) => ({
      number: at + 1,
      ...shownArticle(material, gold, isShown(material, tasks)),
    }))
    .filter(({ sentences }) => sentences.length > 0);

function isSame(one: string, other: string): boolean {
  const [short = "", long = ""] = [fold(one), fold(other)].sort((a, b) => a.length - b.length);
  const [own, all] = [[...grams(short, 2)], grams(long, 2)];
  if (short === "") return false;
  return long.includes(short) || own.filter(gram => all.has(gram)).length >= ALIKE * own.length;
}

/** Every planted error was found and put right the same way, with its values, in whatever words; and no other. */
function errorsFault(
  { errors }: StoryTask,
  { errors: found }: Reading,
  { language }: Material,
): Fault | undefined {
  const of = (error: StoryTask["errors"][number]) =>
    found.find(
      ({ wrong, right }) =>
        isSame(wrong, error.wrong) &&
        isSame(right, error.right) &&
        unsupportedValues(error.right, [right], [], language).length === 0,
    );
  const missed = errors.find(error => of(error) === undefined);
  if (missed) return fault("error-not-found", `A reader did not find "${missed.wrong}".`);
  const other = found.find(({ wrong }) => !errors.some(error => isSame(wrong, error.wrong)));
  return other && fault("further-error", `A reader finds "${other.wrong}" wrong, too.`);
}

/**
 * A value or code that no cited sentence states the reader must have found, too; of the rest two readers need not tell the
 * same asides, but the greater part.
 */
function answerFault(
  task: StoryTask,
  { answer: read }: Reading,
  material: Material,
): Fault | undefined {
  if (read.trim() === "") return fault("not-answerable", "A reader found no answer.");
  const { input, answer, derivations } = task;
  const { language } = material;
  const missingFrom = (sources: readonly string[]) =>
    missingDetails(answer, sources, language, derivations).filter(({ text }) => !isCounted(text));
  const missing = missingFrom([read, input]);
  const stated = sourcesOf(citedBy([task], material));
  const unproved = missing.filter(
    detail =>
      detail.kind !== "name" && !stated.some(source => saysDetail(source, detail, language)),
  );
  const isFew = missing.length * 2 <= missingFrom([input]).length;
  if (unproved.length === 0 && isFew) return undefined;
  const lacking = (isFew ? unproved : missing).map(({ text }) => text).join(", ");
  return fault("answers-differ", `A reader's answer lacks ${lacking}.`);
}

/** What the reading says against a task. */
export function readingFault(
  task: StoryTask,
  reading: Reading | undefined,
  material: Material,
): Fault | undefined {
  if (reading === undefined) return fault("not-read", "The second reader passed it over.");
  if (!reading.clear) return fault("unclear", "A reader could not tell what is asked.");
  if (reading.worth < LOWEST_WORTH)
    return fault("not-worth-asking", `A reader gave it ${reading.worth} of 5.`);
  if (task.type === "correction") return errorsFault(task, reading, material);
  if (names[task.type] === "question") return answerFault(task, reading, material);
  const [first] = reading.unsupported.flatMap(number => task.claims[number - 1] ?? []);
  return first && fault("unsupported-fact", `A reader finds no sentence for "${first.claim}".`);
}

function toDraft(
  { id: tasksId, language, domain }: StoryTasksRow,
  { storyId, heldOutId }: ToldStory,
  { task, read }: { readonly task: StoryTask; readonly read: number },
): StoryDraftRow {
  const id = rowId("draft", storyId, task.type, task.input);
  return { id, tasksId, language, domain, heldOutId, task, read };
}

export const storyDraftsStage = defineStage({
  name: "crud/story-drafts",
  module: import.meta.filename,
  prompts: [storyReadingPrompt],
  judges: true,
  over: storyTasks,
  lookup: { pool, documents },
  writes: storyDrafts,
  async each(row, { ask, tables }) {
    const told = row.stories.map(story => {
      const golds = story.articles.map(({ documentId }) => tables.documents.get(documentId));
      return { story, golds, material: materialOf(tables.pool.get(story.heldOutId), golds) };
    });
    const { readings } = await ask(storyReadingPrompt, row.language, {
      stories: told.map(({ story: { tasks }, golds, material }) => ({
        articles: shownArticles(golds, tasks, material),
        tasks: tasks.map(shownTask),
      })),
    });
    const drafts: StoryDraftRow[] = [];
    const lost: Lost[] = [];
    for (const { story, material } of told)
      for (const task of story.tasks) {
        const reading = readings.find(each => each?.number === task.number) ?? undefined;
        const against = readingFault(task, reading, material);
        if (against) lost.push({ ...against, detail: `${names[task.type]}: ${against.detail}` });
        else if (reading) drafts.push(toDraft(row, story, { task, read: reading.worth }));
      }
    const [first] = lost;
    return drafts.length === 0 && first !== undefined
      ? rejected(first.code, first.detail)
      : made(drafts, lost);
  },
});
