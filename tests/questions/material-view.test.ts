// What a request shows of a material: every sentence, numbered through, each document named once.

import { expect, test } from "vitest";
import { showMaterial } from "../../pipelines/questions/material-view.ts";
import { aDocument } from "../support/items.ts";

const ferry = aDocument({
  id: "d-ferry",
  name: "Ferry rules",
  published: "2024-03-01",
  text: "Bicycles travel free. Dogs need a ticket.",
});
const bus = aDocument({
  id: "d-bus",
  name: "公交须知",
  language: "zh",
  text: "儿童免票。\n自行车不得上车。",
});
const documentOf = (id: string) => ({ "d-ferry": ferry, "d-bus": bus })[id] ?? aDocument();

test("sentences are numbered through all documents, and each document is named once", () => {
  const { documents, sentences } = showMaterial(
    { documentIds: ["d-ferry", "d-bus"], scope: [] },
    documentOf,
  );
  expect(documents).toEqual([
    {
      name: "Ferry rules",
      published: "2024-03-01",
      rest: "",
      sentences: [
        { number: 1, text: "Bicycles travel free." },
        { number: 2, text: "Dogs need a ticket." },
      ],
    },
    {
      name: "公交须知",
      published: "",
      rest: "",
      sentences: [
        { number: 3, text: "儿童免票。" },
        { number: 4, text: "自行车不得上车。" },
      ],
    },
  ]);
  expect(
    sentences.map(({ documentId, start, end }) => documentOf(documentId).text.slice(start, end)),
  ).toEqual(sentences.map(({ text }) => text));
});

test("of a section its own sentences are shown, and what the rest is about", () => {
  const start = ferry.text.indexOf("Dogs");
  const { documents } = showMaterial(
    {
      documentIds: ["d-ferry"],
      scope: [{ documentId: "d-ferry", start, end: ferry.text.length }],
      rest: "Bicycles",
    },
    documentOf,
  );
  expect(documents).toMatchObject([
    { rest: "Bicycles", sentences: [{ number: 1, text: "Dogs need a ticket." }] },
  ]);
});

test("however long a material is, no sentence of it is left out", () => {
  const long = aDocument({
    text: Array.from({ length: 3000 }, (_, at) => `Berth ${at} is free.`).join("\n"),
  });
  expect(showMaterial({ documentIds: ["d1"], scope: [] }, () => long).sentences).toHaveLength(3000);
});
