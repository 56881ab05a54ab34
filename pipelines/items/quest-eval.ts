// Prepares RAGQuestEval (CRUD-RAG, arXiv 2401.17043): questions on the key information of each reference answer.

import type { ReplyOf } from "../../schemas/define.ts";
import { questEvalPrompt } from "../../schemas/items/prompts.ts";
import { questEval, type QuestEvalRow, questSheets } from "../../schemas/items/labels.ts";
import { items } from "../../schemas/items/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { defineStage, type Lost, made, rejected } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { findSnapped } from "./snapped-spans.ts";

type Entry = QuestEvalRow["entries"][number];
type EntryReply = ReplyOf<typeof questEvalPrompt>["texts"][number]["entries"][number];

const entryOf = ({ keyInfo, question, answer = keyInfo }: EntryReply): Entry => ({
  keyInfo,
  question,
  answer,
});

/** Whether the text has an entry's key information and all values of its answer. */
export function restsOn(text: string, { keyInfo, answer }: Entry, language: Language): boolean {
  if (!fold(text).includes(fold(keyInfo))) return false;
  // Half of "3.1个百分点" is read as a different value, although the text has it.
  const quoted = findSnapped(text, keyInfo) ? [keyInfo] : [];
  return unsupportedValues(answer, [text, ...quoted], [], language).length === 0;
}

/** The entries that rest on the text, each piece of key information once. */
const soundOf = (entries: readonly Entry[], text: string, language: Language): Entry[] =>
  entries.filter(
    (entry, at) =>
      restsOn(text, entry, language) &&
      entries.findIndex(({ keyInfo }) => keyInfo === entry.keyInfo) === at,
  );

const noQuestion = (itemId: string): Lost => ({
  code: "no-question",
  detail: `No question on the reference answer of ${itemId} has just one fitting answer.`,
});

export const questEvalStage = defineStage({
  name: "items/quest-eval",
  module: import.meta.filename,
  prompts: [questEvalPrompt],
  over: questSheets,
  lookup: { items },
  writes: questEval,
  async each({ language, itemIds }, { ask, tables }) {
    const asked = itemIds.map((itemId, at) => ({
      number: at + 1,
      itemId,
      text: tables.items.get(itemId).answer,
    }));
    const { texts } = await ask(questEvalPrompt, language, {
      texts: asked.map(({ number, text }) => ({ number, text })),
    });
    const rows: QuestEvalRow[] = [];
    const lost: Lost[] = [];
    for (const { number, itemId, text } of asked) {
      const replied = texts.find(each => each.number === number)?.entries ?? [];
      const entries = soundOf(replied.map(entryOf), text, language);
      if (entries.length === 0) lost.push(noQuestion(itemId));
      else rows.push({ id: `${itemId}/quest-eval`, itemId, language, entries });
    }
    const [first] = lost;
    return rows.length === 0 && first ? rejected(first.code, first.detail) : made(rows, lost);
  },
});
