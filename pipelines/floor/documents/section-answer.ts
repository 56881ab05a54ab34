// Writes one section of a document from its facts: a heading, then lines or sentences that state each fact exactly.

import { sectionPrompt } from "../../../schemas/rageval/prompts.ts";
import { type AnswerContext, answers } from "../answerer.ts";
import { upperFirst } from "../questions/phrase.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { gather, layoutOf, type SectionFacts } from "./section-facts.ts";
import { setSection } from "./section-layout.ts";

/** What stands over a document: whom it is about, and what kind of document it is. */
function documentHeading(
  { language, subject, draw }: Pick<SectionFacts, "language" | "subject" | "draw">,
  scenario: string,
): string {
  const forms = {
    zh: [`${scenario}（${subject}）`, `${subject}\n${scenario}`, `${subject} ${scenario}`],
    en: [
      `${upperFirst(subject)}\n${upperFirst(scenario)}`,
      `${upperFirst(scenario)} (${subject})`,
      `${upperFirst(subject)} – ${scenario}`,
    ],
  };
  return forms[language][draw(3)] ?? subject;
}

// Lines without a verb stand on the heading's subject alone.
const sectionHeading = (
  { language, subject }: SectionFacts,
  title: string,
  isLabelled: boolean,
): string =>
  !isLabelled
    ? title
    : language === "zh"
      ? `${title}（${subject}）`
      : `${upperFirst(title)} – ${subject}`;

/** What a document says of those before it. */
const backwards = (language: "zh" | "en", refers: readonly string[]): string[] =>
  refers.length === 0
    ? []
    : [
        language === "zh"
          ? `本文承接${refers.join("；")}。`
          : `This document follows ${refers.join("; ")}.`,
      ];

export const sectionAnswer = answers(sectionPrompt, (variables, context: AnswerContext) => {
  const section = gather(variables, preparedSchema(context, variables.domain), context);
  const body = setSection(section, layoutOf(section.schema, variables.section));
  const { before, kind, refers } = variables;
  const opening = before === "" ? [documentHeading(section, kind || variables.scenario)] : [];
  const isLabelled = /^[^。\n]{1,40}[:：]/.test(body);
  return {
    text: [
      ...opening,
      ...backwards(section.language, refers),
      sectionHeading(section, variables.title, isLabelled),
      body,
    ].join("\n\n"),
  };
});
