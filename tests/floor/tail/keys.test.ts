// Claims, their kinds and their evidence, keywords that stand in it, and which sentences support an answer.

import { describe, expect, test } from "vitest";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import { questionTypes } from "../../../schemas/items/question-types.ts";
import { keysPrompt } from "../../../schemas/questions/prompts.ts";
import { askFor, askTail, type Language, variablesFor, evidenceOf } from "../prepared.ts";

const typesOverDocuments: readonly [QuestionType, number[]][] = [
  ["factual", [0]],
  ["multi-hop", [0]],
  ["summary", [0]],
  ["integration", [0, 1]],
  ["comparison", [0, 1]],
  ["time-sequence", [0, 1, 2]],
];

/** The keys of every candidate of a type over these documents, asked for at once. */
function keysOf(type: QuestionType, language: Language, chosen: readonly number[]) {
  const variables = variablesFor(language, chosen);
  const shown = variables.documents.flatMap(({ name, sentences }) =>
    sentences.map(({ number, text }) => ({ number, text, document: name })),
  );
  const items = askFor(type, language, chosen).map((candidate, at) => ({
    number: at + 1,
    type,
    question: candidate.question,
    answer: candidate.answer,
    conclusion: questionTypes[type].conclusion,
    lines: shown.filter(({ number }) => candidate.sentences.includes(number)),
    problem: "",
  }));
  const reply = keysPrompt.reply.parse(askTail("questions/keypoints", language, { items }));
  return reply.items.map((keys, at) => ({
    ...items[at]!,
    evidence: items[at]!.lines,
    keys: keys!,
  }));
}

describe.each<Language>(["en", "zh"])("keys (%s)", language => {
  test.each<[QuestionType, number[], string[]]>([
    ["factual", [0], ["fact"]],
    ["multi-hop", [0], ["fact", "fact", "conclusion"]],
    ["integration", [0, 1], ["fact", "fact"]],
    ["comparison", [0, 1], ["fact", "fact", "conclusion"]],
    ["time-sequence", [0, 1, 2], ["fact", "fact", "fact", "conclusion"]],
  ])(
    "of %s over documents %j: each fact rests on its own sentence, what follows on all",
    (type, chosen, kinds) => {
      for (const { keys, evidence, conclusion: needs } of keysOf(type, language, chosen)) {
        expect(keys.keypoints.map(({ kind }) => kind)).toEqual(kinds);
        const facts = keys.keypoints.filter(({ kind }) => kind === "fact");
        expect(facts.flatMap(one => one.evidence).toSorted((a, b) => a - b)).toEqual(
          evidence.map(({ number }) => number),
        );
        const conclusion = keys.keypoints.find(({ kind }) => kind === "conclusion");
        expect(conclusion?.evidence.length ?? evidence.length).toBe(evidence.length);
        expect(conclusion !== undefined || !needs).toBe(true);
      }
    },
  );

  test("of a summary name their document, one a fact", () => {
    const { documents } = variablesFor(language, [0]);
    for (const { keys, evidence } of keysOf("summary", language, [0])) {
      expect(keys.keypoints).toHaveLength(evidence.length);
      expect(keys.keypoints.filter(({ claim }) => !claim.includes(documents[0]!.name))).toEqual([]);
    }
  });

  test.each(typesOverDocuments)(
    "of %s over documents %j have keywords, each verbatim in a sentence",
    (type, chosen) => {
      for (const { keys, evidence } of keysOf(type, language, chosen)) {
        const terms = [...keys.coarse, ...keys.fine.flat()];
        expect(Math.min(keys.coarse.length, keys.fine.length)).toBeGreaterThan(0);
        expect(
          terms.filter(
            term => !evidence.some(({ text }) => text.toLowerCase().includes(term.toLowerCase())),
          ),
        ).toEqual([]);
      }
    },
  );
});

test.each<[Language, string, string]>([
  ["en", "The white cell count was 6.2 ×10⁹/L.", "White cell count: 6.2 ×10⁹/L"],
  ["zh", "脉搏为73次/分。", "体温：36.5℃，脉搏：73次/分"],
])("a value that the answer tells is whole (%s)", (language, answer, text) => {
  const evidence = [{ number: 1, document: "", text }];
  expect(askTail("items/keywords", language, { question: "?", answer, evidence })).toMatchObject({
    fine: [expect.arrayContaining([language === "en" ? "6.2 ×10⁹/L" : "73次/分"])],
  });
});

const all = Array.from({ length: 36 }, (_, at) => at + 1);

