// What the documents of a family state, put together by what it is about.

import { expect, test } from "vitest";
import {
  type FamilyFacts,
  filteredLists,
  namingValues,
} from "../../pipelines/text/family-facts.ts";
import type { FamilyFact } from "../../schemas/questions/families/prompts.ts";

const fact = (
  document: number,
  path: string,
  value: string,
  type: FamilyFact["type"] = "text",
) => ({
  document,
  path,
  label: path.replace(/^.*\//, ""),
  type,
  value,
  sentences: [document],
  alsoOf: [],
  ownWords: [],
});
const aDocument = (number: number, subject: string) => ({
  number,
  name: subject,
  subject,
  kind: "report",
  isTwin: false,
  published: `2020-0${number}-01`,
  rest: "",
  sentences: [],
});
const subject = "Marl parish, winter barley trial";
const trials: FamilyFacts = {
  documents: [aDocument(1, subject), aDocument(2, subject)],
  facts: [
    fact(1, "parish", "Marl", "place"),
    fact(1, "crop", "barley"),
    fact(1, "entries/1/name", "Tarn 4"),
    fact(1, "entries/1/decision", "dropped", "choice"),
    fact(1, "entries/2/name", "Orla 7"),
    fact(1, "entries/2/decision", "kept", "choice"),
    fact(2, "entries/1/name", "Orla 7"),
    fact(2, "entries/1/decision", "dropped", "choice"),
  ],
};

test("a list of records has a part for each thing that its records say, over all documents", () => {
  const parts = filteredLists(trials).map(({ filterValue: where, members }) => [
    where,
    members.map(
      ({ value, statements: told }) => `${value} in ${told.map(fact => fact.document).join(", ")}`,
    ),
  ]);
  expect(parts).toEqual([
    ["dropped", ["Tarn 4 in 1", "Orla 7 in 2"]],
    ["kept", ["Orla 7 in 1"]],
  ]);
});

test("a subject is named by its name and by the names in it, not by a word for what it is", () => {
  expect(namingValues(trials, 1)).toEqual([subject, "Marl"]);
});

test("so it has for whom its records name: an organisation or a person", () => {
  const faults: FamilyFacts = {
    ...trials,
    facts: [
      fact(1, "faults/1/what", "torn covers"),
      fact(1, "faults/1/supplier", "Marl Books", "organisation"),
      fact(2, "faults/1/what", "late by a week"),
      fact(2, "faults/1/supplier", "Marl Books", "organisation"),
      fact(2, "faults/2/what", "wrong edition"),
      fact(2, "faults/2/supplier", "Orla Press", "organisation"),
    ],
  };
  const ofMarl = filteredLists(faults).find(({ filterValue: where }) => where === "Marl Books");
  expect(ofMarl?.members.map(({ value }) => value)).toEqual(["torn covers", "late by a week"]);
});
