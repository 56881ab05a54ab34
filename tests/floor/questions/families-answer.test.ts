// What code asks of a family is what its facts say on the day asked, over all its documents, and of one subject alone.

import { describe, expect, test } from "vitest";
import { sentencesWithClaims } from "../../../pipelines/floor/tail/content-units.ts";
import { keypointsOf } from "../../../pipelines/floor/tail/tail-answers.ts";
import { proveCandidate } from "../../../pipelines/questions/family-candidates.ts";
import { unsupportedValues } from "../../../pipelines/text/derivation.ts";
import { threadValueOn, threadsOf } from "../../../pipelines/text/family-facts.ts";
import { statesValue } from "../../../pipelines/text/stated-value.ts";
import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { askFloor, kinds, smallFamily } from "../../support/small-family.ts";

const managers = {
  en: ["Ada Finch", "Bram Holt", "Cora Vale"],
  zh: ["苏明远", "陶景行", "纪若兰"],
};

describe.each(["en", "zh"] as const)("of a small family (%s)", language => {
  const asked = askFloor(smallFamily(language));

  test("all seven kinds are asked, and none of them is refused", async () => {
    const { row } = await asked;
    expect(new Set(row.candidates.map(({ type }) => type))).toEqual(new Set(kinds));
    expect(row.losses).toEqual([]);
    expect(row.candidates.filter(({ type }) => type === "as-of").length).toBeGreaterThan(4);
  });

  test("each knows wrong answers that are read where they say, and that differ from its own", async () => {
    const { row } = await asked;
    const trapsOf = (type: string) =>
      new Set(
        row.candidates
          .filter(candidate => candidate.type === type)
          .flatMap(({ wrongAnswers = [] }) => wrongAnswers.map(({ trap }) => trap)),
      );
    expect(kinds.map(kind => [kind, [...trapsOf(kind)].sort()])).toEqual([
      ["which-holds", ["stale", "twin"]],
      ["described", ["twin"]],
      ["as-of", ["later", "superseded", "twin"]],
      ["what-changed", ["superseded"]],
      ["complete-list", ["partial"]],
      ["chain", ["partial", "superseded", "twin"]],
      ["disagreement", ["partial", "twin"]],
    ]);
    for (const { answer, wrongAnswers = [] } of row.candidates)
      expect(wrongAnswers.map(wrong => wrong.answer)).not.toContain(answer);
  });

  test("what rests on days cites the line that dates each of its documents", async () => {
    const { row } = await asked;
    const dated = { en: /Written on|written on/, zh: /写于/ }[language];
    const ofDays = row.candidates.filter(({ type }) => type !== "described" && type !== "chain");
    for (const { evidence } of ofDays)
      for (const id of new Set(evidence.map(({ span }) => span.documentId)))
        expect(
          evidence.filter(({ span, text }) => span.documentId === id && dated.test(text)),
        ).toHaveLength(1);
  });

  test("swapping the two dates flips the gold of every question as of a day", async () => {
    const { offered, family } = await asked;
    const questions = offered.filter(({ type }) => type === "as-of");
    const flipped = questions.filter(reply => {
      const asOf = reply.asOf!;
      const said = threadsOf(family).find(thread => {
        const held = threadValueOn(thread, asOf);
        return (
          thread.valuesInForce.length > 1 &&
          held !== undefined &&
          statesValue(reply.answer, held.value, language)
        );
      })!;
      const at = said.valuesInForce.findIndex(held => held === threadValueOn(said, asOf));
      const [one, other] = [said.valuesInForce[at]!, said.valuesInForce[at === 0 ? 1 : at - 1]!];
      const swap = (fact: FamilyFact): FamilyFact => {
        const { from: _, holds: __, ...rest } = fact;
        const dayOf = { [one.value]: other.from, [other.value]: one.from }[fact.value];
        // What holds instead of a stale value says what another document says.
        const day = fact.path === said.path && dayOf !== undefined ? dayOf : fact.from;
        return day ? { ...rest, from: day } : rest;
      };
      const swapped = { ...family, facts: family.facts.map(swap) };
      const thread = threadsOf(swapped).find(({ path }) => path === said.path)!;
      return threadValueOn(thread, asOf)?.value === other.value;
    });
    expect(questions.length).toBeGreaterThan(4);
    expect(flipped).toHaveLength(questions.length);
  });

  test("a list is what a scan of all facts finds, and one more planted member changes it", async () => {
    const listIn = async (family: ReturnType<typeof smallFamily>) => {
      const { offered } = await askFloor(family);
      const [list] = offered.filter(
        ({ type, answer }) => type === "complete-list" && answer.includes(managers[language][0]!),
      );
      return list!.answer;
    };
    const scan = (family: ReturnType<typeof smallFamily>) => [
      ...new Set(
        family.facts
          .filter(({ path, family: place }) => path === "works/manager" && !place?.isTwin)
          .map(({ value }) => value),
      ),
    ];
    const planted = smallFamily(language, (told, at) => {
      const more = { en: "Eve Lund", zh: "方子矜" }[language];
      const line = { en: `For a while it was ${more}.`, zh: `其间一度由${more}代行。` }[language];
      const from = { from: "2022-01-05" };
      return at === 1
        ? { ...told, lines: [...told.lines, [line, "works/manager", more, from]] }
        : told;
    });
    const [before, after] = [await listIn(smallFamily(language)), await listIn(planted)];
    expect(scan(smallFamily(language))).toEqual(managers[language]);
    expect(managers[language].every(name => before.includes(name))).toBe(true);
    expect(before).toMatch(/3/);
    expect(scan(planted).every(name => after.includes(name))).toBe(true);
    expect(scan(planted)).toHaveLength(4);
    expect(after).toMatch(/4/);
  });

  test("what held, what changed and what is described is answered in one claim: all of it was asked", async () => {
    const { row } = await asked;
    const single = row.candidates.filter(({ type }) =>
      ["as-of", "what-changed", "described"].includes(type),
    );
    expect(single.length).toBeGreaterThan(6);
    for (const { answer } of single)
      expect(sentencesWithClaims(answer, language).flatMap(({ claims }) => claims)).toHaveLength(1);
  });

  test("a keypoint on what held on a day rests on the sentence that says so, which need not say the day", async () => {
    const { row } = await asked;
    const held = row.candidates.filter(({ type }) => type === "as-of");
    const points = held.flatMap(({ question, answer, evidence }) => {
      const numbered = evidence.map(({ number, text }) => ({ number, document: "", text }));
      return keypointsOf({ question, answer, evidence: numbered }, language);
    });
    expect(points).toHaveLength(held.length);
    expect(points.filter(point => point.evidence.length === 0)).toEqual([]);
  });

  test("which value holds rests on what replaced it, on the copy, and on what that was copied from", async () => {
    const { row } = await asked;
    const holding = row.candidates.filter(({ type }) => type === "which-holds");
    expect(holding.length).toBeGreaterThan(0);
    for (const { evidence } of holding)
      expect(new Set(evidence.map(({ span }) => span.documentId)).size).toBe(3);
  });

  test("which value holds is not asked where no document says what was copied: it could be a later change", async () => {
    const unsaid = smallFamily(language, (told, at) => ({
      ...told,
      lines: told.lines.map(([sentence, ...rest]) => [
        at === 2 ? sentence.replace(/1 March 2021|2021年3月1日/, "…") : sentence,
        ...rest,
      ]),
    }));
    const { offered } = await askFloor(unsaid);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter(({ type }) => type === "which-holds")).toEqual([]);
  });

  test("no answer has a number that its sentences do not say or its derivation does not count", async () => {
    const { row } = await asked;
    const unsaid = row.candidates.flatMap(({ question, answer, evidence, derivations }) => {
      const sources = [...evidence.map(({ text }) => text), question];
      return unsupportedValues(answer, sources, derivations, language);
    });
    expect(unsaid).toEqual([]);
  });

  test("what a question says of a subject that it does not name fits one of the corpus, and is cited", async () => {
    const { row } = await asked;
    const { facts } = smallFamily(language);
    const described = row.candidates.filter(
      ({ question }) => !question.includes(facts[0]!.subject),
    );
    expect(new Set(described.map(({ type }) => type)).size).toBeGreaterThan(3);
    for (const { question, evidence } of described) {
      const cited = evidence.map(({ span }) => span);
      const told = facts.filter(({ value }) => statesValue(question, value, language));
      const paths = [...new Set(told.map(({ path }) => path))];
      const fitting = [...new Set(facts.map(({ subject }) => subject))].filter(subject =>
        paths.every(path => told.some(fact => fact.subject === subject && fact.path === path)),
      );
      expect(paths.length).toBeGreaterThan(1);
      expect(fitting).toEqual([facts[0]!.subject]);
      for (const path of paths)
        expect(
          told
            .filter(fact => fact.path === path)
            .flatMap(({ spans }) => spans)
            .filter(({ documentId, start }) =>
              cited.some(span => span.documentId === documentId && span.start === start),
            ).length,
        ).toBeGreaterThan(0);
    }
  });

  test("no answer is proved by facts that say otherwise", async () => {
    const { offered, family } = await asked;
    const others = {
      ...family,
      facts: family.facts.map((fact, at) => ({ ...fact, value: `Zyx${at}v`, holds: undefined })),
    };
    const proofs = offered.map(reply => {
      const candidate = { ...reply, type: kinds.find(kind => kind === reply.type)! };
      return proveCandidate({
        family: others,
        language,
        candidate,
        reply,
        sentences: reply.sentences,
        citedDocuments: [1, 2, 3],
      });
    });
    expect(proofs.filter(proof => !("code" in proof))).toEqual([]);
  });
});
