// Asks a model once which tasks a few stories yield, and keeps those that code can prove completely.

import { storyPrompt } from "../../schemas/crud/stories/prompts.ts";
import {
  stories,
  type StoryRow,
  storySheets,
  storyTasks,
  type StoryTasksRow,
  type StoryWithTasks,
} from "../../schemas/crud/stories/records.ts";
import { pool } from "../../schemas/crud/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, type LostPart, made, rejected } from "../engine/stage.ts";
import { provenTasks } from "./proven-tasks.ts";
import {
  type Material,
  materialOf,
  withoutHeadlines,
  openingOffset,
  openingsOf,
  shownArticle,
} from "./story-material.ts";
import type { Reply } from "./story-proofs.ts";

type StoryArticle = StoryWithTasks["articles"][number];

/** A story with the tasks from its reply, numbered from `firstNumber`. */
function toStoryWithTasks(
  { id: storyId, heldOutId, documentIds }: StoryRow,
  material: Material,
  { reply, firstNumber }: { readonly reply: Reply; readonly firstNumber: number },
): { story: StoryWithTasks; losses: readonly LostPart[] } {
  const articles = documentIds.map((documentId, index): StoryArticle => {
    const articleReply = reply.articles.find(({ number }) => number === index + 1);
    const document = material.documents[index];
    const opens = document && openingOffset(document, articleReply?.opens);
    return { documentId, tells: articleReply?.tells ?? "unrelated", ...(opens && { opens }) };
  });
  const { tasks, losses } = provenTasks(reply, withoutHeadlines(material, openingsOf(articles)));
  const numbered = tasks.map((task, index) => ({ number: firstNumber + index, ...task }));
  return { story: { storyId, heldOutId, articles, tasks: numbered }, losses };
}

export const storyTasksStage = defineStage({
  name: "crud/story-tasks",
  module: import.meta.filename,
  prompts: [storyPrompt],
  over: storySheets,
  lookup: { stories, pool, documents },
  writes: storyTasks,
  async each({ id, language, domain, storyIds }, { ask, tables }) {
    const numberedStories = storyIds.map((storyId, index) => {
      const story = tables.stories.get(storyId);
      const goldDocuments = story.documentIds.map(documentId => tables.documents.get(documentId));
      return {
        number: index + 1,
        story,
        goldDocuments,
        material: materialOf(tables.pool.get(story.heldOutId), goldDocuments),
      };
    });
    const { stories: replies } = await ask(storyPrompt, language, {
      stories: numberedStories.map(({ number, goldDocuments, material }) => ({
        number,
        withheld: shownArticle(material, material.withheld),
        articles: goldDocuments.map((document, index) => ({
          number: index + 1,
          ...shownArticle(material, document),
        })),
      })),
    });
    const storiesWithTasks: StoryWithTasks[] = [];
    const losses: LostPart[] = [];
    const declinedReasons: string[] = [];
    for (const { number, story, material } of numberedStories) {
      const reply = replies.find(each => each?.number === number);
      const firstNumber = 1 + storiesWithTasks.reduce((sum, { tasks }) => sum + tasks.length, 0);
      const result = reply && toStoryWithTasks(story, material, { reply, firstNumber });
      losses.push(
        ...(result?.losses ?? [{ code: "passed-over", detail: `No reply about ${story.id}.` }]),
      );
      if (result && result.story.tasks.length > 0) storiesWithTasks.push(result.story);
      else if (result?.losses.length === 0)
        declinedReasons.push(reply?.declined.join(" ") || "It yields no task.");
    }
    const [firstLoss] = losses;
    if (storiesWithTasks.length > 0) {
      const emptyStories = declinedReasons.map(detail => ({ code: "no-task", detail }));
      const row = { id: rowId("tasks", id), language, domain, stories: storiesWithTasks };
      return made<StoryTasksRow>([row], [...losses, ...emptyStories]);
    }
    return firstLoss
      ? rejected<StoryTasksRow>(firstLoss.code, firstLoss.detail)
      : declined<StoryTasksRow>("no-task", declinedReasons.join(" "));
  },
});
