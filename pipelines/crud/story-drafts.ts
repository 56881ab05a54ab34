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
import { pool } from "../../schemas/crud/records.ts";
import { correctionParts } from "../../schemas/items/correction-text.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { type Material, materialOf, shownArticle } from "./story-material.ts";
import { agreedTask, citedBy, readingFault, taskNames } from "./story-readings.ts";

/** Sentences on either side of a cited one that the reader sees. */
const AROUND = 1;

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
