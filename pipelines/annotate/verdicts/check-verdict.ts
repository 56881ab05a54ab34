// Checks one verdict against the form of its task, and turns it into a review.

import { type AnnotationTaskRow, ReviewRow, type Values } from "../../../schemas/annotation.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { tidyValues } from "../form.ts";
import { type AnnotationProtocol, findFormProblems } from "../protocol.ts";
import { normalizeChoices } from "./normalize-choices.ts";
import type { ParsedVerdict } from "./verdict-outcome.ts";

/** A verdict's task, and the protocol that the task was drawn for. */
export interface JudgedTask {
  readonly task: AnnotationTaskRow;
  readonly protocol: AnnotationProtocol;
}

// A Chinese question may contain many Latin names, and an English one a few in Han characters.
const minHanShare = 0.15;
const maxHanShare = 0.5;

/** Share of Han characters among the letters; undefined for a text without letters. */
function shareOfHan(text: string): number | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length === 0
    ? undefined
    : letters.filter(letter => /\p{Script=Han}/u.test(letter)).length / letters.length;
}

const isInLanguage = (language: Language, share: number): boolean =>
  language === "zh" ? share >= minHanShare : share <= maxHanShare;
const languageNames: Record<Language, string> = { zh: "Chinese", en: "English" };

/** Returns undefined if the edit is in its item's language; if the item's own question is not, its edit need not be either. */
function editProblem({ task, protocol }: JudgedTask, values: Values): string | undefined {
  const { question } = protocol.decide?.(task.content, values) ?? {};
  if (question === undefined) return undefined;
  const share = shareOfHan(question);
  if (share === undefined) return "the edited question contains no words; write it out in full";
  const originalShare = shareOfHan(task.content.question);
  if (
    isInLanguage(task.language, share) ||
    originalShare === undefined ||
    !isInLanguage(task.language, originalShare)
  )
    return undefined;
  return `the edited question is not in ${languageNames[task.language]}, the language of its item`;
}

const toUtc = (time: string | null): string | null =>
  time === null || Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString();

function toReview(row: Omit<ReviewRow, "id">): ReviewRow | string {
  const id = rowId("review", row.taskId, row.annotator, row.values, row.decidedAt);
  const parsed = ReviewRow.safeParse({ id, ...row });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is invalid"}`;
}

/** A name as stored: surrounding white space and Unicode composition do not distinguish people. */
export const normalizeAnnotator = (annotator: string): string => annotator.normalize("NFC").trim();

/** The review created from a finished verdict, or a description of the problem with it. */
export function checkVerdict(
  judgedTask: JudgedTask,
  { annotator, values: writtenValues, decidedAt, seconds, source }: ParsedVerdict,
): ReviewRow | string {
  const { task, protocol } = judgedTask;
  const fields = protocol.fields(task.content);
  const normalizedValues = normalizeChoices(fields, writtenValues);
  const values = tidyValues(fields, normalizedValues);
  const name = normalizeAnnotator(annotator);
  if (name === "") return "it does not say whose verdict it is; write a name as the annotator";
  const problems = findFormProblems(protocol, task.content, normalizedValues);
  if (problems.length > 0) return problems.map(({ detail }) => detail).join("; ");
  const problem = editProblem(judgedTask, values);
  if (problem !== undefined) return problem;
  return toReview({
    taskId: task.id,
    protocol: task.protocol,
    language: task.language,
    annotator: name,
    values,
    decidedAt: toUtc(decidedAt),
    seconds,
    source,
  });
}
