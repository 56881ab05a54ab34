// Makes the correction task ("Update"): the input is a text with errors, the answer is the text corrected from its article.

import type { ReplyOf } from "../../schemas/define.ts";
import { correctionPrompt, hallucinationPrompt } from "../../schemas/crud/prompts.ts";
import { type CorrectionRow, corrections, type Mark } from "../../schemas/crud/drafts.ts";
import { articles, type CrudPlanRow, crudPlans, pool } from "../../schemas/crud/records.ts";
import type { UhgevalRecord } from "../../schemas/formats/uhgeval.ts";
import { joinCorrection } from "../../schemas/items/correction-text.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, declined, defineStage, made, type Outcome, rejected } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { grams } from "../text/similarity.ts";
import { readMark } from "./uhgeval-marks.ts";
import { splitForErrors, plantErrors, swappedSpans, swapProblems } from "./planted-errors.ts";

type Reply = ReplyOf<typeof correctionPrompt>;

const emptyMessage = {
  zh: "corrected 要写出改正后的续文；确实改不了，就在 declined 里说明原因。",
  en: "Give the corrected continuation, or say in `declined` why there is none.",
};
const unchangedMessage = { zh: "续文没有改动。", en: "Nothing was changed." };
const rewrittenMessage = {
  zh: "只改标出的错处，其余文字照原样保留。",
  en: "Change the marked words only; leave everything else unchanged.",
};
const stillWrongMessage = {
  zh: (words: string) => `“${words}”还在。`,
  en: (words: string) => `"${words}" is still there.`,
};

// Minimum share of the unmarked text that must be kept: words around an error may have to change too, but if less is kept, the text was rewritten.
const minKeptShare = 0.6;

/** The clause around a mark: if the marked words are deleted, their clause may be deleted with them. */
const clauseOf = (words: string, continuation: string): string =>
  continuation.split(/[，,。.；;]/).find(clause => clause.includes(words)) ?? words;

function keptShare(
  continuation: string,
  marks: readonly { readonly words: string }[],
  { corrected, corrections }: Reply,
): number {
  const deletedWords = new Set(
    corrections.filter(({ right }) => right.trim() === "").map(({ wrong }) => wrong),
  );
  const markedTexts = marks.map(({ words }) =>
    deletedWords.has(words) ? clauseOf(words, continuation) : words,
  );
  const unmarkedParts = markedTexts
    .reduce((text, words) => text.replaceAll(words, "\n"), continuation)
    .split("\n");
  const unmarkedGrams = unmarkedParts.flatMap(part => [...grams(part)]);
  const correctedGrams = grams(corrected);
  return unmarkedGrams.length === 0
    ? 1
    : unmarkedGrams.filter(gram => correctedGrams.has(gram)).length / unmarkedGrams.length;
}

