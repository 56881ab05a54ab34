// A section states each fact exactly and names its subject.

import { expect, test } from "vitest";
import { sectionAnswer } from "../../pipelines/floor/documents/section-answer.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import { sectionPrompt } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";

type Fact = VariablesOf<typeof sectionPrompt>["facts"][number];

const en = ScenarioSchema.parse({
  domain: "mill",
  language: "en",
  scenario: "report of a mill",
  subject: "{mill/name}",
  subScenario: null,
  sections: [
    { id: "lines", title: "Particulars", form: "", layout: "labelled" },
    { id: "prose", title: "The Year", form: "", layout: "prose" },
  ],
  leaves: [
    {
      path: "mill/name",
      label: "mill name",
      type: "organisation",
      description: "",
      fill: "rule",
      section: "prose",
      statements: ["This report is given by {value}."],
    },
    {
      path: "mill/owner",
      label: "owner",
      type: "person",
      description: "",
      fill: "rule",
      section: "prose",
      statements: ["The mill belongs to {value}.", "Owner: {value}."],
    },
    {
      path: "mill/founded",
      label: "founding date",
      type: "date",
      description: "",
      fill: "rule",
      section: "prose",
      statements: ["{subject} was founded on {value}.", "It all began on {value}."],
    },
    {
      path: "mill/output",
      label: "yearly output",
      type: "number",
      description: "",
      fill: "rule",
      section: "prose",
      statements: [
        "A {value} output was recorded at {subject}.",
        "{mill/owner} speaks of {value}.",
      ],
    },
  ],
});

const write = (
  schema: ScenarioSchema,
  section: string,
  subject: string,
  facts: Fact[],
  seed = 1,
  before = "said before",
): string => {
  const variables = {
    scenario: schema.scenario,
    domain: schema.domain,
    subject,
    title: "Title",
    form: "",
    section,
    before,
    facts,
  };
  const reply = sectionAnswer.answer(variables as never, {
    language: schema.language,
    draw: drawFrom(seed),
    domains: [schema],
  }) as ReplyOf<typeof sectionPrompt>;
  return reply.text;
};

const fact = (path: string, value: string, schema = en): Fact => {
  const leaf = leafAt(schema, path);
  return { path, label: leaf?.label ?? path, type: leaf?.type ?? "text", value };
};

const facts = [
  fact("mill/name", "Larch Mill Ltd."),
  fact("mill/owner", "Clara Tansley"),
  fact("mill/founded", "5 March 1976"),
  fact("mill/output", "8,200 tonnes"),
];
const sentencesOf = (text: string, language: "zh" | "en") =>
  splitSentences(text, language).map(sentence => sentence.text);

test("the first section opens with the subject", () => {
  for (const seed of [1, 2, 3, 4])
    expect(write(en, "prose", "Larch Mill Ltd.", facts, seed, "").split("\n\n")[0]).toContain(
      "Larch Mill Ltd",
    );
});

test("a labelled section has one line a fact under a heading that names the subject", () => {
  expect(write(en, "lines", "Larch Mill Ltd.", facts)).toBe(
    "Title – Larch Mill Ltd.\n\nMill name: Larch Mill Ltd.\nOwner: Clara Tansley\nFounding date: 5 March 1976\nYearly output: 8,200 tonnes",
  );
});

test("every sentence of a prose section names its subject, and begins with no word that points at nothing", () => {
  for (let seed = 0; seed < 30; seed++) {
    const body = sentencesOf(write(en, "prose", "Larch Mill Ltd.", facts, seed), "en").slice(1);
    expect(body.filter(sentence => !/Larch Mill|Clara Tansley/.test(sentence))).toEqual([]);
    expect(body[0]).not.toMatch(/^It /);
  }
});

test("a fact no schema knows gets a sentence of its own", () => {
  const bare = ScenarioSchema.parse({ ...en, domain: "other" });
  const variables = [
    fact("roof/height", "12.5 metres"),
    { path: "roof/colour", label: "roof colour", type: "choice" as const, value: "slate grey" },
  ];
  const text = write({ ...bare, leaves: [] as never }, "prose", "Larch Mill", variables, 5);
  expect(text).toContain("12.5 metres");
  expect(text).toMatch(/roof colour.*slate grey|slate grey.*roof colour/i);
});
