// Questions over hand-made facts: what they ask, what their answers say, and when there is none.

import { describe, expect, test } from "vitest";
import type { PlannedFact, QuestionReply, questionPrompts } from "../../schemas/rageval/prompts.ts";
import type { LeafType } from "../../schemas/rageval/schema.ts";
import { checkDerivation, unsupportedValues } from "../../pipelines/text/derivation.ts";
import { askFor, companies, factAt, type Language } from "./planned-facts.ts";

type Type = keyof typeof questionPrompts;

const seeds = Array.from({ length: 20 }, (_, at) => at);
const at = (language: Language, path: string, chosen: readonly number[] = [0]) =>
  chosen.map(company => factAt(language, company, path));

/** All that is wrong with a question and its answer over these facts. */
function faults(
  { declined, question, answer, derivations }: QuestionReply,
  facts: readonly PlannedFact[],
  language: Language,
): string[] {
  const evidence = [...facts.map(({ sentence }) => sentence), question];
  return [
    declined ?? [],
    facts.flatMap(({ document, value }) => [
      question.includes(document) ? [] : `does not name ${document}`,
      question.includes(value) ? `tells ${value}` : [],
      answer.includes(value) ? [] : `does not answer ${value}`,
    ]),
    derivations.flatMap(derivation => checkDerivation(derivation, language) ?? []),
    unsupportedValues(answer, evidence, derivations, language),
  ].flat(3);
}

describe.each<Language>(["en", "zh"])("questions (%s)", language => {
  test.each<[Type, PlannedFact[]]>([
    ["factual", at(language, "finance/revenue")],
    ["factual", at(language, "governance/chair")],
    ["integration", at(language, "company/capital", [0, 1])],
    [
      "integration",
      [factAt(language, 0, "governance/chair"), factAt(language, 1, "finance/revenue")],
    ],
    ["multi-hop", [...at(language, "company/founded"), ...at(language, "company/listed")]],
    ["multi-hop", [...at(language, "finance/revenue"), ...at(language, "finance/profit")]],
    ["comparison", at(language, "company/employees", [0, 1])],
    ["comparison", at(language, "company/founded", [0, 1])],
    ["time-sequence", at(language, "company/founded", [0, 1, 2])],
    ["summary", companies[language][0]!.slice(0, 6)],
  ])(
    "of type %s name their documents, tell no value, and are answered with every value, soundly",
    (type, facts) => {
      expect(
        seeds.flatMap(seed => faults(askFor(type, language, facts, seed), facts, language)),
      ).toEqual([]);
    },
  );

  test("take the schema's own way to ask, but not one that lacks the subject, has an open slot or tells the answer", () => {
    const fact = factAt(language, 0, "finance/revenue");
    const own = `${fact.document} 8472?`;
    const questions = [own, "8472?", `${fact.document} {x}?`, `${fact.document} ${fact.value}?`];
    const asked = seeds.map(seed => askFor("factual", language, [{ ...fact, questions }], seed));
    expect(new Set(asked.map(({ question }) => question))).toEqual(new Set([own]));
  });

  test("without an answer are answered with the agreed words, also where the value is not known", () => {
    const fact = factAt(language, 0, "finance/revenue");
    for (const value of [fact.value, ""])
      expect(askFor("unanswerable", language, [{ ...fact, value }])).toMatchObject({
        declined: null,
        answer: language === "zh" ? "无法回答" : "Unable to answer.",
      });
  });

  test("of a comparison say which is larger or later", () => {
    const later = factAt(language, language === "zh" ? 2 : 1, "company/founded");
    const facts = [...at(language, "company/founded"), later];
    const { answer } = askFor("comparison", language, facts);
    const conclusion = answer.slice(answer.search(/Therefore|因此/));
    expect(conclusion.indexOf(later.document)).toBeLessThan(conclusion.indexOf(facts[0]!.document));
  });

  const revenue = factAt(language, 0, "finance/revenue");
  const founded = factAt(language, 0, "company/founded");
  const listed = factAt(language, 0, "company/listed");
  const zh = language === "zh";
  test.each<[string, Type, PlannedFact[]]>([
    ["an overlong value", "factual", [{ ...revenue, value: "x".repeat(201) }]],
    ["a value that says nothing", "factual", [{ ...revenue, value: zh ? "不详" : "n/a" }]],
    [
      "a label that is a sentence",
      "factual",
      [{ ...revenue, label: zh ? "公司收购了。" : "It paid. Well" }],
    ],
    ["one value of a list", "factual", [{ ...revenue, path: "company/products/2" }]],
    ["no prepared question", "factual", [{ ...revenue, questions: [] }]],
    ["a sex, which a first name tells", "factual", [{ ...revenue, label: zh ? "性别" : "sex" }]],
    ["two facts of one document", "integration", [revenue, founded]],
    ["two facts of two documents", "multi-hop", [founded, factAt(language, 1, "company/listed")]],
    ["things of two sorts", "multi-hop", [...at(language, "governance/chair"), revenue]],
    ["a birth", "multi-hop", [{ ...founded, label: zh ? "出生日期" : "date of birth" }, listed]],
    ["equal dates", "multi-hop", [founded, { ...listed, value: founded.value }]],
    [
      "two currencies",
      "multi-hop",
      [revenue, { ...factAt(language, 0, "finance/profit"), value: "€3 million" }],
    ],
    [
      "an average",
      "multi-hop",
      [
        revenue,
        {
          ...revenue,
          label: zh ? "人均收入" : "average revenue",
          value: zh ? "1.00亿元" : "US$1 million",
        },
      ],
    ],
    ["different leaves", "comparison", [revenue, factAt(language, 1, "finance/profit")]],
    ["one document", "comparison", [revenue, revenue]],
    ["too little", "summary", [revenue, founded]],
    ["facts of two documents", "summary", at(language, "finance/revenue", [0, 1, 2, 0])],
  ])("are declined for %s (%s)", (_, type, facts) => {
    expect(askFor(type, language, facts).declined).not.toBeNull();
  });

  test("of a summary leave the elements of a list unnamed", () => {
    const list = [1, 2].map(number => ({
      ...revenue,
      path: `product/${number}`,
      label: "product",
      value: `x${number}`,
    }));
    const { question, answer } = askFor("summary", language, [
      ...companies[language][0]!.slice(0, 3),
      ...list,
    ]);
    expect(question + answer).not.toMatch(/product|x1/);
  });
});

