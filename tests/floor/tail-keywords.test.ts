// Keywords by rules: terms that question and evidence share, and the values an answer tells with what they are of.

import { describe, expect, test } from "vitest";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import { askFor, askTail, companies, factAt, type Language } from "./planned-facts.ts";

interface Keywords {
  coarse: string[];
  fine: string[][];
}

interface Asked {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly (readonly [document: string, text: string])[];
}

const keywordsOf = (
  language: Language,
  { question, answer, evidence }: Asked,
  type = "factual",
): Keywords => {
  const numbered: NumberedSentence[] = evidence.map(([document, text], at) => ({
    number: at + 1,
    document,
    text,
  }));
  return askTail("keywords", language, { type, question, answer, evidence: numbered }) as Keywords;
};

describe.each<Language>(["en", "zh"])("keywords (%s)", language => {
  const facts = (chosen: readonly number[], ...paths: string[]) =>
    chosen.flatMap(company => paths.map(path => factAt(language, company, path)));

  test.each([
    ["factual", facts([0], "finance/revenue")],
    ["multi-hop", facts([0], "company/founded", "company/listed")],
    ["summary", companies[language][0]!.slice(0, 7)],
    ["integration", facts([0, 1], "finance/revenue")],
    ["comparison", facts([0, 1], "finance/revenue")],
    ["time-sequence", facts([0, 1, 2], "company/founded")],
  ] as const)(
    "of a %s question are there, the coarse in the question, the fine verbatim in its sentences",
    (type, facts) => {
      const { question, answer } = askFor(
        type,
        language,
        facts.map((fact, at) => ({ ...fact, number: at + 1 })),
      );
      const { coarse, fine } = keywordsOf(
        language,
        { question, answer, evidence: facts.map(({ document, sentence }) => [document, sentence]) },
        type,
      );
      expect(coarse.length).toBeGreaterThan(0);
      expect(coarse.filter(term => !question.toLowerCase().includes(term.toLowerCase()))).toEqual(
        [],
      );
      expect(fine.length).toBeGreaterThan(0);
      expect(
        fine.flat().filter(element => !facts.some(({ sentence }) => sentence.includes(element))),
      ).toEqual([]);
    },
  );
});

test.each<[Language, Asked, Keywords]>([
  [
    "en",
    {
      question: "How many people does Corley Rail plc employ at Ashby?",
      answer: "Corley Rail plc employs 240 people at Ashby.",
      evidence: [["Corley Rail plc", "Staff at Ashby: 240 people"]],
    },
    { coarse: ["Ashby"], fine: [["Ashby", "240 people"]] },
  ],
  [
    "zh",
    {
      question: "青阳轨道交通有限公司的北岭车辆段有多少员工？",
      answer: "青阳轨道交通有限公司的北岭车辆段有员工240人。",
      evidence: [["青阳轨道交通有限公司", "青阳轨道交通有限公司北岭车辆段员工：240人"]],
    },
    { coarse: ["青阳轨道交通有限公司"], fine: [["青阳轨道交通有限公司北岭车辆段员工", "240人"]] },
  ],
])("a value stands beside what it is of (%s)", (language, asked, keywords) => {
  expect(keywordsOf(language, asked)).toEqual(keywords);
});

test("values that the answer does not tell are left out, and units stay whole", () => {
  const evidence = [
    ["", "Haemoglobin stood at 127 g/L and the white cell count at 6.2 ×10⁹/L."],
  ] as const;
  const { fine } = keywordsOf("en", {
    question: "What was the white cell count?",
    answer: "The white cell count was 6.2 ×10⁹/L.",
    evidence,
  });
  expect(fine).toEqual([["white cell count at 6.2 ×10⁹/L"]]);
  const zh = keywordsOf("zh", {
    question: "脉搏是多少？",
    answer: "脉搏为73次/分。",
    evidence: [["", "体温：36.5℃，脉搏：73次/分"]],
  });
  expect(zh.fine).toEqual([["脉搏", "73次/分"]]);
});

test("of a table row the cell is taken with its header", () => {
  const evidence = [["", "Dam: Northgate | Height: 41 m | Finished: 1961"]] as const;
  expect(
    keywordsOf("en", {
      question: "When was Northgate dam finished?",
      answer: "Northgate dam was finished in 1961.",
      evidence,
    }).fine,
  ).toEqual([["Finished", "1961"]]);
});

test("what a semicolon parts is told in lists of its own", () => {
  const evidence = [["", "孔桥村有村民412人；梨园村有村民655人。"]] as const;
  const { fine } = keywordsOf("zh", {
    question: "两个村各有多少人？",
    answer: "孔桥村412人，梨园村655人。",
    evidence,
  });
  expect(fine.map(list => list.join("").replace(/[^\d]/g, ""))).toEqual(["412", "655"]);
});

test.each<[Language, string]>([
  ["en", "?!"],
  ["zh", "？！"],
  ["en", "It rained all day on the hills"],
  ["zh", "山里下了一整天的雨"],
])(
  "a sentence that shares nothing with its question still gives what words it has (%s, %s)",
  (language, text) => {
    const { fine } = keywordsOf(language, {
      question: language === "zh" ? "谁？" : "Who?",
      answer: "x",
      evidence: [["", text]],
    });
    expect(fine.flat().every(element => text.includes(element))).toBe(true);
    expect(fine.length).toBe(/[\p{L}]/u.test(text) ? 1 : 0);
  },
);
