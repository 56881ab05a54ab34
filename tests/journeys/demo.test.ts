// What `npm start` makes: as much, as varied and as verbatim as the project promises.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PublishedType } from "../../schemas/items/item-types.ts";
import type { ItemRow, QuestionRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { MemberRow } from "../../schemas/rageval/records.ts";
import { ragwright } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";
import { maskValues } from "../support/masked-values.ts";

const out = join(newFolder(), "demo");
const rows = <Row>(artifact: string) =>
  readFileSync(join(out, `${artifact}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Row);

beforeAll(async () => {
  const { code, err } = await ragwright([
    "run",
    "rageval",
    "--schemas",
    "finance,law,medical",
    "--model",
    "rules",
    "--out",
    out,
  ]);
  expect(code, err).toBe(0);
});

test("at least 40 documents and 400 questions: seven types in three domains and two languages", () => {
  const items = rows<ItemRow>("items/items");
  expect(rows("items/documents").length).toBeGreaterThanOrEqual(40);
  expect(items.length).toBeGreaterThanOrEqual(400);
  const published = items.filter(({ type }) => PublishedType.safeParse(type).success);
  expect(
    new Set(published.map(({ type, domain, language }) => `${type} ${domain} ${language}`)).size,
  ).toBe(42);
});

test("in both languages it is asked what held on a day, what changed, and which document holds", () => {
  const asked = rows<ItemRow>("items/items").map(({ type, language }) => `${type} ${language}`);
  for (const type of ["as-of", "what-changed", "which-holds"])
    for (const language of ["zh", "en"]) expect(asked).toContain(`${type} ${language}`);
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

test("in both languages there are documents that follow one another, and near-twins", () => {
  const members = rows<MemberRow>("rageval/members");
  for (const language of ["zh", "en"]) {
    const families = members.filter(row => row.language === language && row.family.of > 1);
    expect(families.filter(({ family }) => family.isTwin).length).toBeGreaterThan(0);
    expect(families.some(({ values }) => values.some(({ from }) => from !== undefined))).toBe(true);
  }
});
