// What `npm start` makes: as much, as varied and as verbatim as the project promises.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { countOf } from "../../pipelines/engine/grouping.ts";
import { exportRun } from "../../pipelines/run/export-run.ts";
import type { ExportFormat } from "../../schemas/formats/export-formats.ts";
import { PublishedType, QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { ItemRow, QuestionRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { MemberRow } from "../../schemas/rageval/records.ts";
import { root } from "../support/cli.ts";
import { madeDemo } from "../support/made-demo.ts";
import { maskValues } from "../support/masked-values.ts";
import { inOrder, readers, wantedBack } from "../support/read-formats.ts";
import { newFolder } from "../support/toy-run.ts";
import { rowsIn } from "./rows.ts";

let out = "";
const rows = <Row>(artifact: string) => rowsIn<Row>(join(out, `${artifact}.jsonl`));

beforeAll(async () => {
  out = await madeDemo();
});

test("at least 140 documents and 400 questions: seven types in three domains and two languages", () => {
  const items = rows<ItemRow>("items/items");
  expect(rows("items/documents").length).toBeGreaterThanOrEqual(140);
  expect(items.length).toBeGreaterThanOrEqual(400);
  const published = items.filter(({ type }) => PublishedType.safeParse(type).success);
  expect(
    new Set(published.map(({ type, domain, language }) => `${type} ${domain} ${language}`)).size,
  ).toBe(42);
});

test("in both languages a family is asked for each of its seven types, three items of each at least", () => {
  const asked = countOf(
    rows<ItemRow>("items/items").map(({ type, language }) => `${type} ${language}`),
  );
  const types = QuestionType.options.filter(type => questionTypes[type].family);
  const few = types
    .flatMap(type => ["zh", "en"].map(language => `${type} ${language}`))
    .filter(kind => (asked.get(kind) ?? 0) < 3);
  expect(types).toHaveLength(7);
  expect(few).toEqual([]);
});

test("every reference is what stands at its offsets", () => {
  const texts = new Map(rows<DocumentRow>("items/documents").map(({ id, text }) => [id, text]));
  const wrong = rows<ItemRow>("items/items").flatMap(({ evidence }) =>
    evidence.filter(
      ({ span, text }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text,
    ),
  );
  expect(wrong).toEqual([]);
});

test("no two questions are alike; masked, at least 0.4 wordings a question and none in more than 5 %", () => {
  const items = rows<ItemRow>("items/items").slice(0, 400);
  const subjects = new Map(
    rows<QuestionRow>("items/questions").map(question => [question.id, question.subjects]),
  );
  expect(new Set(items.map(({ question }) => question)).size).toBe(items.length);
  const counts = new Map<string, number>();
  for (const { question, language, questionId } of items) {
    const wording = maskValues(question, language, subjects.get(questionId) ?? []);
    counts.set(wording, (counts.get(wording) ?? 0) + 1);
  }
  expect(counts.size / items.length).toBeGreaterThanOrEqual(0.4);
  expect(Math.max(...counts.values()) / items.length).toBeLessThanOrEqual(0.05);
});

test("documents of one language and domain bear the same name only where they tell of one subject", () => {
  const names = rows<DocumentRow>("items/documents").map(
    ({ name, domain, language }) => `${domain} ${language} ${name}`,
  );
  const subjects = rows<MemberRow>("rageval/members").map(
    ({ family: { familyId, isTwin } }) => `${familyId} ${isTwin}`,
  );
  expect(subjects).toHaveLength(names.length);
  expect(new Set(names).size).toBe(new Set(subjects).size);
});

test("in both languages some questions tell which subject they mean by what is stated of it", () => {
  const subjects = new Map(
    rows<QuestionRow>("items/questions").map(question => [question.id, question.subjects]),
  );
  const unnamed = rows<ItemRow>("items/items").filter(
    ({ type, question, questionId }) =>
      questionTypes[type as QuestionType].family &&
      !subjects.get(questionId)?.some(subject => question.includes(subject)),
  );
  const kinds = (language: string) =>
    new Set(unnamed.filter(row => row.language === language).map(({ type }) => type));
  expect(kinds("zh").size).toBeGreaterThanOrEqual(4);
  expect(kinds("en").size).toBeGreaterThanOrEqual(4);
});

test("in both languages there are documents that follow one another, and near-twins", () => {
  const members = rows<MemberRow>("rageval/members");
  for (const language of ["zh", "en"]) {
    const families = members.filter(row => row.language === language && row.family.of > 1);
    expect(families.filter(({ family }) => family.isTwin).length).toBeGreaterThan(0);
    expect(families.some(({ values }) => values.some(({ from }) => from !== undefined))).toBe(true);
  }
});

test("the item that the README shows is one of them", () => {
  const shown = readFileSync(join(root, "README.md"), "utf8").split("An item of the demo")[1] ?? "";
  const block = (shown.split("```")[1] ?? "").replace(/\s+/g, " ");
  const isShown = ({ type, question, answer, evidence, wrongAnswers = [] }: ItemRow) =>
    [
      `type ${type} `,
      question,
      answer,
      ...evidence.map(
        ({ text, span }) => `${span.documentId}, ${span.start}–${span.end}: "${text}"`,
      ),
      ...wrongAnswers.map(({ trap }) => `${trap}: `),
    ].every(part => block.includes(part));
  expect(rows<ItemRow>("items/items").filter(isShown)).toHaveLength(1);
});

test.each(Object.keys(readers))(
  "exported as %s every item comes back with its question, answer, evidence and id",
  name => {
    const [format = "", ...below] = name.split("/");
    const to = join(newFolder(), format);
    exportRun({ run: out, format: format as ExportFormat, to });
    const items = rows<ItemRow>("items/items");
    expect(new Set(items.map(({ language }) => language)).size).toBe(2);
    expect(inOrder(readers[name]!(join(to, ...below)))).toEqual(inOrder(items.map(wantedBack)));
  },
);
