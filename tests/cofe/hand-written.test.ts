// Replies that a careful reader wrote by hand, from the requests alone, on the project's own documents: the stage and the review take them as they are.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { cofeQuestionsStage } from "../../pipelines/cofe/questions.ts";
import { askReview } from "../../pipelines/cofe/review.ts";
import { numberSentences } from "../../pipelines/items/numbered-sentences.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import type { CofePlanRow, FragmentRow } from "../../schemas/cofe/records.ts";
import { CofeType } from "../../schemas/items/item-types.ts";
import { root } from "../support/cli.ts";
import { aDocument, anAnswer, aQuestion } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { HandWritten, handWritten } from "../support/hand-written.ts";

const Fragment = HandWritten.extend({
  /** Under seeds/rageval. */
  seed: z.string(),
  title: z.string(),
  /** From the first of its sentences to the one before the second, counted from 0. */
  sentences: z.tuple([z.int(), z.int()]),
});
const QuestionsCase = Fragment.extend({ prompt: z.literal("cofe/questions") });
const ReviewCase = Fragment.extend({
  prompt: z.literal("cofe/review"),
  type: CofeType,
  question: z.string(),
  answer: z.string(),
  coarse: z.array(z.string()),
  fine: z.array(z.array(z.string())),
  /** Why the example is dropped. */
  codes: z.array(z.string()),
});

const questions = handWritten(import.meta.dirname, QuestionsCase, "questions-");
const reviews = handWritten(import.meta.dirname, ReviewCase, "review-");

function fragmentOf({
  seed,
  title,
  language,
  sentences: [first, end],
}: Omit<z.output<typeof Fragment>, "prompt">) {
  const text = readFileSync(join(root, "seeds/rageval", seed), "utf8");
  const within = splitSentences(text, language).slice(first, end);
  const [start, stop] = [within[0]!.start, within.at(-1)!.end];
  const fragment: FragmentRow = {
    id: "f1",
    documentId: "d1",
    language,
    domain: "finance",
    section: null,
    place: null,
    start,
    end: stop,
    tokens: 1,
    text: text.slice(start, stop),
  };
  return { document: aDocument({ language, text, name: title }), fragment };
}

test.each(questions)("$file is taken at once", async written => {
  const { document, fragment } = fragmentOf(written);
  const plan: CofePlanRow = {
    id: "p1",
    fragmentId: "f1",
    documentId: "d1",
    language: written.language,
    domain: "finance",
    types: [...CofeType.options],
    rank: 1,
  };
  const { context, asked } = scriptedContext(
    {
      documents: [document],
      fragments: [fragment],
      titles: [{ id: "d1", language: written.language, domain: "finance", title: written.title }],
    },
    { "cofe/questions": [written.reply] },
  );
  const outcome = await cofeQuestionsStage.each(plan, context as never);
  const wanted = CofeType.options.filter(type => written.reply[type] !== null);
  expect(outcome.rows.map(({ type }) => type)).toEqual(wanted);
  expect(asked[0]?.complaints).toEqual([undefined]);
});

test.each(reviews)("$file is taken at once and keeps or drops the example", async written => {
  const { document, fragment } = fragmentOf(written);
  const scope = [{ documentId: "d1", start: fragment.start, end: fragment.end }];
  const sentences = numberSentences([document], "", { scope });
  const spanOf = (text: string) => {
    const start = document.text.indexOf(text, fragment.start);
    expect(start, text).toBeGreaterThanOrEqual(fragment.start);
    return { text, span: { documentId: "d1", start, end: start + text.length } };
  };
  const { language, type, question, coarse } = written;
  const keywords = {
    id: "k1",
    answerId: "a1",
    language,
    coarse,
    fine: written.fine.map(list => list.map(spanOf)),
  };
  const answer = anAnswer({
    language,
    question: aQuestion({ language, type, question, scope }),
    answer: written.answer,
  });
  const { context, asked } = scriptedContext({}, { "cofe/review": [written.reply] });
  const reviewed = { answer, title: written.title, sentences, keywords };
  const { reasons } = await askReview(context.ask, reviewed);
  expect(reasons.map(({ code }) => code)).toEqual(written.codes);
  expect(asked[0]?.complaints).toEqual([undefined]);
});
