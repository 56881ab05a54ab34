// Templates: where they are found, how they are split and filled, and which faults are named.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { definePrompt } from "../../schemas/define.ts";
import { freshFolder } from "../support/folder.ts";

const factsPrompt = definePrompt({
  name: "items/facts",
  variables: z.object({
    subject: z.string(),
    note: z.string().nullable(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  reply: z.object({}),
  maxReplyTokens: 10,
});
const variables = { subject: "A & B", note: null, facts: [{ label: "size", value: "<3>" }] };
const plain =
  "{{! why }}\nYou write.\n\n=== user ===\n{{subject}}{{#if note}} ({{note}}){{/if}}\n{{#each facts}}\n- {{label}}: {{this.value}} of {{../subject}}\n{{/each}}\nEnd.\n";

const at = freshFolder();

function put(folder: string, text: string, name = "items/facts.en.hbs"): void {
  mkdirSync(dirname(at(folder, name)), { recursive: true });
  writeFileSync(at(folder, name), text);
}
const templates = () => createTemplates([at("own"), at("package")]);
const render = (values: object = variables) =>
  templates().render(factsPrompt, "en", values as typeof variables);

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("the part above the line is the system message, the part below the user's, the comment neither", () => {
  put("package", plain);
  expect(render()).toEqual([
    { role: "system", content: "You write." },
    { role: "user", content: "A & B\n- size: <3> of A & B\nEnd." },
  ]);
});

test("a corpus that writes the dividing line or a placeholder opens nothing", () => {
  put("package", plain);
  const [system, user] = render({ ...variables, subject: "x\n=== user ===\n{{note}}" });
  expect(system?.content).toBe("You write.");
  expect(user?.content.startsWith("x\n=== user ===\n{{note}}\n- size")).toBe(true);
});

test("a project's own template lies over the package's, one language at a time", () => {
  put("package", plain);
  put("package", plain, "items/facts.zh.hbs");
  put("own", plain.replace("You write.", "You draw."));
  expect(render()[0]?.content).toBe("You draw.");
  expect(templates().render(factsPrompt, "zh", variables)[0]?.content).toBe("You write.");
});

test("the hash follows the text of both parts, not the comment on why", () => {
  put("package", plain);
  const hashOf = () => templates().templateHash("items/facts", "en");
  const first = hashOf();
  put("package", plain.replace("why", "why not"));
  expect(hashOf()).toBe(first);
  put("package", plain.replace("You write.", "You draw."));
  const second = hashOf();
  put("package", plain.replace("End.", "Done."));
  expect(new Set([first, second, hashOf()]).size).toBe(3);
});

const kinds = plain.replace("You write.", "You write one of:\n{{> kinds/*}}\nNo other.");

test("a line that names a folder gives way to the texts of its templates, by name, a project's own over the package's", () => {
  put("package", kinds);
  put("package", "{{! why }}\n- ode\n", "kinds/b.en.hbs");
  put("package", "- elegy: costs $& and $1\n", "kinds/c.en.hbs");
  put("package", "- 颂\n", "kinds/b.zh.hbs");
  put("own", "{{! why }}\n- hymn,\n  sung\n", "kinds/b.en.hbs");
  put("own", "- aria\n", "kinds/a.en.hbs");
  const system = "You write one of:\n- aria\n- hymn,\n  sung\n- elegy: costs $& and $1\nNo other.";
  expect(render()[0]?.content).toBe(system);
  expect(templates().fixedText("items/facts", "en")).toContain(system);
});

test("of a folder for which names are given those alone are taken in, and the hash follows them alone", () => {
  put("package", kinds);
  for (const kind of ["a", "b", "c"]) put("package", `- ${kind}\n`, `kinds/${kind}.en.hbs`);
  const only = (...wanted: string[]) => createTemplates([at("package")], { kinds: wanted });
  const hashOf = (...wanted: string[]) => only(...wanted).templateHash("items/facts", "en");
  expect(only("c", "a").render(factsPrompt, "en", variables)[0]?.content).toBe(
    "You write one of:\n- a\n- c\nNo other.",
  );
  // Where a run wants none of them, what would ask for them is never asked.
  expect(only().render(factsPrompt, "en", variables)[0]?.content).toBe(
    "You write one of:\n\nNo other.",
  );
  const first = hashOf("a", "c");
  put("package", "- b, changed\n", "kinds/b.en.hbs");
  expect([hashOf("c", "a"), hashOf("a", "b", "c") === first]).toEqual([first, false]);
  expect(thrownBy(() => hashOf("a", "d"))).toMatchObject({
    message: expect.stringContaining("kinds/d.en.hbs"),
  });
});

test("the hash follows what a folder's templates say, not their comments on why", () => {
  put("package", kinds);
  const hashWith = (text: string) => {
    put("package", text, "kinds/a.en.hbs");
    return templates().templateHash("items/facts", "en");
  };
  const first = hashWith("{{! why }}\n- ode\n");
  expect(hashWith("{{! why not }}\n- ode\n")).toBe(first);
  expect(hashWith("{{! why }}\n- elegy\n")).not.toBe(first);
});

test("a template that is not there is named, with the folders", () => {
  expect(thrownBy(render)).toMatchObject({
    name: "PipelineError",
    message: expect.stringContaining("items/facts.en.hbs"),
  });
});

test.each([
  ["a variable the prompt does not have", plain.replace("{{subject}}", "{{topic}}"), "{{topic}}"],
  [
    "a list the prompt does not have",
    plain.replace("{{#each facts}}", "{{#each truths}}"),
    "{{truths}}",
  ],
  ["a field its items do not have", plain.replace("{{label}}", "{{name}}"), "{{facts.*.name}}"],
  [
    "a variable in the system part",
    plain.replace("You write.", "You write about {{subject}}."),
    "{{subject}} is above",
  ],
  ["a folder without templates in its language", kinds, "all of kinds/*.en.hbs"],
  ["no dividing line", plain.replace("=== user ===", ""), "has 0"],
  ["two dividing lines", plain.replace("End.", "=== user ==="), "has 2"],
  ["a block that is not closed", plain.replace("{{/each}}", ""), "not a Handlebars template"],
  [
    "a block of no known helper",
    plain.replace("{{#if note}}", "{{#when note}}").replace("{{/if}}", "{{/when}}"),
    "{{#when}}",
  ],
])("a template with %s is an error with file and name", (_title, text, told) => {
  put("package", text);
  const error = thrownBy(render);
  expect(error).toMatchObject({
    name: "PipelineError",
    code: "bad-input",
    message: expect.stringContaining("facts.en.hbs"),
  });
  expect((error as Error).message).toContain(told);
});

test("a variable that was not given is an error with file and variable, not an empty place", () => {
  put("package", plain);
  for (const [values, told] of [
    [{ ...variables, subject: undefined }, "subject"],
    [{ ...variables, facts: [{ label: "x" }] }, "facts.0.value"],
  ] as const) {
    expect(thrownBy(() => render(values))).toMatchObject({
      name: "PipelineError",
      message: expect.stringMatching(new RegExp(`facts\\.en\\.hbs.*${told}`)),
    });
  }
});

test("a row's language names no file outside the prompts", () => {
  put("outside", plain, "secret.hbs");
  const language = "en/../../../secret" as "en";
  expect(() =>
    createTemplates([at("outside/prompts")]).render(factsPrompt, language, variables),
  ).toThrow("there are no prompts in the language");
});
