// Documents on one event are found by their rare words within a window of days, and never by a day or a kind of news alone.

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

test("a day of publication that is not known keeps no two apart", () => {
  expect(related([document("a", bridge, "2025-05-06"), document("b", costs, null)])).toEqual({
    a: ["b"],
    b: ["a"],
  });
});

// Three campaigns worded alike, and two reports of one of them: what all five share is the kind of news.
const campaign = (town: string, chief: string, count: number) =>
  `Police in ${town} patrolled bars and stations at night as part of the summer campaign. Officers checked ${count} cars and warned drivers against drinking, said chief ${chief}. "Safe streets for all," ${chief} told residents of ${town}.`;

test("reports worded alike on several places are no event; two on one place are", () => {
  const others = Array.from({ length: 60 }, (_, at) =>
    campaign(
      `Town${"abcdefghij".charAt(at % 10)}${"klmnop".charAt(at / 10)}`,
      `Chief${at}`,
      210 + at,
    ),
  ).map((text, at) => document(`x${at}`, text, "2025-05-06"));
  const one = document("a", campaign("Wexcombe", "Ines Calloway", 118), "2025-05-06");
  const other = document(
    "b",
    "A driver stopped in Wexcombe during a night patrol had no licence, Ines Calloway said. He was one of 118 checked; Wexcombe police will go on until June, and Calloway wants more staff.",
    "2025-05-07",
  );
  const found = related([...others, one, other]);
  expect([found["a"], found["b"]]).toEqual([["b"], ["a"]]);
  expect(Object.values(found).filter(({ length }) => length > 0)).toHaveLength(2);
});

test("two events of one kind that share no name or number are apart, however alike their words", () => {
  const one =
    "A young teacher gave stem cells after a match was found in the register. Donors who match are rare, doctors said, and the donor rested after the donation.";
  const other =
    "Stem cells from a retired baker matched a patient. The register calls such donors rare; doctors found the match in spring, and after the donation she rested.";
  expect(related([document("a", one, "2025-05-06"), document("b", other, "2025-05-06")])).toEqual({
    a: [],
    b: [],
  });
  const named = (text: string) => `${text} Both were treated in Selbridge.`;
  expect(
    related([document("a", named(one), "2025-05-06"), document("b", named(other), "2025-05-06")]),
  ).toEqual({ a: ["b"], b: ["a"] });
});

test("what is shared is given as it stands, best first, and a name within a name only once", () => {
  const [row] = neighboursStage({ window: 3 }).all(
    [document("a", bridge, "2025-05-06"), document("b", costs, "2025-05-06")],
    {} as never,
  ).rows;
  expect(row?.related[0]?.shared.sort()).toEqual(["Ada Lorne", "Denholm Civil", "Larrow"]);
});

test("a report that says the same in the same words is not a company", () => {
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
