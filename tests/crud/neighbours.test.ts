// Documents on one event are found by shared rare names and numbers within a window of days, and never by a day alone.

import { expect, test } from "vitest";
import { neighboursStage } from "../../pipelines/crud/neighbours.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { aDocument } from "../support/items.ts";

const bridge =
  "Denholm Civil closed the last span of the Larrow bridge. Chief engineer Ada Lorne said 860 tonnes of steel were used.";
const costs =
  "The Larrow bridge will cost £4.2 million more, the council heard. Ada Lorne of Denholm Civil blamed the price of steel.";
const bus =
  "Selby Tramways raises its fares in autumn. Passengers in Port Lanner protested against the plan at the town hall.";

const document = (
  id: string,
  text: string,
  published: string | null,
  language: DocumentRow["language"] = "en",
) => aDocument({ id, text, published, language });
const related = (rows: DocumentRow[], window = 3) => {
  const out = neighboursStage({ window }).all(rows, {} as never).rows;
  return Object.fromEntries(
    out.map(row => [row.id, row.related.map(({ documentId }) => documentId)]),
  );
};

test("two reports of one event find each other, a third on something else finds none", () => {
  const rows = [
    document("a", bridge, "2025-05-06"),
    document("b", costs, "2025-05-08"),
    document("c", bus, "2025-05-07"),
  ];
  expect(related(rows)).toEqual({ a: ["b"], b: ["a"], c: [] });
});

test("reports further apart than the window do not belong together", () => {
  const rows = [document("a", bridge, "2025-05-06"), document("b", costs, "2025-05-10")];
  expect(related(rows, 3)).toEqual({ a: [], b: [] });
  expect(related(rows, 4)).toEqual({ a: ["b"], b: ["a"] });
});

test("without a day of publication twice as much must be shared", () => {
  const little =
    "Ada Lorne spoke in Selby. Her talk on the Larrow bridge was full, and many had to stand.";
  expect(
    related([document("a", bridge, "2025-05-06"), document("b", little, "2025-05-06")]),
  ).toEqual({ a: ["b"], b: ["a"] });
  expect(related([document("a", bridge, "2025-05-06"), document("b", little, null)])).toEqual({
    a: [],
    b: [],
  });
});

test("what is shared is given as it stands, best first, and a name within a name only once", () => {
  const [row] = neighboursStage({ window: 3 }).all(
    [document("a", bridge, "2025-05-06"), document("b", costs, "2025-05-06")],
    {} as never,
  ).rows;
  expect(row?.related[0]?.shared.sort()).toEqual(["Ada Lorne", "Denholm Civil", "Larrow"]);
});

test("a report that says the same in the same words is no company", () => {
  expect(
    related([
      document("a", bridge, "2025-05-06"),
      document("b", `${bridge} Rain fell.`, "2025-05-06"),
    ]),
  ).toEqual({ a: [], b: [] });
});

test("languages are kept apart, and the order of the documents changes nothing", () => {
  const chinese =
    "澄江路桥承建的洛川湖大桥合龙。总工程师陆知微说，用钢860吨，误差3毫米。《大桥日记》同日首映。";
  const more =
    "洛川湖大桥追加投资4800万元，澄江路桥和陆知微到场说明，用钢860吨一事已核实。《大桥日记》记下了全过程。";
  const rows = [
    document("a", bridge, "2025-05-06"),
    document("b", costs, "2025-05-08"),
    document("x", chinese, "2025-05-06", "zh"),
    document("y", more, "2025-05-07", "zh"),
  ];
  expect(related(rows)).toEqual({ a: ["b"], b: ["a"], x: ["y"], y: ["x"] });
  expect(related([...rows].reverse())).toEqual(related(rows));
});
