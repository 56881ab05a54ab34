// Drafts of a document without its config, to be ranked against ours: short, plain, with content drawn at random for the scenario.

import { fillPattern } from "../../../schemas/rageval/paths.ts";
import { oneShotPrompt, zeroShotPrompt } from "../../../schemas/rageval/prompts.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { pick } from "../../text/random.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type AnswerContext, answers } from "../answerer.ts";
import { upperFirst } from "../questions/phrase.ts";
import { plainValue } from "./plain-values.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { documentHeading } from "./section-answer.ts";
import { type Fact, gather, readSubject } from "./section-facts.ts";
import { paragraphs } from "./section-layout.ts";

interface Draft {
  readonly scenario: string;
  readonly domain: string;
  readonly subject: string;
  readonly subScenario: string | null;
}

/** A draft tells so many things a section: it has no config to tell from. */
const PER_SECTION = 3;

function inventFact(
  leaf: Leaf,
  schema: ScenarioSchema,
  { subject, subScenario }: Draft,
  context: AnswerContext,
): Fact[] {
  const naming = readSubject(schema.subject, subject).get(leaf.path);
  const options = (
    (subScenario === null ? undefined : leaf.optionsBy?.[subScenario]) ??
    leaf.options ??
    []
  ).filter(option => !option.includes("{"));
  const chosen = leaf.path === schema.subScenario ? subScenario : null;
  // A pattern or a sum would need the other leaves.
  if (naming === undefined && (leaf.pattern !== undefined || leaf.sumOf || leaf.onlyIf)) return [];
  const value =
    naming ??
    chosen ??
    (options.length > 0
      ? pick(context.draw, options)
      : plainValue(leaf, { ...context, days: null }));
  return [{ path: leaf.path, label: leaf.label, type: leaf.type, value }];
}

function draftSection(
  id: string,
  schema: ScenarioSchema,
  draft: Draft,
  context: AnswerContext,
): string {
  const leaves = schema.leaves.filter(
    leaf => leaf.section === id && (leaf.options || leaf.optionsBy || leaf.type !== "text"),
  );
  const from = leaves.length > PER_SECTION ? context.draw(leaves.length - PER_SECTION + 1) : 0;
  const facts = leaves
    .slice(from, from + PER_SECTION)
    .flatMap(leaf => inventFact(leaf, schema, draft, context));
  return paragraphs(facts, gather({ subject: draft.subject, facts }, schema, context)).join("\n\n");
}

const BARE = {
  zh: [
    "本文为关于{subject}的{scenario}。",
    "{subject}的有关情况，以正式文件为准。",
    "{subScenario}是本文所涉的类别。",
  ],
  en: [
    "This is the {scenario} that concerns {subject}.",
    "For all particulars of {subject}, the official record is decisive.",
    "The matter belongs to the field of {subScenario}.",
  ],
};

// Without a schema nothing is known of the scenario but its name.
function bareDraft(draft: Draft, { language }: AnswerContext): string {
  const slots = (name: string) =>
    ({
      subject: draft.subject,
      scenario: draft.scenario,
      subScenario: draft.subScenario ?? undefined,
    })[name];
  return BARE[language]
    .flatMap(sentence => fillPattern(sentence, slots) ?? [])
    .join(language === "zh" ? "" : " ");
}

function writeDraft(draft: Draft, context: AnswerContext): string {
  const schema = preparedSchema(context, draft.domain);
  const heading = documentHeading({ ...context, subject: draft.subject }, draft.scenario);
  if (schema === undefined) return `${heading}\n\n${bareDraft(draft, context)}`;
  const sections = schema.sections.map(({ id, title }) => ({
    title,
    body: draftSection(id, schema, draft, context),
  }));
  return [
    heading,
    ...sections.filter(({ body }) => body !== "").map(({ title, body }) => `${title}\n\n${body}`),
  ].join("\n\n");
}

export const zeroShotAnswer = answers(zeroShotPrompt, (draft, context: AnswerContext) => ({
  text: writeDraft(draft, context),
}));

// An example shows which headings such a document has; those are taken over, its content is not.
const headingsIn = (example: string, { language }: AnswerContext): number =>
  splitSentences(example, language).filter(
    ({ text }) => text.length < 24 && !/[。.，,：:；;]/.test(text),
  ).length;

export const oneShotAnswer = answers(
  oneShotPrompt,
  ({ example, ...draft }, context: AnswerContext) => {
    const text = writeDraft(draft, context);
    const titles = preparedSchema(context, draft.domain)?.sections.map(({ title }) => title) ?? [];
    // An example in running text has no headings: nor has then the draft.
    const isPlain = headingsIn(example, context) === 0;
    return {
      text: isPlain
        ? text
            .split("\n\n")
            .filter(part => !titles.includes(part))
            .map(upperFirst)
            .join("\n\n")
        : text,
    };
  },
);
