// Has a second reader solve each task of a story without its answer; what both agree on is kept.

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
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered-sentences.ts";
import { type Material, materialOf, opened, openingsOf, shownArticle } from "./story-material.ts";
import { shareOf } from "./story-proofs.ts";
import { agreedTask, citedBy, readingFault, taskNames } from "./story-readings.ts";
import { furtherTellers, isSure, type Teller, tellersAmong } from "./event-documents.ts";

/** How many sentences on either side of a cited one the reader sees. */
const AROUND = 1;
/** Share of a cited sentence's trigrams from which a sentence of a further article is shown; higher if its event is in doubt. */
const LIKE = 0.2;
const SURELY_LIKE = 0.35;
const MAX_FURTHER = 8;

const shownFacts = ({ type, claims }: StoryTask) =>
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
    facts: shownFacts(task),
  };
}

/** Whether a sentence is cited or next to a cited one: enough to look a fact up without being led to it. */
function isNear({ number, documentId }: PlacedSentence, cited: readonly PlacedSentence[]): boolean {
  return cited.some(
    near => near.documentId === documentId && Math.abs(near.number - number) <= AROUND,
  );
}

/** Adds what other articles on the event say: the sentences most like a cited one, numbered after the story's own. */
function withFurther(
  material: Material,
  further: readonly Teller[],
  cited: readonly PlacedSentence[],
): Material {
  const alike = further
    .flatMap(teller =>
      numberSentences([teller.document], "").map(sentence => ({
        sentence,
        like: Math.max(0, ...cited.map(one => shareOf(one.text, sentence.text))),
        least: isSure(teller) ? LIKE : SURELY_LIKE,
      })),
    )
    .filter(({ like, least }) => like >= least)
    .sort((a, b) => b.like - a.like)
    .slice(0, MAX_FURTHER);
  const last = Math.max(0, ...material.sentences.map(({ number }) => number));
  const sentences = alike.map(({ sentence }, at) => ({ ...sentence, number: last + 1 + at }));
  const holds = new Set(sentences.map(({ documentId }) => documentId));
  const documents = further.map(({ document }) => document).filter(({ id }) => holds.has(id));
  return {
    ...material,
    documents: [...material.documents, ...documents],
    sentences: [...material.sentences, ...sentences],
  };
}

interface StoryWithMaterial {
  readonly story: ToldStory;
  /** Sentences and documents, the story's own first. */
  readonly material: Material;
}

/** The cited sentences of the story's articles, with their neighbours, and what other articles say on the same. */
function shownArticles({ story: { tasks, articles }, material }: StoryWithMaterial) {
  const cited = citedBy(tasks, material);
  return material.documents
    .map((document, at) => ({
      number: at + 1,
      ...shownArticle(
        material,
        document,
        sentence => at >= articles.length || isNear(sentence, cited),
      ),
    }))
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
    const stories = row.stories.map((story): StoryWithMaterial => {
      const ids = story.articles.map(({ documentId }) => documentId);
      const golds = ids.map(id => tables.documents.get(id));
      const own = opened(
        materialOf(tables.pool.get(story.heldOutId), golds),
        openingsOf(story.articles),
      );
      const near = [story.heldOutId, ...ids].flatMap(
        id => tables.neighbours.find(id)?.related ?? [],
      );
      const related = tellersAmong(near, id => tables.documents.find(id));
      const further = furtherTellers(related, new Set(ids));
      return { story, material: withFurther(own, further, citedBy(story.tasks, own)) };
    });
    const { readings } = await ask(storyReadingPrompt, row.language, {
      stories: stories.map(each => ({
        articles: shownArticles(each),
        tasks: each.story.tasks.map(shownTask),
      })),
    });
    const drafts: StoryDraftRow[] = [];
    const lost: Lost[] = [];
    for (const { story, material } of stories)
      for (const task of story.tasks) {
        const reading = readings.find(each => each?.number === task.number) ?? undefined;
        const fault = readingFault(task, reading, material);
        if (fault) lost.push({ ...fault, detail: `${taskNames[task.type]}: ${fault.detail}` });
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