describe.each<Language>(["en", "zh"])("references (%s)", language => {
  const cited = (question: string, answer: string, chosen: readonly number[]) => {
    const sentences = evidenceOf(variablesFor(language, chosen), all);
    return askTail("items/references", language, {
      question,
      answer,
      sentences: sentences.map((sentence, at) => ({ ...sentence, number: at + 1 })),
    });
  };

  test.each(typesOverDocuments)(
    "of a %s answer over documents %j are exactly the sentences it was made of",
    (type, chosen) => {
      for (const { question, answer, sentences } of askFor(type, language, chosen))
        expect(cited(question, answer, chosen)).toEqual({ sentences });
    },
  );

  test("of a claim that no sentence states are none", () => {
    const [question, answer] = {
      zh: ["有何设施？", "该公司在火星设有观测站。"] as const,
      en: ["Which facilities exist?", "A lunar telescope was inaugurated."] as const,
    }[language];
    expect(cited(question, answer, [0])).toEqual({ sentences: [] });
  });

  test("are taken from the document the claim names, though another states the same", () => {
    const [{ question, answer } = { question: "", answer: "" }] = askFor("factual", language, [1]);
    const sentences = evidenceOf(variablesFor(language, [1]), all).flatMap(
      ({ document, text }, at) => [
        { number: 2 * at + 1, document: "X", text },
        { number: 2 * at + 2, document, text },
      ],
    );
    const reply = askTail("items/references", language, { question, answer, sentences });
    expect(reply).toEqual({ sentences: [expect.any(Number)] });
    expect((reply as { sentences: number[] }).sentences.every(number => number % 2 === 0)).toBe(
      true,
    );
  });
});

const supportIn = (language: Language, question: string, answer: string, ...texts: string[][]) =>
  askTail("items/references", language, {
    question,
    answer,
    sentences: texts.map(([document = "", text = ""], at) => ({ number: at + 1, document, text })),
  });

test.each<[string, Language, string, string, string[][], number[]]>([
  [
    "the same subject's other document, whose name has its date",
    "en",
    "Where is Ida Marlow held?",
    "The place of custody in the case against Ida Marlow is Penhallow Remand Centre.",
    [["the case against Ida Marlow, 2023-03-04", "Place of custody: Penhallow Remand Centre"]],
    [1],
  ],
  [
    "another subject that shares words or the value",
    "en",
    "In one judgment, the fine is £300. Where is the accused held?",
    "The place of custody in the case against Ida Marlow is Penhallow Remand Centre.",
    [
      ["the case against Owen Marlow, 2023-03-04", "Place of custody: Harrow Remand Centre"],
      ["the case against Jon Pell, 2023-03-05", "Place of custody: Penhallow Remand Centre"],
    ],
    [],
  ],
  [
    "the same subject's document before the value changed",
    "en",
    "Which firm acts last?",
    "The law firm in the case against Ida Marlow is Sellick & Orme.",
    [["the case against Ida Marlow, 2022-01-01", "Law firm: Arkwell & Orme"]],
    [],
  ],
  [
    "a count that happens to be the number of a record",
    "zh",
    "青禾文化第4项增收事件的起因是什么？",
    "青禾文化第4项增收事件的起因记为“听众增多”。",
    [["青禾文化，2023-03-04", "董事会成员中独立董事占4人，青禾文化满足要求。"]],
    [],
  ],
])("%s is a reference where code proves it, and only there (%s)", (...row) => {
  const [, language, question, answer, texts, sentences] = row;
  expect(supportIn(language, question, answer, ...texts)).toEqual({ sentences });
});

test.each<[Language, string, string, string, string[][]]>([
  [
    "en",
    "Corrie council voted 5 to 4 for the trial, which begins in May for 3,100 children.",
    "The trial, which the board adopted by 7 votes to 4, begins in September for 4,900 children.",
    "The trial, which the board adopted by 7 votes to 4, begins in September for 4,900 children.",
    [["September", "4,900"]],
  ],
  [
    "zh",
    "青禾茶场的产品是什么？",
    "青禾茶场的产品记为“中式茶点的直营与加盟”。",
    "青禾茶场主营中式茶点的直营与加盟。",
    [["中式茶点的直营与加盟"]],
  ],
])(
  "keywords are what the answer adds, cut from no word (%s)",
  (language, question, answer, text, fine) => {
    const evidence = [{ number: 1, document: "", text }];
    expect(askTail("items/keywords", language, { question, answer, evidence })).toMatchObject({
      fine,
    });
  },
);

test("keywords of an answer that shares no name or value with its evidence are declined", () => {
  const evidence = [{ number: 1, document: "", text: "The gate stayed shut all day." }];
  const asked = { question: "Was it open?", answer: "It was closed.", evidence };
  expect(askTail("items/keywords", "en", asked)).toBeUndefined();
});