test.each<[Language, LeafType, string, string, string | undefined]>([
  ["en", "money", "US$40.5 million", "US$25 million", "US$15.5 million"],
  ["en", "money", "US$1,240.5 million", "US$40 million", "US$1,200.5 million"],
  ["en", "money", "US$1.2 billion", "US$300 million", undefined],
  ["en", "number", "5 acts", "4 acts", undefined],
  ["en", "number", "3 hours", "4 acts", undefined],
  ["en", "number", "12.5%", "9.3%", "3.2 percentage points"],
  ["en", "number", "3 to 5 tonnes", "2 tonnes", undefined],
  ["en", "date", "28 February 2024", "1 March 2024", "2 days"],
  ["en", "date", "5 May 2020", "May 2021", undefined],
  ["en", "date", "5 May", "6 May 2021", undefined],
  ["zh", "money", "5,267元", "2,542元", "2,725元"],
  ["zh", "number", "45岁", "27岁", "18岁"],
  ["zh", "number", "12.5%", "9.3%", "3.2个百分点"],
  ["zh", "date", "2023年11月", "2024年2月", "3个月"],
])("%s %s: %s and %s differ by %s", (language, type, a, b, result) => {
  const facts = [a, b].map((value, company) => ({
    ...factAt(language, company, "finance/revenue"),
    type,
    value,
  }));
  const { derivations } = askFor("comparison", language, facts);
  expect(derivations[0]?.result).toBe(result);
  expect(derivations.flatMap(one => checkDerivation(one, language) ?? [])).toEqual([]);
});

test("a lawyer is not asked for as one whom the accused chose unless the documents call it so", () => {
  const fact = factAt("zh", 0, "finance/revenue");
  const own = `${fact.document}的辩护人是谁？`;
  const questions = [own, `${fact.document}的被告人委托了哪位律师？`];
  const given = { ...fact, type: "person" as const, label: "辩护人", value: "祁书彦", questions };
  expect(new Set(seeds.map(seed => askFor("factual", "zh", [given], seed).question))).toEqual(
    new Set([own]),
  );
});

test.each<[Language, string, RegExp]>([
  ["en", "no known allergies", /recorded as “no known allergies”/],
  ["zh", "有高血压病史8年", /记为“有高血压病史8年”/],
])("an entry of a form is quoted, not said to be its label (%s)", (language, value, quoted) => {
  const fact = { ...factAt(language, 0, "finance/revenue"), type: "text" as const, value };
  expect(askFor("factual", language, [fact]).answer).toMatch(quoted);
});
