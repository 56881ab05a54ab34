// Replies that careful readers wrote by hand and that are right: every check must let them pass, and catch them once spoiled.

import { describe, expect, test } from "vitest";
import { keypointsProblem } from "../../pipelines/items/keypoint-claims.ts";
import { unknownSentencesProblem } from "../../pipelines/items/numbered-sentences.ts";
import { findFaults } from "../../pipelines/items/answer-checks.ts";
import { findContradictions } from "../../pipelines/rageval/contradictions.ts";
import { usableQuestions } from "../../pipelines/rageval/questions.ts";
import { checkDerivation, unsupportedValues } from "../../pipelines/text/derivation.ts";
import { findFact, factFinder } from "../../pipelines/text/fact-occurrence.ts";
import { findValues } from "../../pipelines/text/values.ts";
import type { PromptContract } from "../../schemas/define.ts";
import {
  answerabilityPrompt,
  keypointsPrompt,
  referencesPrompt,
  refinementPrompt,
} from "../../schemas/items/prompts.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import {
  configPrompt,
  questionPrompts,
  sectionPrompt,
  sectionRepairPrompt,
} from "../../schemas/rageval/prompts.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { LeafType } from "../../schemas/rageval/schema.ts";
import { casesOf } from "../support/hand-written.ts";
import { answered, cases, schemaOf } from "./hand-written-cases.ts";

const contracts: readonly PromptContract[] = [
  answerabilityPrompt,
  configPrompt,
  keypointsPrompt,
  referencesPrompt,
  refinementPrompt,
  sectionPrompt,
  sectionRepairPrompt,
  ...Object.values(questionPrompts),
];

test.each(cases)(
  "$name says it was written by hand and has exactly the fields of its contract",
  ({ writtenByHand, prompt, variables, reply }) => {
    const contract = contracts.find(({ name }) => name === prompt);
    expect(writtenByHand).toBe(true);
    expect(contract?.variables.parse(variables)).toMatchObject(variables);
    expect(contract?.reply.parse(reply)).toEqual(reply);
  },
);

describe("a section", () => {
  type Line = { readonly path: string; readonly type: LeafType; readonly value: string };
  const missing = (text: string, language: Language, facts: readonly Line[]) => {
    const find = factFinder(text, language);
    return facts
      .filter(({ type, value }) => find({ type, value, language }).length === 0)
      .map(({ path }) => path);
  };

  test.each(casesOf(cases, sectionPrompt))(
    "states every fact it was given, and not without its figures: $name",
    ({ language, variables, reply }) => {
      for (const [at, { facts }] of variables.sections.entries()) {
        const { text = "" } = reply.sections[at] ?? {};
        expect(missing(text, language, facts)).toEqual([]);
        expect(missing(text.replace(/\d/g, ""), language, facts)).not.toEqual([]);
      }
    },
  );

  test.each(casesOf(cases, sectionRepairPrompt))(
    "that was repaired states what was asked for: $name",
    ({ language, variables, reply }) => {
      expect(missing(reply.text, language, variables.missing)).toEqual([]);
    },
  );

  test("that says 系实刑 states 实刑 and needs no fixing", () => {
    const [judgment] = casesOf(cases, sectionRepairPrompt);
    expect(judgment?.variables.text).toContain("系实刑");
    expect(
      missing(judgment?.variables.text ?? "", "zh", judgment?.variables.missing ?? []),
    ).toEqual([]);
    expect(
      findFact("判处有期徒刑十一个月，系缓刑。", { type: "choice", value: "实刑", language: "zh" }),
    ).toEqual([]);
  });
});

describe("a question", () => {
  const asked = (
    ["multi-hop", "summary", "integration", "comparison", "time-sequence"] as const
  ).flatMap(type =>
    casesOf(cases, questionPrompts[type]).flatMap(({ reply, ...one }) =>
      reply.questions.map(given => ({ ...one, type, given })),
    ),
  );

  test.each(asked)(
    "has no problem, but one for each subject it would not name: $name",
    ({ type, language, variables, given }) => {
      const subjects = variables.documents.map(({ subject }) => subject);
      const judged = (question: string) =>
        usableQuestions([{ ...given, question }], { type, language }, subjects);
      expect(judged(given.question)).toEqual({ good: [given], problem: undefined });
      expect(judged("?").problem?.split("\n")).toHaveLength(subjects.length);
    },
  );

  test.each(asked)(
    "is answered by what its documents say or what follows from them: $name",
    ({ language, variables, given: { question, answer, derivations } }) => {
      const texts = variables.documents.map(({ text }) => text);
      expect(
        derivations.flatMap(derivation => checkDerivation(derivation, language) ?? []),
      ).toEqual([]);
      expect(unsupportedValues(answer, [...texts, question], derivations, language)).toEqual([]);
      expect(unsupportedValues(answer, [question], [], language)).not.toEqual([]);
    },
  );

  test.each(asked.filter(({ given }) => given.derivations.length > 0))(
    "has a result that does not follow from other operands: $name",
    ({ language, given }) => {
      const turned = given.derivations.map(({ operands: [first = ""], ...derivation }) => ({
        ...derivation,
        operands: [first, first],
      }));
      expect(turned.map(derivation => checkDerivation(derivation, language))).not.toContain(
        undefined,
      );
    },
  );

  test.each(asked.filter(({ type }) => type === "time-sequence"))(
    "for an order is answered in that order: $name",
    ({ variables, given }) => {
      const dates = findValues(given.answer).flatMap(({ kind, canonical }) =>
        kind === "date" ? [canonical] : [],
      );
      expect(dates).toHaveLength(variables.documents.flatMap(({ config }) => config).length);
      expect(dates).toEqual(dates.toSorted());
    },
  );
});

