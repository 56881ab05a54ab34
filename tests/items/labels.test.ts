// Labels name every relevant document: golds, others that state the answer, and what reconstructs a reverse task's reference.

import { expect, test } from "vitest";
import { labelsStage, mayStateAnswer } from "../../pipelines/items/labels.ts";
import { labels } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { aDocument, anItem, evidenceOf, founded } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const gold = aDocument();
const other = aDocument({
  id: "d2",
  name: "Corrie",
  text: "The mill town of Corrie saw Alder Mills founded on 3 May 1998, when its first loom was set up.",
});
const unrelated = aDocument({ id: "d3", text: "Alder Mills sponsors a choir in Corrie." });
const item: ItemRow = anItem({
  wing: "crud",
  type: "qa-1-document",
  answer: "Alder Mills was founded on 3 May 1998.",
  documentIds: ["d1"],
  evidence: [evidenceOf(founded)],
});

const label = async (row: ItemRow, replies: object[] = [], second = other) => {
  const { context, asked } = scriptedContext(
    { documents: [gold, second, unrelated] },
    { "items/references": replies },
  );
  const { rows } = await labelsStage.each(row, context as never);
  return { asked, rows: rows.map(one => labels.row.parse(one)) };
};

test("a document that the model finds to state the answer is labelled beside the gold", async () => {
  const { rows, asked } = await label(item, [{ sentences: [1] }]);
  expect(asked[0]?.variables.sentences).toHaveLength(1);
  expect(
    rows.map(({ documentId, role, grade, countsForMrr }) => [
      documentId,
      role,
      grade,
      countsForMrr,
    ]),
  ).toEqual([
    ["d1", "gold", 1, true],
    ["d2", "support", 1, true],
  ]);
  expect(other.text.slice(rows[1]?.spans[0]?.start, rows[1]?.spans[0]?.end)).toBe(other.text);
});

test("what is known to say the same is labelled without asking: in the gold itself and in another document", async () => {
  const again = { documentId: "d1", start: 50, end: 92 };
  const there = { documentId: "d2", start: 0, end: other.text.length };
  const alternatives = [again, there].map(span => ({ span, text: "said again" }));
  const { rows, asked } = await label({
    ...item,
    evidence: [{ ...evidenceOf(founded), alternatives }],
  });
  expect(asked).toEqual([]);
  expect(rows.map(({ documentId, role, spans }) => [documentId, role, spans])).toEqual([
    ["d1", "gold", [evidenceOf(founded).span, again]],
    ["d2", "support", [there]],
  ]);
});

test("nothing is asked where no other document has the answer's values and words", async () => {
  const { rows, asked } = await label({ ...item, answer: "Alder Mills employs 214 people." });
  expect([rows.length, asked.length]).toEqual([1, 0]);
  expect(mayStateAnswer(unrelated, item.answer)).toBe(false);
  expect(mayStateAnswer(aDocument({ text: "In 2022 it had looms." }), "It had 22 looms.")).toBe(
    false,
  );
  expect(
    mayStateAnswer(aDocument({ text: "Subsets of it befit looms." }), "It is set to be in"),
  ).toBe(false);
});

test("of a long document the sentences nearest to the answer are shown, and they alone must have its words", async () => {
  const filler = "The valley of Alder Mills has a choir, two bridges and a fair. ".repeat(200);
  const { asked } = await label(item, [{ sentences: [] }], {
    ...other,
    text: `${filler}${other.text} ${filler}`,
  });
  const texts =
    asked[0]?.variables.sentences.map((sentence: { text: string }) => sentence.text) ?? [];
  expect(texts).toContain(other.text);
  expect(texts.join("").length).toBeLessThanOrEqual(4_000);
});

test("a document that never names the question's subject is not asked about", async () => {
  const { asked } = await label(
    item,
    [],
    aDocument({ ...other, text: "Birch Ferries was founded on 3 May 1998." }),
  );
  expect(asked).toEqual([]);
});

test("documents of a reverse task are graded by the facts they support, and left out of CRUD's MRR", async () => {
  const span = evidenceOf(founded).span;
  const keypoints = [
    { claim: "a", kind: "fact" as const, spans: [span] },
    { claim: "b", kind: "fact" as const, spans: [span, { documentId: "d2", start: 0, end: 8 }] },
    { claim: "c", kind: "fact" as const, spans: [] },
  ];
  const { rows } = await label({ ...item, type: "continuation", keypoints, heldOutIds: ["d0"] });
  expect(
    rows.map(({ documentId, role, grade, spans, countsForMrr }) => [
      documentId,
      role,
      grade,
      spans.length,
      countsForMrr,
    ]),
  ).toEqual([
    ["d1", "reconstruction", 2, 1, false],
    ["d2", "reconstruction", 1, 1, false],
  ]);
});
