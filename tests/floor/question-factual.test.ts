// Factual and unanswerable questions over hand-made facts.

import { describe, expect, test } from "vitest";
import { askFor, companies, factAt, type Language } from "./planned-facts.ts";

const seeds = Array.from({ length: 40 }, (_, at) => at);

describe.each<Language>(["en", "zh"])("factual questions (%s)", language => {
  const facts = companies[language].flat();

  test("name their subject and never the value, and the answer says both", () => {
    for (const [at, fact] of facts.entries()) {
      const { declined, question, answer } = askFor("factual", language, [fact], at);
      expect(declined).toBeNull();
      expect(question).toContain(fact.document);
      expect(question).not.toContain(fact.value);
      expect(answer).toContain(fact.value);
      expect(answer.toLowerCase()).toContain(fact.document.toLowerCase());
    }
  });

  test("take the schema's own way to ask, but not one that lacks the subject or has an open slot", () => {
    const [own, unnamed, open] = [
      `${factAt(language, 0, "finance/revenue").document} 8472?`,
      "8472?",
      `${factAt(language, 0, "finance/revenue").document} {x}?`,
    ];
    const fact = { ...factAt(language, 0, "finance/revenue"), questions: [own, unnamed, open] };
    const asked = seeds.map(seed => askFor("factual", language, [fact], seed).question);
    expect(asked).toContain(own);
    expect(asked).not.toContain(unnamed);
    expect(asked).not.toContain(open);
  });

  test.each([
    ["an overlong value", { value: "x".repeat(201) }],
    ["a value that says nothing", { value: language === "zh" ? "不详" : "n/a" }],
    [
      "a label that is a sentence",
      { label: language === "zh" ? "公司去年完成了收购。" : "The company bought a mill. It paid" },
    ],
    ["one value of a list", { path: "company/products/2" }],
  ])("are declined for %s", (_, change) => {
    expect(
      askFor("factual", language, [{ ...factAt(language, 0, "finance/revenue"), ...change }])
        .declined,
    ).not.toBeNull();
  });

  test("are declined when the subject gives the answer", () => {
    const fact = factAt(language, 0, "company/industry");
    expect(
      askFor("factual", language, [{ ...fact, type: "organisation", value: fact.document }])
        .declined,
    ).not.toBeNull();
  });

  test("turn into unanswerable ones with the agreed answer", () => {
    const reply = askFor("unanswerable", language, [factAt(language, 1, "finance/profit")]);
    expect(reply).toMatchObject({
      declined: null,
      answer: language === "zh" ? "无法回答" : "Unable to answer.",
      derivations: [],
    });
    expect(reply.question).toContain(factAt(language, 1, "finance/profit").document);
  });

  test("are the same for the same draw", () => {
    const fact = factAt(language, 2, "governance/chair");
    expect(askFor("factual", language, [fact], 7)).toEqual(askFor("factual", language, [fact], 7));
  });
});

test.each<Language>(["en", "zh"])(
  "a leaf that this document does not state is asked for without a value (%s)",
  language => {
    const absent = { ...factAt(language, 0, "finance/revenue"), value: "", sentence: "" };
    const { declined, question, answer } = askFor("unanswerable", language, [absent], 3);
    expect(declined).toBeNull();
    expect(question).toContain(absent.document);
    expect(answer).toBe(language === "zh" ? "无法回答" : "Unable to answer.");
    expect(askFor("factual", language, [absent], 3).declined).not.toBeNull();
  },
);

test("who defended somebody is asked for as the documents call it", () => {
  const fact = factAt("zh", 0, "finance/revenue");
  const questions = [
    `${fact.document}的辩护人是谁？`,
    `${fact.document}的被告人委托了哪位律师？`,
    `谁在${fact.document}里担任辩护律师？`,
  ];
  const asked = seeds.map(
    seed =>
      askFor(
        "factual",
        "zh",
        [{ ...fact, type: "person", label: "辩护人", value: "祁书彦", questions }],
        seed,
      ).question,
  );
  expect(asked).toContain(questions[0]);
  expect(asked.filter(question => /律师/.test(question))).toEqual([]);
});
