// Asks a model what a held-out article reports: its event in one line, individual events to search for, and its summary.

import type { ReplyOf } from "../../schemas/define.ts";
import { eventsPrompt } from "../../schemas/crud/prompts.ts";
import { articles, crudPlans, events, type EventsRow, pool } from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { datesNear } from "../text/news-days.ts";
import { grams } from "../text/similarity.ts";

type Reply = ReplyOf<typeof eventsPrompt>;

// A summary with at least this share of the text's length is a copy; an event line that contains this share of the summary gives it away.
const maxSummaryShare = 0.6;
const minGivenAwayShare = 0.6;

const shareOf = (part: string, whole: string): number => {
  const [inPart, inWhole] = [grams(part), grams(whole)];
  return inPart.size === 0 ? 0 : [...inPart].filter(gram => inWhole.has(gram)).length / inPart.size;
};

/** Everything that is wrong with a reply that fits its contract, worded for the model. */
export function eventsProblem(
  reply: Reply,
  text: string,
  language: "zh" | "en",
): string | undefined {
  if (reply.declined) return undefined;
  const { event, events: singleEvents, summary } = reply;
  if (
    event.trim() === "" ||
    summary.trim() === "" ||
    singleEvents.every(line => line.trim() === "")
  )
    return emptyMessage[language];
  const inventedValues = unsupportedValues(`${event}\n${summary}`, [text], [], language);
  const problems = [
    inventedValues.length > 0
      ? {
          zh: `文章里没有${inventedValues.join("、")}。`,
          en: `The article does not say ${inventedValues.join(", ")}.`,
        }[language]
      : [],
    summary.length > text.length * maxSummaryShare ? tooLongMessage[language] : [],
    shareOf(summary, event) >= minGivenAwayShare ? givenAwayMessage[language] : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

const emptyMessage = {
  zh: "event、events、summary 都要写；确实写不了，就在 declined 里说明原因。",
  en: "Give event, events and summary, or say in `declined` why there are none.",
};
const tooLongMessage = {
  zh: "摘要太长，写成几句话即可。",
  en: "The summary is too long: a few sentences will do.",
};
const givenAwayMessage = {
  zh: "event 已把摘要的内容说完了：只写何时、何人、何事。",
  en: "The event line gives the summary away: say when, who and what only.",
};

export const eventsStage = defineStage({
  name: "crud/events",
  module: import.meta.filename,
  prompts: [eventsPrompt],
  over: crudPlans,
  lookup: { pool, articles },
  writes: events,
  only: ({ type }) => type === "summarization",
  async each({ id: planId, documentIds: [documentId = ""], language }, { ask, tables }) {
    const { text, published } = tables.pool.get(documentId);
    const variables = {
      headline: tables.articles.find(documentId)?.headline ?? null,
      published,
      text,
    };
    const knownText = [variables.headline ?? "", datesNear({ published, text }), text].join("\n");
    const reply = await ask(eventsPrompt, language, variables, {
      check: reply => eventsProblem(reply, knownText, language),
    });
    if (reply.declined) return declined<EventsRow>("no-event", reply.declined);
    const singleEvents = [
      ...new Set(reply.events.map(line => line.trim()).filter(line => line !== "")),
    ];
    return made([
      {
        id: rowId("ev", planId),
        planId,
        documentId,
        language,
        event: reply.event.trim(),
        events: singleEvents,
        summary: reply.summary.trim(),
      },
    ]);
  },
});
