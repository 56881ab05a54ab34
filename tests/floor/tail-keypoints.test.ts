// Claims, their kinds and their evidence.

import { describe, expect, test } from "vitest";
import type { KeypointReply } from "../../schemas/items/prompts.ts";
import type { PlannedFact, questionPrompts } from "../../schemas/rageval/prompts.ts";
import { askFor, askTail, companies, factAt, type Language } from "./planned-facts.ts";

function keypointsOf(
  type: keyof typeof questionPrompts,
  language: Language,
  facts: readonly PlannedFact[],
  seed = 1,
): KeypointReply[] {
  const { question, answer } = askFor(type, language, facts, seed);
  const evidence = facts.map(({ document, sentence }, at) => ({
    number: at + 1,
    document,
    text: sentence,
  }));
  return (
    askTail("keypoints", language, { type, question, answer, evidence }) as {
      keypoints: KeypointReply[];
    }
  ).keypoints;
}

describe.each<Language>(["en", "zh"])("keypoints (%s)", language => {
  const at = (company: number, path: string) => factAt(language, company, path);

  test("of a factual answer are its one fact, resting on its sentence", () => {
    const fact = at(0, "finance/revenue");
    expect(keypointsOf("factual", language, [fact])).toMatchObject([
      { kind: "fact", evidence: [1], claim: expect.stringContaining(fact.value) },
    ]);
  });

  test("of a computed answer are both facts and an inference that rests on both", () => {
    for (let seed = 0; seed < 8; seed++) {
      const keypoints = keypointsOf(
        "multi-hop",
        language,
        [at(0, "company/founded"), at(0, "company/listed")],
        seed,
      );
      expect(keypoints.map(({ kind, evidence }) => [kind, evidence])).toEqual([
        ["fact", [1]],
        ["fact", [2]],
        ["inference", [1, 2]],
      ]);
    }
  });

  test("each name their subject", () => {
    const facts = companies[language][0]!.slice(0, 6);
    const keypoints = keypointsOf("summary", language, facts);
    expect(keypoints).toHaveLength(6);
    for (const { claim, kind } of keypoints) {
      expect(claim).toContain(facts[0]!.document);
      expect(kind).toBe("fact");
    }
  });

  test.each<["comparison" | "time-sequence", number[], string]>([
    ["comparison", [0, 1], "company/employees"],
    ["time-sequence", [0, 1, 2], "company/founded"],
  ])("of a %s over %j are the facts and one conclusion", (type, chosen, path) => {
    for (let seed = 0; seed < 8; seed++) {
      const keypoints = keypointsOf(
        type,
        language,
        chosen.map(company => at(company, path)),
        seed,
      );
      expect(keypoints.filter(({ kind }) => kind === "fact")).toHaveLength(chosen.length);
      expect(keypoints.filter(({ kind }) => kind === "conclusion")).toHaveLength(1);
    }
  });
});
