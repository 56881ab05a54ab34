// Each fault that keeps an answer from becoming an item, and the answers that have none.

import { expect, test } from "vitest";
import { unmeasured } from "../../schemas/items/measures.ts";
import type { AnswerRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { findFaults } from "../../pipelines/items/answer-checks.ts";
import { aDocument, anAnswer, aQuestion, evidenceOf, founded } from "../support/items.ts";
import { cases } from "../support/cases.ts";

const faults = (answer: AnswerRow, documents: DocumentRow[] = [aDocument()]) =>
  findFaults(answer, new Map(documents.map(document => [document.id, document]))).map(
    ({ code }) => code,
  );

test("an answer that its verbatim reference states has no fault", () => {
  expect(faults(anAnswer())).toEqual([]);
});

test("a reference whose text is not what stands at its offsets is found", () => {
  const [evidence] = anAnswer().evidence;
  expect(
    faults(
      anAnswer({
        evidence: [{ ...evidence!, text: founded.replace("1998", "1999") }],
        answer: "Alder Mills was founded on 3 May 1999.",
      }),
    ),
  ).toContain("not-verbatim");
});

test("a number or date that is neither in the references nor derived is found, in another format it is not", () => {
  expect(faults(anAnswer({ answer: "Alder Mills was founded on 4 May 1998." }))).toContain(
    "unsupported-number",
  );
  expect(faults(anAnswer({ answer: "Alder Mills was founded on May 3rd, 1998." }))).toEqual([]);
});

test("what two readers counted alike needs no derivation, an amount does", () => {
  const read = { ...unmeasured, proof: "reading" as const };
  const said = (answer: string, measures: typeof read | undefined) =>
    faults(anAnswer({ answer, question: aQuestion(measures ? { measures } : {}) }));
  const counted = "Three things are said of Alder Mills, founded on 3 May 1998.";
  expect(said(counted, undefined)).toContain("unsupported-number");
  expect(said(counted, read)).toEqual([]);
  expect(said("Alder Mills was founded on 3 May 1998 by 12 weavers.", read)).toContain(
    "unsupported-number",
  );
});

test("a computed value needs a derivation that holds", () => {
  const staff = "Alder Mills employs 214 people and rents 30 looms.";
  const document = aDocument({ text: staff });
  const derivation = { operation: "difference" as const, operands: ["214", "30"], result: "184" };
  const answer = anAnswer({
    question: aQuestion({ question: "How many more people than looms has Alder Mills?" }),
    answer: "Alder Mills has 184 more people than looms.",
    evidence: [evidenceOf(staff, 1, document)],
  });
  expect(faults(answer, [document])).toContain("unsupported-number");
  expect(faults({ ...answer, derivations: [derivation] }, [document])).toEqual([]);
  expect(
    faults(
      {
        ...answer,
        answer: "Alder Mills has 185 more people than looms.",
        derivations: [{ ...derivation, result: "185" }],
      },
      [document],
    ),
  ).toContain("wrong-derivation");
});

test("a question must name its subject", () => {
  expect(
    faults(
      anAnswer({ question: aQuestion({ question: "When was the company founded, if it was?" }) }),
    ),
  ).toContain("names-no-subject");
});

test("an answer in the other language is found", () => {
  expect(faults(anAnswer({ answer: "该公司成立于1998年5月3日，地点是科里。" }))).toContain(
    "wrong-language",
  );
});

cases<[name: string, question: string, answer: string]>(
  "items/quality",
  "a question that %s is meaningless",
  (_, question, answer) => {
    expect(faults(anAnswer({ question: aQuestion({ question }), answer }))).toContain(
      "meaningless",
    );
  },
);

test("an unanswerable item has no references, or those of what is settled instead", () => {
  const question = aQuestion({ type: "unanswerable" });
  expect(faults(anAnswer({ question, answer: "Unable to answer.", evidence: [] }))).toEqual([]);
  const settled = "By whom it was founded is not said, only that it was on 3 May 1998.";
  expect(faults(anAnswer({ question, answer: settled }))).toEqual([]);
});

cases<[name: string, question: string, answer: string, type: "factual" | "comparison"]>(
  "items/quality",
  "no false alarm: a question that %s is not meaningless",
  (_, question, answer, type) => {
    expect(faults(anAnswer({ question: aQuestion({ question, type }), answer }))).not.toContain(
      "meaningless",
    );
  },
);

test("a Chinese question that is mostly code is in Chinese", () => {
  const text = "Vec::with_capacity(0) 不会 panic，也不分配内存。";
  const document = aDocument({ language: "zh", text });
  const answer = anAnswer({
    language: "zh",
    question: aQuestion({
      language: "zh",
      question: "Vec::with_capacity(0) 会 panic 吗？",
      subjects: [],
    }),
    answer: "不会。",
    evidence: [evidenceOf(text, 1, document)],
  });
  expect(faults(answer, [document])).toEqual([]);
});

test("a name quoted from a Chinese document is an answer in Chinese", () => {
  const text = "公司由IBM于1998年创办。";
  const document = aDocument({ language: "zh", text });
  const question = aQuestion({
    language: "zh",
    question: "白鹭公司由谁创办？",
    subjects: ["白鹭公司"],
  });
  expect(
    faults(
      anAnswer({
        language: "zh",
        question,
        answer: "IBM",
        evidence: [evidenceOf(text, 1, document)],
      }),
      [document],
    ),
  ).not.toContain("wrong-language");
});
