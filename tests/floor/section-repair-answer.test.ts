// A repaired section has what it lacked and nothing that had to go.

import { expect, test } from "vitest";
import { oneShotAnswer, zeroShotAnswer } from "../../pipelines/floor/documents/draft-answers.ts";
import { sectionRepairAnswer } from "../../pipelines/floor/documents/section-repair-answer.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import {
  oneShotPrompt,
  sectionRepairPrompt,
  zeroShotPrompt,
} from "../../schemas/rageval/prompts.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";

const context = (language: "zh" | "en", domains: ScenarioSchema[] = []) => ({
  language,
  draw: drawFrom(4),
  domains,
});

const repair = (
  language: "zh" | "en",
  variables: VariablesOf<typeof sectionRepairPrompt>,
): string =>
  (
    sectionRepairAnswer.answer(variables as never, context(language)) as ReplyOf<
      typeof sectionRepairPrompt
    >
  ).text;

const fine = { path: "fine", label: "fine", type: "money" as const, value: "US$7.7 million" };
const roof = { path: "roof", label: "roof colour", type: "choice" as const, value: "slate grey" };

test("a missing fact is added in a sentence that names the subject", () => {
  const text = repair("en", {
    subject: "Larch Mill",
    text: "Larch Mill grew. All was well.",
    missing: [roof],
    forbidden: [],
  });
  expect(text.startsWith("Larch Mill grew. All was well.\n\n")).toBe(true);
  expect(text.slice(30)).toMatch(/Larch Mill/);
  expect(text.slice(30)).toMatch(/slate grey/i);
});

test("in labelled lines it becomes a line", () => {
  expect(
    repair("zh", {
      subject: "岚州工坊",
      text: "坊主：沈若兰\n产量：82吨",
      missing: [{ path: "roof", label: "屋顶颜色", type: "choice", value: "青灰" }],
      forbidden: [],
    }),
  ).toBe("坊主：沈若兰\n产量：82吨\n屋顶颜色：青灰");
});

test("the sentence with a kept-back value goes, in whatever format it stands, and the rest stays as it was", () => {
  const text = repair("en", {
    subject: "Larch Mill",
    text: "Larch Mill grew. It paid $7,700,000 in fines. All was well.",
    missing: [],
    forbidden: [fine],
  });
  expect(text).toBe("Larch Mill grew. All was well.");
});

test("a text of nothing else is left with its subject", () => {
  expect(
    repair("en", {
      subject: "Larch Mill",
      text: "It paid US$7.7 million.",
      missing: [],
      forbidden: [fine],
    }),
  ).toBe("Larch Mill");
});

test("drafts name subject and scenario even where no schema is known", () => {
  const draft = {
    scenario: "report of a mill",
    domain: "mill",
    subject: "Larch Mill",
    subScenario: "paper",
  };
  const zeroShot = zeroShotAnswer.answer(draft as never, context("en")) as ReplyOf<
    typeof zeroShotPrompt
  >;
  const oneShot = oneShotAnswer.answer(
    { ...draft, example: "A mill is a mill." } as never,
    context("en"),
  ) as ReplyOf<typeof oneShotPrompt>;
  expect(zeroShot.text).toMatch(/Larch Mill[^]*report of a mill|report of a mill[^]*Larch Mill/i);
  expect(oneShot.text).toContain("Larch Mill");
});
