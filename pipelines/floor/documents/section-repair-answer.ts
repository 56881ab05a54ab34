// Mends a section: the facts it lost are added as sentences or lines, sentences that give away a kept-back value go.

import { sectionRepairPrompt } from "../../../schemas/rageval/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { factFinder } from "../../text/occurrence.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type AnswerContext, answers } from "../answerer.ts";
import { type Fact, gather, leafOf, readSubject } from "./section-facts.ts";
import { labelledLines, paragraphs } from "./section-layout.ts";

// The prompt names no domain: the schema is the one whose subject has this form and whose leaves are these.
function schemaOf(
  subject: string,
  facts: readonly Fact[],
  { domains, language }: AnswerContext,
): ScenarioSchema | undefined {
  const likely = domains.filter(
    schema =>
      schema.language === language &&
      facts.every(fact => leafOf({ schema }, fact)?.label === fact.label),
  );
  return likely.find(schema => readSubject(schema.subject, subject).size > 0) ?? likely[0];
}

/** The text without the sentences that state one of the facts; a line left empty goes too. */
function withoutFacts(text: string, facts: readonly Fact[], language: "zh" | "en"): string {
  const find = factFinder(text, language);
  const places = facts.flatMap(({ type, value }) => find({ type, value, language }));
  const giving = splitSentences(text, language).filter(sentence =>
    places.some(place => place.start < sentence.end && place.end > sentence.start),
  );
  const kept = giving.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^ /, ""),
    text,
  );
  return kept
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const isLined = (text: string): boolean => {
  const lines = text.split("\n").filter(line => line.trim() !== "");
  return lines.filter(line => /^[^。.：:]{1,40}[：:]/.test(line)).length * 2 > lines.length;
};

export const sectionRepairAnswer = answers(
  sectionRepairPrompt,
  ({ subject, text, missing, forbidden }, context: AnswerContext) => {
    const kept = forbidden.length === 0 ? text : withoutFacts(text, forbidden, context.language);
    const section = gather(
      { subject, facts: missing },
      schemaOf(subject, missing, context),
      context,
    );
    const lined = isLined(kept);
    const added = lined ? labelledLines(missing, section) : paragraphs(missing, section);
    const mended = [kept, ...added].filter(part => part !== "").join(lined ? "\n" : "\n\n");
    // A text of nothing but what must go leaves its subject, since an empty reply is none.
    return { text: mended === "" ? subject : mended };
  },
);
