// Prepares RAGQuestEval (CRUD-RAG, arXiv 2401.17043): questions about the key information in each reference answer.

import type { ReplyOf } from "../../schemas/define.ts";
import { questEvalPrompt } from "../../schemas/items/prompts.ts";
import { questEval, type QuestEvalRow, questSheets } from "../../schemas/items/finished-items.ts";
import { items } from "../../schemas/items/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { defineStage, type LostPart, made, rejected } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { findQuotation } from "./quotation-spans.ts";

type Entry = QuestEvalRow["entries"][number];
type EntryReply = ReplyOf<typeof questEvalPrompt>["texts"][number]["entries"][number];

const entryOf = ({ keyInfo, question, answer = keyInfo }: EntryReply): Entry => ({
  keyInfo,
  question,
  answer,
});

/** Whether the text has an entry's key information and all values of its answer. */
export function containsEntry(
  text: string,
  { keyInfo, answer }: Entry,
  language: Language,
): boolean {
  if (!fold(text).includes(fold(keyInfo))) return false;
  // A part of "3.1个百分点" reads as a different value, although the text has it.
  const quotations = findQuotation(text, keyInfo) ? [keyInfo] : [];
  return unsupportedValues(answer, [text, ...quotations], [], language).length === 0;
}

/** The entries that rest on the text, one for each piece of key information. */
const soundEntries = (entries: readonly Entry[], text: string, language: Language): Entry[] =>
  entries.filter(
    (entry, index) =>
      containsEntry(text, entry, language) &&
      entries.findIndex(({ keyInfo }) => keyInfo === entry.keyInfo) === index,
  );

const noQuestion = (itemId: string): LostPart => ({
  code: "no-question",
  detail: `No question about the reference answer of ${itemId} has exactly one fitting answer.`,
});

export const questEvalStage = defineStage({
  name: "items/quest-eval",
  module: import.meta.filename,
  prompts: [questEvalPrompt],
  over: questSheets,
  lookup: { items },
  writes: questEval,
  async each({ language, itemIds }, { ask, tables }) {
    const shown = itemIds.map((itemId, index) => ({
      number: index + 1,
      itemId,
      text: tables.items.get(itemId).answer,
    }));
    const { texts } = await ask(questEvalPrompt, language, {
      texts: shown.map(({ number, text }) => ({ number, text })),
    });
    const rows: QuestEvalRow[] = [];
    const losses: LostPart[] = [];
    for (const { number, itemId, text } of shown) {
      const entryReplies = texts.find(each => each.number === number)?.entries ?? [];
      const entries = soundEntries(entryReplies.map(entryOf), text, language);
      if (entries.length === 0) losses.push(noQuestion(itemId));
      else rows.push({ id: `${itemId}/quest-eval`, itemId, language, entries });
    }
    const [first] = losses;
    return rows.length === 0 && first ? rejected(first.code, first.detail) : made(rows, losses);
  },
});
