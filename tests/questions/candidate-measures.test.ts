// Measures of a settled candidate, and whether its question means its own document.

import { expect, test } from "vitest";
import { countPassages, rankSentences } from "../../pipelines/questions/candidate-measures.ts";
import { indexSubjects } from "../../pipelines/questions/subject-index.ts";
import { sentencesOf, slopeDocument, tollDocument } from "../support/toll-and-slope.ts";

test("neighbouring sentences are one passage, those of two documents are two", () => {
  const two = [
    ...sentencesOf("en").slice(0, 2),
    ...sentencesOf("zh").map(sentence => ({ ...sentence, number: sentence.number + 2 })),
  ];
  expect([
    countPassages([2, 3, 5], sentencesOf("en")),
    countPassages([2, 3], two),
    countPassages([], two),
  ]).toEqual([2, 2, 0]);
});

test("the lexical rank is that of the best evidence sentence, null where no word is shared", () => {
  const rank = rankSentences(sentencesOf("en"), "en");
  expect([
    rank("Who pays nothing on duty?", [3]),
    rank("Who pays nothing on duty, the fire brigade or lorries above 12 tonnes?", [2, 5]),
    rank("Zebra?", [2]),
    rank("Who pays?", []),
  ]).toEqual([1, 2, null, null]);
});

const others = ["Tern", "Heron", "Plover", "Curlew"].map(name =>
  tollDocument({
    id: name,
    name: `${name} Bridge`,
    text: `${name} Bridge toll rules. Lorries pay 30 euros. The bridge closes at night.`,
  }),
);
const subjects = indexSubjects([tollDocument(), slopeDocument(), ...others]);

test("a question that names its document, or describes it, means it", () => {
  expect([
    subjects.findMissed("What do lorries pay at the Orla Bridge?", "en", ["en"]),
    subjects.findMissed("Does the fire brigade pay where complaints go to Holt?", "en", ["en"]),
    subjects.findMissed("改期后的缆车票能退款吗？", "zh", ["zh"]),
  ]).toEqual([undefined, undefined, undefined]);
});

test("a question that fits any of many documents misses its own", () => {
  const many = Array.from({ length: 6 }, (_, at) => ({
    ...others[0]!,
    id: `x${at}`,
    name: "Ibis",
  }));
  const index = indexSubjects([...many, tollDocument()]);
  expect(
    index.findMissed("What do lorries pay, and when does the bridge close?", "en", ["en"]),
  ).toBe("Orla Bridge");
});

test("a question that names no document fits no other: each that has all the words it is found by states the same, or it falls", () => {
  const rival = (question: string, states: readonly string[] = []) =>
    subjects.findRival(question, "en", {
      documentIds: ["Tern"],
      states: id => states.includes(id),
    });
  const anyBridge = "What do lorries pay where the bridge closes at night?";
  expect(rival(anyBridge)).toBe("Heron Bridge");
  expect(rival(anyBridge, ["Heron", "Plover", "Curlew"])).toBeUndefined();
  expect([
    rival("What do lorries pay at the Tern Bridge?"),
    rival("What do Tern lorries pay?"),
  ]).toEqual([undefined, undefined]);
});

test("a word that only the document asked about has, far from the passage found, tells it from all others", () => {
  const filler = Array.from({ length: 200 }, (_, at) => `Rule ${at} of the ferry is read out.`);
  const [own, other] = ["Own", "Other"].map(id => ({
    ...others[0]!,
    id,
    name: "Notice",
    text: [
      id === "Own" ? "Issued by the harbour office." : "",
      ...filler,
      "Lorries pay 40 crowns.",
    ].join("\n"),
  }));
  const rival = (question: string) =>
    indexSubjects([own!, other!]).findRival(question, "en", {
      documentIds: ["Own"],
      states: () => false,
    });
  expect(rival("What do lorries pay?")).toBe("Notice");
  expect(rival("What do lorries pay by the word of the harbour office?")).toBeUndefined();
});

test("a question on two documents means both", () => {
  expect(
    subjects.findMissed("Is the toll at the Orla Bridge dearer than at the Tern Bridge?", "en", [
      "en",
      "Tern",
    ]),
  ).toBeUndefined();
});
