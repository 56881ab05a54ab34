// Has a second reader look each task of a story up without its answer; what both agree on goes on.

import { storyReadingPrompt } from "../../schemas/crud/stories/prompts.ts";
import {
  type StoryDraftRow,
  storyDrafts,
  type StoryTask,
  storyTasks,
  type StoryTasksRow,
  type ToldStory,
} from "../../schemas/crud/stories/records.ts";
import { neighbours, pool } from "../../schemas/crud/records.ts";
import { correctionParts } from "../../schemas/items/correction-text.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { type Material, materialOf, shownArticle } from "./story-material.ts";
import { shareOf } from "./story-proofs.ts";
import { agreedTask, citedBy, readingFault, taskNames } from "./story-readings.ts";
import { furtherTellers, tellersAmong } from "./telling.ts";

/** Sentences on either side of a cited one that the reader sees. */
const AROUND = 1;
/** Of a further article those that say most of what a cited sentence does, by trigrams; so many at most. */
const LIKE = 0.2;
const MAX_FURTHER = 5;

const toldFacts = ({ type, claims }: StoryTask) =>
  type === "summarization" || type === "continuation"
    ? claims.map(({ claim }, at) => ({ number: at + 1, fact: claim }))
    : [];

function shownTask(task: StoryTask) {
  const { number, type, input } = task;
  const parts = correctionParts(input);
  return {
    number,
    task: taskNames[type],
    ...(type === "correction"
      ? { input: parts.continuation, context: parts.beginning }
      : { input, context: "" }),
    facts: toldFacts(task),
  };
}

/** What its tasks rest on, and what stands beside that: enough to look a fact up without being led to it. */
function isNear({ number, documentId }: PlacedSentence, cited: readonly PlacedSentence[]): boolean {
  return cited.some(
    near => near.documentId === documentId && Math.abs(near.number - number) <= AROUND,
  );
}

/** Of a further article that is on the event, too: what it says of the same. */
function further(
  { id }: DocumentRow,
  { sentences }: Material,
  cited: readonly PlacedSentence[],
): ReadonlySet<number> {
  const alike = sentences
    .filter(({ documentId }) => documentId === id)
    .map(({ number, text }) => ({
      number,
      like: Math.max(0, ...cited.map(one => shareOf(one.text, text))),
    }))
    .filter(({ like }) => like >= LIKE)
    .sort((a, b) => b.like - a.like);
  return new Set(alike.slice(0, MAX_FURTHER).map(({ number }) => number));
}

interface Told {
  readonly story: ToldStory;
  /** Those of the story first. */
  readonly material: Material;
}

/** Of each article the sentences that its tasks rest on, and those beside them; of others on the event those that are like them. */
function shownArticles({ story: { tasks, articles }, material }: Told) {
  const cited = citedBy(tasks, material);
  return material.documents
    .map((document, at) => {
      const alike = at < articles.length ? undefined : further(document, material, cited);
      const isShown = (sentence: PlacedSentence) =>
        alike ? alike.has(sentence.number) : isNear(sentence, cited);
      return { number: at + 1, ...shownArticle(material, document, isShown) };
    })
    .filter(({ sentences }) => sentences.length > 0);
}

function toDraft(
  { id: tasksId, language, domain }: StoryTasksRow,
  { storyId, heldOutId }: ToldStory,
  marked: Pick<StoryDraftRow, "task" | "read" | "right">,
): StoryDraftRow {
  const { type, input } = marked.task;
  return {
    id: rowId("draft", storyId, type, input),
    tasksId,
    language,
    domain,
    heldOutId,
    ...marked,
  };
}

export const storyDraftsStage = defineStage({
  name: "crud/story-drafts",
  module: import.meta.filename,
  prompts: [storyReadingPrompt],
  judges: true,
  over: storyTasks,
  lookup: { pool, documents, neighbours },
  writes: storyDrafts,
  async each(row, { ask, tables }) {
    const told = row.stories.map((story): Told => {
      const ids = story.articles.map(({ documentId }) => documentId);
      const near = [story.heldOutId, ...ids].flatMap(
        id => tables.neighbours.find(id)?.related ?? [],
      );
      const related = tellersAmong(near, id => tables.documents.find(id));
      const golds = ids.map(id => tables.documents.get(id));
      const all = [...golds, ...furtherTellers(related, new Set(ids))];
      return { story, material: materialOf(tables.pool.get(story.heldOutId), all) };
    });
    const { readings } = await ask(storyReadingPrompt, row.language, {
      stories: told.map(each => ({
        articles: shownArticles(each),
        tasks: each.story.tasks.map(shownTask),
      })),
    });
    const drafts: StoryDraftRow[] = [];
    const lost: Lost[] = [];
    for (const { story, material } of told)
      for (const task of story.tasks) {
        const reading = readings.find(each => each?.number === task.number) ?? undefined;
        const against = readingFault(task, reading, material);
        if (against)
          lost.push({ ...against, detail: `${taskNames[task.type]}: ${against.detail}` });
        else if (reading)
          drafts.push(
            toDraft(row, story, { ...agreedTask(task, reading, material), read: reading.worth }),
          );
      }
    const [first] = lost;
    return drafts.length === 0 && first !== undefined
      ? rejected(first.code, first.detail)
      : made(drafts, lost);
  },
});
