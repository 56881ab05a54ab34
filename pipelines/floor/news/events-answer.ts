// The event line, single events and extractive summary of an article, or why there is none.

import { eventsPrompt } from "../../../schemas/crud/prompts.ts";
import { fold } from "../../text/fold.ts";
import { splitSentences } from "../../text/sentences.ts";
import { answers } from "../answerer.ts";
import { readNews, whyNoReport } from "./article-reading.ts";
import { eventLine, singleEvents } from "./event-line.ts";
import { summarise } from "./extractive-summary.ts";
import { refusalText } from "./refusals.ts";

const nothing = (declined: string) => ({ declined, event: "", events: [], summary: "" });

export const eventsAnswerer = answers(eventsPrompt, ({ headline, published, text }, { language }) => {
  const sentences = readNews(
    splitSentences(text, language).map((sentence, at) => ({ number: at + 1, text: sentence.text })),
    published,
    language,
  );
  const refusal = whyNoReport(sentences, language);
  if (refusal !== null) return nothing(refusalText(refusal, language));
  const event = eventLine(sentences, { headline, published, language });
  if (event === undefined) return nothing(refusalText("no-lead", language));
  const summary = summarise(sentences, language);
  if (summary === undefined) return nothing(refusalText("no-summary", language));
  if (fold(summary.text).length < 2 * fold(event).length) return nothing(refusalText("summary-is-event", language));
  return { declined: null, event, events: singleEvents(summary.sentences, sentences, language), summary: summary.text };
});
