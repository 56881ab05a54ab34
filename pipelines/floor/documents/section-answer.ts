// Writes sections of a document from their facts: a heading each, then lines or sentences that state each fact exactly.

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
  const { scenario, domain, subject, before, kind, refers, sections } = variables;
  const schema = preparedSchema(context, domain);
  const texts = sections.map(({ id, title, facts }, index) => {
    const section = gather({ subject, facts }, schema, context);
    const body = setSection(section, layoutOf(schema, id));
    const opens = before === "" && index === 0;
    const opening = opens ? [documentHeading(section, kind || scenario)] : [];
    const isLabelled = /^[^。\n]{1,40}[:：]/.test(body);
    const heading = sectionHeading(section, title, isLabelled);
    const back = opens ? backwards(section.language, refers) : [];
    return { id, text: [...opening, ...back, heading, body].join("\n\n") };
  });
  return { sections: texts };
});
