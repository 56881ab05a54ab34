// Twins of a user's own documents: what oracles that remember or read score on them, and what may differ.

import { expect, test } from "vitest";
import { pairTwins } from "../../pipelines/twin/twin-pairs.ts";
import { makeTwin, type RunRows } from "../../pipelines/twin/twin.ts";
import type { Span } from "../../schemas/items/documents.ts";
import { depots, kindOf, readAnswer } from "../support/depots.ts";

const before = depots();
const { rows: after, choice } = makeTwin(before, [], { randomSeed: 1 });
const pairs = pairTwins(before.items, after.items);
const changed = pairs.filter(({ isChanged }) => isChanged);
const kept = pairs.filter(({ isChanged }) => !isChanged);

const share = (answers: readonly (readonly [given: string, right: string])[]) =>
  answers.filter(([given, right]) => given === right).length / answers.length;
const textIn = ({ documents }: RunRows) => new Map(documents.map(row => [row.id, row]));
const readIn = (rows: RunRows, item: RunRows["items"][number]) => {
  const document = textIn(rows).get(item.documentIds[0] ?? "");
  return document ? readAnswer(kindOf(item), document) : "";
};

test("over 24 documents of a user's own, four of five items get another answer, and what is not told keeps its own", () => {
  expect(before.documents).toHaveLength(24);
  expect(changed).toHaveLength(24 * 4);
  expect(new Set(kept.map(({ twin }) => kindOf(twin)))).toEqual(new Set(["plans"]));
  expect(after.items).toHaveLength(before.items.length);
});

test("a memorising oracle scores 1 on the run and 0 on the items of its twin whose answer changed", () => {
  const memory = new Map(before.items.map(({ id, answer }) => [id, answer]));
  expect(share(before.items.map(({ id, answer }) => [memory.get(id) ?? "", answer]))).toBe(1);
  expect(share(changed.map(({ twin }) => [memory.get(twin.twinOf ?? "") ?? "", twin.answer]))).toBe(
    0,
  );
});

test("a reading oracle scores 1 on the run and 1 on its twin", () => {
  expect(share(before.items.map(item => [readIn(before, item), item.answer]))).toBe(1);
  expect(share(after.items.map(item => [readIn(after, item), item.answer]))).toBe(1);
});

test("outside the declared edits a twin's documents are those of the run", () => {
  const texts = textIn(after);
  for (const { id, text } of before.documents) {
    const edits = choice.edits
      .filter(({ documentId }) => documentId === id)
      .sort((a, b) => b.start - a.start);
    const edited = edits.reduce(
      (all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end),
      text,
    );
    expect(texts.get(id)?.text).toBe(edited);
  }
  expect(choice.edits.length).toBeGreaterThan(24 * 4);
});

test("every span still holds its text, and every label the sentence of its item's evidence", () => {
  const texts = textIn(after);
  const at = ({ documentId, start, end }: Span) => texts.get(documentId)?.text.slice(start, end);
  const evidence = after.items.flatMap(item => item.evidence);
  expect(evidence.map(({ span }) => at(span))).toEqual(evidence.map(({ text }) => text));
  expect(after.labels.flatMap(({ spans }) => spans.map(at))).toEqual(
    evidence.map(({ text }) => text),
  );
  expect(
    after.items.flatMap(({ keypoints }) => keypoints.flatMap(({ spans }) => spans.map(at))),
  ).toEqual(evidence.map(({ text }) => text));
});

test("a total is the sum of what is then told, in the document as in the answer", () => {
  const totals = after.items.filter(item => kindOf(item) === "total");
  const numbers = (text: string) =>
    (text.match(/[\d,]+(?= ?(?:tonnes|吨))/g) ?? []).map(number =>
      Number(number.replaceAll(",", "")),
    );
  for (const { evidence, answer, derivations } of totals) {
    const [wheat = 0, second = 0, total] = numbers(evidence[0]?.text ?? "");
    expect(total).toBe(wheat + second);
    expect(numbers(answer)).toEqual([total]);
    expect(derivations.map(({ operands, result }) => [operands.length, numbers(result)])).toEqual([
      [2, [total]],
    ]);
  }
  expect(
    totals.filter(({ twinOf, answer }) =>
      before.items.some(item => item.id === twinOf && item.answer === answer),
    ),
  ).toEqual([]);
});

test("an amount that a document tells in two formats is changed in both", () => {
  const leases = after.documents
    .filter(({ language }) => language === "en")
    .map(({ text }) => /US\$([\d.]+) million, that is ([\d,]+) US dollars/.exec(text));
  expect(leases.map(found => Math.round(Number(found?.[1]) * 1e6))).toEqual(
    leases.map(found => Number(found?.[2]?.replaceAll(",", ""))),
  );
});

test("the same seed makes the same twin, another seed another, and questions stay as they are", () => {
  expect(makeTwin(before, [], { randomSeed: 1 }).rows).toEqual(after);
  expect(makeTwin(before, [], { randomSeed: 2 }).rows.documents).not.toEqual(after.documents);
  expect(after.items.map(({ question }) => question)).toEqual(
    before.items.map(({ question }) => question),
  );
});

test("a share of the facts is as many of them as it says", () => {
  const half = makeTwin(before, [], { randomSeed: 1, share: 0.25 }).choice;
  expect(half.changes.length).toBe(Math.round(0.25 * half.changeable));
  const none = makeTwin(before, [], { randomSeed: 1, share: 0 });
  expect(none.choice.edits).toEqual([]);
  expect(none.rows.documents).toEqual(before.documents);
});
