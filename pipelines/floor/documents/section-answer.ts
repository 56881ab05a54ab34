// Writes sections of a document from their facts: a heading each, then lines or sentences that state the facts exactly.

import { sectionPrompt } from "../../../schemas/rageval/prompts.ts";
import { pick } from "../../text/random.ts";
import { type AnswerContext, answererFor, preparedSchema } from "../answerer.ts";
import { upperFirst } from "../questions/phrase.ts";
import { fillPhrase } from "../wording.ts";
import { readSubject } from "./section-facts.ts";
import { layOutSection } from "./section-layout.ts";

/** Phrases for a document's heading: its subject, and the kind of document. */
const headings = ["heading-0", "heading-1", "heading-2"];

export const sectionAnswerer = answererFor(sectionPrompt, (variables, context: AnswerContext) => {
  const { scenario, domain, subject, before, kind, refers, sections } = variables;
  const { language, draw } = context;
  const schema = preparedSchema(context, domain);
  if (schema === undefined) return undefined;
  const naming = readSubject(schema.subject, subject);
  const layoutOf = (id: string) => schema.sections.find(section => section.id === id)?.layout;
  const texts = sections.map(({ id, title, facts }, index) => {
    const section = { language, draw, subject, schema, naming, facts };
    const body = layOutSection(section, layoutOf(id) ?? "either");
    // Lines without a verb depend on the subject in the heading.
    const heading = /^[^。\n]{1,40}[:：]/.test(body)
      ? fillPhrase("heading-of-lines", language, { title: upperFirst(title), subject })
      : title;
    if (before !== "" || index > 0) return { id, text: `${heading}\n\n${body}` };
    const headingNames = { subject: upperFirst(subject), scenario: upperFirst(kind || scenario) };
    const referenceList = refers.join(language === "zh" ? "；" : "; ");
    const backReference =
      refers.length > 0 ? [fillPhrase("follows", language, { list: referenceList })] : [];
    const opening = fillPhrase(pick(draw, headings), language, headingNames);
    return { id, text: [opening, ...backReference, heading, body].join("\n\n") };
  });
  return { sections: texts };
});
