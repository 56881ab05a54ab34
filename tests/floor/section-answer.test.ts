// A section states each fact exactly and names its subject.

import { expect, test } from "vitest";
import { sectionAnswerer } from "../../pipelines/floor/documents/section-answer.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import { sectionPrompt } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "../support/fixtures.ts";

type Fact = VariablesOf<typeof sectionPrompt>["sections"][number]["facts"][number];

const en = ScenarioSchema.parse(fixtureYaml("mill.en.yaml"));

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
    before,
    kind: "",
    refers: [],
    sections: [{ id: section, title: "Title", form: "", skeleton: "", length: null, facts }],
  };
  const reply = sectionAnswerer.answer(variables as never, {
    language: schema.language,
    draw: drawFrom(seed),
    domains: [schema],
  }) as ReplyOf<typeof sectionPrompt>;
  return reply.sections[0]!.text;
};

const fact = (path: string, value: string, schema = en): Fact => {
  const leaf = leafAt(schema, path);
  const told = { label: leaf?.label ?? path, type: leaf?.type ?? "text", value };
  return { path, ...told, since: null, because: "" };
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
    { ...fact("roof/colour", "slate grey"), label: "roof colour", type: "choice" as const },
  ];
  const text = write({ ...bare, leaves: [] as never }, "prose", "Larch Mill", variables, 5);
  expect(text).toContain("12.5 metres");
  expect(text).toMatch(/roof colour.*slate grey|slate grey.*roof colour/i);
});

test.each(["prose", "lines"])(
  "in a section of %s, what holds from a day is told with it",
  section => {
    const dated = { ...fact("mill/owner", "Clara Tansley"), since: "3 May 2021" };
    const told = sentencesOf(write(en, section, "Larch Mill Ltd.", [dated]), "en").at(-1);
    expect(told).toMatch(/Clara Tansley/);
    expect(told).toMatch(/since 3 May 2021/i);
  },
);

const field = (path: string) => ({
  path,
  label: path,
  type: "text",
  description: "",
  fill: "rule",
});
const visits = {
  path: "visits",
  label: "visit",
  type: "text",
  description: "",
  fill: "rule",
  many: true,
  section: "prose",
  fields: [field("guest"), field("result")],
  statements: ["On visit {n}, {guest} came, and the result was {result}."],
};
const visited = ScenarioSchema.parse({
  ...en,
  subject: "{mill/owner}",
  leaves: [...en.leaves, visits],
});
const visit = [
  fact("visits/1/guest", "the miller", visited),
  fact("visits/1/result", "a loan to the owner", visited),
];

test("a value of a record stays as it is, whatever its sentence calls the subject", () => {
  const text = write(visited, "prose", "Clara Tansley", visit);
  expect(text).toMatch(/the miller came, and the result was a loan to the owner\.$/);
});

test("what follows a list is told after it, though other facts of its branch come before", () => {
  for (const seed of [1, 2, 3, 4]) {
    const told = [facts[2]!, ...visit, facts[3]!];
    const text = write(visited, "prose", "Clara Tansley", told, seed);
    const places = ["5 March 1976", "the miller came", "8,200 tonnes"].map(one =>
      text.indexOf(one),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  }
});
