// Has a second reader solve each task of a story without seeing its answer, and keeps what both agree on.

import { storyReadingPrompt } from "../../schemas/crud/stories/prompts.ts";
import {
  type StoryDraftRow,
  storyDrafts,
  type StoryTask,
  storyTasks,
  type StoryTasksRow,
  type StoryWithTasks,
} from "../../schemas/crud/stories/records.ts";
import { neighbours, pool } from "../../schemas/crud/records.ts";
import { splitCorrection } from "../../schemas/items/correction-text.ts";
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type LostPart, made, rejected } from "../engine/stage.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered-sentences.ts";
import {
  type Material,
  materialOf,
  withoutHeadlines,
  openingsOf,
  shownArticle,
} from "./story-material.ts";
import { gramShareOf } from "./story-proofs.ts";
import { agreedTask, citedSentencesOf, readingFault, taskNames } from "./story-readings.ts";
import {
  furtherEventArticles,
  isCertainlyOnEvent,
  type EventArticle,
  eventArticlesAmong,
} from "./event-articles.ts";

/** Number of sentences on either side of a cited one that the reader sees. */
const contextSentences = 1;
/** Minimum share of a cited sentence's trigrams that a sentence of a further article needs to be shown; higher if the article's event is in doubt. */
const minCertainSimilarity = 0.2;
const minUncertainSimilarity = 0.35;
/** Maximum number of sentences shown from further articles. */
const maxFurtherSentences = 8;

const shownFacts = ({ type, claims }: StoryTask) =>
  type === "summarization" || type === "continuation"
    ? claims.map(({ claim }, index) => ({ number: index + 1, fact: claim }))
    : [];

function shownTask(task: StoryTask) {
  const { number, type, input } = task;
  const parts = splitCorrection(input);
  return {
    number,
    task: taskNames[type],
    ...(type === "correction"
      ? { input: parts.continuation, context: parts.beginning }
      : { input, context: "" }),
    facts: shownFacts(task),
  };
}

/** Whether a sentence is cited or next to a cited one: enough to find a fact without being led to it. */
function isNear(
  { number, documentId }: PlacedSentence,
  citedSentences: readonly PlacedSentence[],
): boolean {
  return citedSentences.some(
    other => other.documentId === documentId && Math.abs(other.number - number) <= contextSentences,
  );
}

/** Adds what other articles on the event say: the sentences most similar to a cited one, numbered after the story's own. */
function withFurtherSentences(
  material: Material,
  furtherArticles: readonly EventArticle[],
  citedSentences: readonly PlacedSentence[],
): Material {
  const similarSentences = furtherArticles
    .flatMap(eventArticle =>
      numberSentences([eventArticle.document], "").map(sentence => ({
        sentence,
        similarity: Math.max(
          0,
          ...citedSentences.map(citedSentence => gramShareOf(citedSentence.text, sentence.text)),
        ),
        minSimilarity: isCertainlyOnEvent(eventArticle)
          ? minCertainSimilarity
          : minUncertainSimilarity,
      })),
    )
    .filter(({ similarity, minSimilarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxFurtherSentences);
  const lastNumber = Math.max(0, ...material.sentences.map(({ number }) => number));
  const sentences = similarSentences.map(({ sentence }, index) => ({
    ...sentence,
    number: lastNumber + 1 + index,
  }));
  const documentIds = new Set(sentences.map(({ documentId }) => documentId));
  const documents = furtherArticles
    .map(({ document }) => document)
    .filter(({ id }) => documentIds.has(id));
  return {
    ...material,
    documents: [...material.documents, ...documents],
    sentences: [...material.sentences, ...sentences],
  };
}

interface StoryWithMaterial {
  readonly story: StoryWithTasks;
  /** Sentences and documents, the story's own first. */
  readonly material: Material;
}

/** The cited sentences of the story's articles, with their neighbours, and what other articles say on the same subject. */
function shownArticles({ story: { tasks, articles }, material }: StoryWithMaterial) {
  const citedSentences = citedSentencesOf(tasks, material);
  return material.documents
    .map((document, index) => ({
      number: index + 1,
      ...shownArticle(
        material,
        document,
        sentence => index >= articles.length || isNear(sentence, citedSentences),
      ),
    }))
    .filter(({ sentences }) => sentences.length > 0);
}

function toDraft(
  { id: tasksId, language, domain }: StoryTasksRow,
  { storyId, heldOutId }: StoryWithTasks,
  agreed: Pick<StoryDraftRow, "task" | "read" | "right">,
): StoryDraftRow {
  const { type, input } = agreed.task;
  return {
    id: rowId("draft", storyId, type, input),
    tasksId,
    language,
    domain,
    heldOutId,
    ...agreed,
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
      const goldDocuments = ids.map(id => tables.documents.get(id));
      const ownMaterial = withoutHeadlines(
        materialOf(tables.pool.get(story.heldOutId), goldDocuments),
        openingsOf(story.articles),
      );
      const neighbourRows = [story.heldOutId, ...ids].flatMap(
        id => tables.neighbours.find(id)?.related ?? [],
      );
      const related = eventArticlesAmong(neighbourRows, id => tables.documents.find(id));
      const furtherArticles = furtherEventArticles(related, new Set(ids));
      return {
        story,
        material: withFurtherSentences(
          ownMaterial,
          furtherArticles,
          citedSentencesOf(story.tasks, ownMaterial),
        ),
      };
    });
    const { readings } = await ask(storyReadingPrompt, row.language, {
      stories: stories.map(each => ({
        articles: shownArticles(each),
        tasks: each.story.tasks.map(shownTask),
      })),
    });
    const drafts: StoryDraftRow[] = [];
    const losses: LostPart[] = [];
    for (const { story, material } of stories)
      for (const task of story.tasks) {
        const reading = readings.find(each => each?.number === task.number) ?? undefined;
        const fault = readingFault(task, reading, material);
        if (fault) losses.push({ ...fault, detail: `${taskNames[task.type]}: ${fault.detail}` });
        else if (reading)
          drafts.push(
            toDraft(row, story, { ...agreedTask(task, reading, material), read: reading.worth }),
          );
      }
    const [first] = losses;
    return drafts.length === 0 && first !== undefined
      ? rejected(first.code, first.detail)
      : made(drafts, losses);
  },
});