/** Everything that is wrong with a correction that fits its contract, worded for the model. */
function correctionProblem(
  reply: Reply,
  {
    continuation,
    marks,
    articleText,
  }: { continuation: string; marks: readonly { words: string }[]; articleText: string },
  language: Language,
): string | undefined {
  const { corrected } = reply;
  if (reply.declined) return undefined;
  if (corrected.trim() === "") return emptyMessage[language];
  const unchangedMarks = marks.filter(
    ({ words }) =>
      fold(corrected).includes(fold(words)) && !fold(articleText).includes(fold(words)),
  );
  const unmarkedText = marks.reduce((text, { words }) => text.replaceAll(words, ""), continuation);
  const inventedValues = unsupportedValues(corrected, [articleText, unmarkedText], [], language);
  const problems = [
    fold(corrected) === fold(continuation) ? unchangedMessage[language] : [],
    unchangedMarks.map(({ words }) => stillWrongMessage[language](words)),
    keptShare(continuation, marks, reply) < minKeptShare ? rewrittenMessage[language] : [],
    inventedValues.length > 0
      ? {
          zh: `文章里没有${inventedValues.join("、")}。`,
          en: `The article does not say ${inventedValues.join(", ")}.`,
        }[language]
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

type CorrectionParts = Pick<
  CorrectionRow,
  "beginning" | "continuation" | "marks" | "answer" | "origin" | "spans"
>;

const toRow = (
  { id: planId, language, domain, documentIds }: CrudPlanRow,
  fields: CorrectionParts,
): Outcome<CorrectionRow> => {
  const question = joinCorrection(fields);
  const row = { id: rowId("fix", planId, question), planId, language, domain, documentIds };
  return made([{ ...row, question, ...fields }]);
};

/** Has a model correct, from the article, errors that people marked. */
async function correct(
  ask: Ask,
  plan: CrudPlanRow,
  record: UhgevalRecord,
): Promise<Outcome<CorrectionRow>> {
  const { language } = plan;
  const [beginning, continuation] = [
    record.newsBeginning.trim(),
    record.hallucinatedContinuation.trim(),
  ];
  const wrongMarks = record.annotations
    .flatMap(annotation => readMark(annotation, continuation) ?? [])
    .filter(({ unreasonable }) => unreasonable);
  const marks = wrongMarks
    .filter(({ keyword }) => continuation.includes(keyword))
    .map(({ keyword, rationale }) => ({ words: keyword, reason: rationale }));
  if (marks.length === 0)
    return rejected("nothing-marked", "No words of the continuation are marked as wrong.");
  const articleText = `${beginning}\n${record.newsRemainder}`;
  const variables = { beginning, continuation, marks, article: record.newsRemainder.trim() };
  const reply = await ask(correctionPrompt, language, variables, {
    check: reply => correctionProblem(reply, { continuation, marks, articleText }, language),
  });
  if (reply.declined) return declined("not-correctable", reply.declined);
  const correctionOf = new Map(reply.corrections.map(({ wrong: words, right }) => [words, right]));
  const correctedMarks: Mark[] = marks.map(({ words, reason }) => ({
    wrong: words,
    right: correctionOf.get(words) ?? "",
    reason,
  }));
  return toRow(plan, {
    beginning,
    continuation,
    marks: correctedMarks,
    answer: reply.corrected.trim(),
    origin: "annotated",
    spans: [],
  });
}

/** Has a model plant errors in a true text, which is the answer. */
async function plant(
  ask: Ask,
  plan: CrudPlanRow,
  document: DocumentRow,
): Promise<Outcome<CorrectionRow>> {
  const { language } = plan;
  const articleParts = splitForErrors(document.text, language);
  if (!articleParts)
    return rejected(
      "too-short-to-plant",
      "The article has no passage after its opening in which errors could be planted.",
    );
  const check = ({ swaps, declined: reason }: ReplyOf<typeof hallucinationPrompt>) => {
    const problems = reason ? [] : swapProblems(swaps, articleParts, language);
    return problems.length > 0 ? problems.join("\n") : undefined;
  };
  const reply = await ask(
    hallucinationPrompt,
    language,
    { ...articleParts, published: document.published },
    { check },
  );
  if (reply.declined) return declined("nothing-to-swap", reply.declined);
  const { beginning, continuation } = articleParts;
  return toRow(plan, {
    beginning,
    continuation: plantErrors(continuation, reply.swaps),
    marks: reply.swaps,
    answer: continuation,
    origin: "planted",
    spans: swappedSpans(document, articleParts, reply.swaps),
  });
}

export const correctionStage = defineStage({
  name: "crud/correction",
  module: import.meta.filename,
  prompts: [correctionPrompt, hallucinationPrompt],
  over: crudPlans,
  lookup: { pool, articles },
  writes: corrections,
  only: ({ type }) => type === "correction",
  async each(plan, { ask, tables }) {
    const [documentId = ""] = plan.documentIds;
    const annotation = tables.articles.find(documentId)?.annotation;
    return annotation
      ? correct(ask, plan, annotation)
      : plant(ask, plan, tables.pool.get(documentId));
  },
});
