// Asks once which tasks a few stories yield, and keeps those that code can prove completely.

import { storyPrompt } from "../../schemas/crud/stories/prompts.ts";
import {
  stories,
  type StoryRow,
  storySheets,
  storyTasks,
  type StoryTasksRow,
  type ToldStory,
} from "../../schemas/crud/stories/records.ts";
import { pool } from "../../schemas/crud/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import { provenTasks } from "./proven-tasks.ts";
import {
  type Material,
  materialOf,
  opened,
  openingOf,
  openingsOf,
  shownArticle,
} from "./story-material.ts";
import type { Reply } from "./story-proofs.ts";

type ToldArticle = ToldStory["articles"][number];

/** A story with the tasks of its reply, numbered from `first`. */
function toldOf(
  { id: storyId, heldOutId, documentIds }: StoryRow,
  material: Material,
  { reply, first }: { readonly reply: Reply; readonly first: number },
): { told: ToldStory; lost: readonly Lost[] } {
  const articles = documentIds.map((documentId, at): ToldArticle => {
    const about = reply.articles.find(({ number }) => number === at + 1);
    const document = material.documents[at];
    const opens = document && openingOf(document, about?.opens);
    return { documentId, tells: about?.tells ?? "unrelated", ...(opens && { opens }) };
  });
  const { tasks, lost } = provenTasks(reply, opened(material, openingsOf(articles)));
  const numbered = tasks.map((task, at) => ({ number: first + at, ...task }));
  return { told: { storyId, heldOutId, articles, tasks: numbered }, lost };
}

export const storyTasksStage = defineStage({
  name: "crud/story-tasks",
  module: import.meta.filename,
  prompts: [storyPrompt],
  over: storySheets,
  lookup: { stories, pool, documents },
  writes: storyTasks,
  async each({ id, language, domain, storyIds }, { ask, tables }) {
    const shown = storyIds.map((storyId, at) => {
      const story = tables.stories.get(storyId);
      const golds = story.documentIds.map(documentId => tables.documents.get(documentId));
      return {
        number: at + 1,
        story,
        golds,
        material: materialOf(tables.pool.get(story.heldOutId), golds),
      };
    });
    const { stories: replies } = await ask(storyPrompt, language, {
      stories: shown.map(({ number, golds, material }) => ({
        number,
        withheld: shownArticle(material, material.withheld),
        articles: golds.map((gold, at) => ({ number: at + 1, ...shownArticle(material, gold) })),
      })),
    });
    const kept: ToldStory[] = [];
    const lost: Lost[] = [];
    const idle: string[] = [];
    for (const { number, story, material } of shown) {
      const reply = replies.find(each => each?.number === number);
      const first = 1 + kept.reduce((sum, { tasks }) => sum + tasks.length, 0);
      const result = reply && toldOf(story, material, { reply, first });
      lost.push(...(result?.lost ?? [{ code: "passed-over", detail: `No reply on ${story.id}.` }]));
      if (result && result.told.tasks.length > 0) kept.push(result.told);
      else if (result?.lost.length === 0) idle.push(reply?.declined.join(" ") || "It yields none.");
    }
    const [wrong] = lost;
    if (kept.length > 0) {
      const unmade = idle.map(detail => ({ code: "no-task", detail }));
      const row = { id: rowId("tasks", id), language, domain, stories: kept };
      return made<StoryTasksRow>([row], [...lost, ...unmade]);
    }
    return wrong
      ? rejected<StoryTasksRow>(wrong.code, wrong.detail)
      : declined<StoryTasksRow>("no-task", idle.join(" "));
  },
});
