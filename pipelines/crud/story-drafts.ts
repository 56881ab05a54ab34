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
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered.ts";
import { type Material, materialOf, opened, openingsOf, shownArticle } from "./story-material.ts";
import { shareOf } from "./story-proofs.ts";
import { agreedTask, citedBy, readingFault, taskNames } from "./story-readings.ts";
import { furtherTellers, isSure, type Teller, tellersAmong } from "./telling.ts";

/** Sentences on either side of a cited one that the reader sees. */
const AROUND = 1;
/** Sentences of further articles on the event are shown that say so much of what a cited one does, by trigrams; where the event is in doubt, so much. */
const LIKE = 0.2;
const SURELY_LIKE = 0.35;
const MAX_FURTHER = 8;

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

/** With what articles beside the story's say of the same: the sentences most like a cited one, numbered after its own. */
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
  /** Those of the story first. */
  readonly material: Material;
}

/** Of each article the sentences that its tasks rest on, and those beside them; of others what they say of the same. */
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
    const told = row.stories.map((story): StoryWithMaterial => {
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
