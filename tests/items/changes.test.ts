// What becomes of items when the documents change.

import { expect, test } from "vitest";
import { changesStage } from "../../pipelines/items/changes.ts";
import type { ChangeRow } from "../../schemas/items/changes.ts";
import { anEarlierItem } from "../support/cofe-rows.ts";
import { aDocument, anItem, evidenceOf, founded } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const item = anItem({ id: "item-1", evidence: [evidenceOf(founded)] });
const [said] = item.evidence;
const stood = [{ documentId: said!.span.documentId, start: said!.span.start, text: said!.text }];

function become(
  items: readonly (typeof item)[],
  earlier: readonly ReturnType<typeof anEarlierItem>[],
  documents = [aDocument()],
): ChangeRow[] {
  const { context } = scriptedContext({ earlier, documents });
  return changesStage.all([...items], context as never).rows;
}

test("in a first run nothing has changed", () => {
  expect(become([item], [])).toEqual([]);
});

test("an item whose evidence stands where it stood is kept; elsewhere it has moved", () => {
  expect(become([item], [anEarlierItem({ evidence: stood })]).map(({ state }) => state)).toEqual([
    "kept",
  ]);
  expect(
    become(
      [item],
      [anEarlierItem({ evidence: stood.map(each => ({ ...each, start: each.start + 40 })) })],
    ).map(({ state }) => state),
  ).toEqual(["moved"]);
});

test("an item that is gone is retired, and says whether its text is gone too", () => {
  const gone = anEarlierItem({ id: "item-gone", evidence: stood });
  expect(become([], [gone], [])).toMatchObject([
    { state: "retired", because: expect.stringMatching(/no longer in the documents/) },
  ]);
  expect(become([], [gone])).toMatchObject([
    { state: "retired", because: expect.stringMatching(/no longer accepted/) },
  ]);
});

test("the text of an item whose document is known by its text alone may stand in an edited one", () => {
  const gone = anEarlierItem({ id: "item-gone", evidence: stood });
  const edited = aDocument({ id: "edited", text: `${aDocument().text}\nOne line more.` });
  expect(become([], [gone], [edited])).toMatchObject([
    { state: "retired", because: expect.stringMatching(/no longer accepted/) },
  ]);
  const emptied = aDocument({ id: "edited", text: "One line more." });
  expect(become([], [gone], [emptied])).toMatchObject([
    { state: "retired", because: expect.stringMatching(/no longer in the documents/) },
  ]);
});

test("an item that was not there before is new", () => {
  expect(
    become([item, anItem({ id: "item-2" })], [anEarlierItem({ evidence: stood })]).map(
      ({ id, state }) => [id, state],
    ),
  ).toEqual([
    ["item-1", "kept"],
    ["item-2", "new"],
  ]);
});