describe("an answer", () => {
  const byReferences = casesOf(cases, referencesPrompt).map(
    ({ variables: { question: text, answer, sentences: shown }, reply, ...one }) => ({
      ...one,
      reply: { ...reply, answer, derivations: one.question.derivations },
      text,
      shown,
      before: { answer, numbers: [] as number[] },
    }),
  );
  const byRefinement = casesOf(cases, refinementPrompt).map(
    ({ variables: { question: text, answer, cited, others }, reply, ...one }) => ({
      ...one,
      reply,
      text,
      shown: [...cited, ...others].toSorted((a, b) => a.number - b.number),
      before: { answer, numbers: cited.map(({ number }) => number) },
    }),
  );
  type Given = (typeof byReferences | typeof byRefinement)[number];
  const faults = (
    { language, question: { type }, text, shown, reply: { derivations } }: Given,
    answer: string,
    numbers: readonly number[],
  ) => {
    const { row, texts } = answered({
      language,
      question: { type, derivations },
      text,
      answer,
      shown,
      numbers,
    });
    return findFaults(row, texts).map(({ code }) => code);
  };

  test.each([...byReferences, ...byRefinement])(
    "has existing sentences and no fault, but one in a wrong year: $name",
    given => {
      const { answer, sentences } = given.reply;
      expect(unknownSentencesProblem(sentences, given.shown, given.language)).toBeUndefined();
      expect(faults(given, answer, sentences)).toEqual([]);
      expect(faults(given, answer.replace(/\d{4}/, "1066"), sentences)).toContain(
        "unsupported-number",
      );
    },
  );

  test.each([
    ["en-refinement-address", [10], "92 Old Quay Street", ["unsupported-number"]],
    ["zh-refinement-juror", [58], "戴芸", []],
  ])("gains the sentence it lacked: %s", (name, added, said, faultsBefore) => {
    const given = byRefinement.find(one => one.name === name)!;
    const { before, reply, shown } = given;
    expect(reply.sentences.filter(number => !before.numbers.includes(number))).toEqual(added);
    expect(
      [
        reply.answer,
        ...shown.filter(({ number }) => added.includes(number)).map(({ text }) => text),
      ].every(text => text.includes(said)),
    ).toBe(true);
    expect(faults(given, before.answer, before.numbers)).toEqual(faultsBefore);
  });

  test.each(casesOf(cases, keypointsPrompt))(
    "is split into claims it supports: $name",
    ({ language, question, variables, reply }) => {
      const { question: text, answer, evidence } = variables;
      const { row } = answered({
        language,
        question,
        text,
        answer,
        shown: evidence,
        numbers: evidence.map(({ number }) => number),
      });
      expect(variables.type).toBe(question.type);
      expect(keypointsProblem(row, reply.keypoints)).toBeUndefined();
      expect(
        keypointsProblem({ ...row, derivations: [] }, [
          { claim: "8", kind: "fact", evidence: [9] },
        ])?.split("\n"),
      ).toHaveLength(2);
    },
  );
});

describe("whether a question can be answered", () => {
  const verdicts = {
    "en-answerability-sex": true,
    "en-answerability-blood-pressure": false,
    "zh-answerability-measure": true,
    "zh-answerability-term": true,
  };
  const asked = casesOf(cases, answerabilityPrompt);

  test("is recorded as the readers judged it", () => {
    expect(Object.fromEntries(asked.map(({ name, reply }) => [name, reply.answerable]))).toEqual(
      verdicts,
    );
  });

  test.each(asked)(
    "rests on existing sentences, or on none: $name",
    ({ language, variables, reply }) => {
      expect(
        unknownSentencesProblem(reply.sentences, variables.sentences, language),
      ).toBeUndefined();
      expect(reply.sentences.length > 0).toBe(reply.answerable);
    },
  );
});

describe("a config", () => {
  test.each(casesOf(cases, configPrompt))(
    "stands with the values set before, and not with a disease a man cannot have: $name",
    ({ language, variables, reply }) => {
      const schema = schemaOf(variables, language);
      const set = variables.set.map(
        (fact): ConfigValue => ({ ...fact, filledBy: "rule", withheld: false }),
      );
      const leafOf = (path: string) =>
        variables.open.find(
          leaf => path === leaf.path || path.replace(/\/\d+$/, "") === leaf.path,
        )!;
      const filled = reply.values.map(
        ({ path, value }): ConfigValue => ({
          path,
          label: leafOf(path).label,
          type: leafOf(path).type,
          value,
          filledBy: "model",
          withheld: false,
        }),
      );
      expect(findContradictions(schema, [...set, ...filled], set)).toEqual([]);
      const impossible = filled.map(value =>
        value.path === "diagnosis/main" ? { ...value, value: "Uterine fibroids" } : value,
      );
      expect(findContradictions(schema, [...set, ...impossible], set)).toEqual([
        expect.stringMatching(/^diagnosis\/main/),
      ]);
    },
  );
});
