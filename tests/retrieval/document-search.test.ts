// Searching the documents of a run.

import { expect, test } from "vitest";
import { localSearch } from "../../pipelines/retrieval/document-search.ts";
import { aDocument } from "../support/items.ts";

const document = (id: string, language: "zh" | "en", [name, text]: [string, string]) =>
  aDocument({ id, language, domain: "news", name, text });

const corpus = [
  document("bridge", "zh", ["跨江大桥通车", "青阳跨江大桥昨日通车，全长二千四百米，双向六车道。"]),
  document("rain", "zh", ["暴雨预警", "气象台发布暴雨预警，青阳多所学校停课。"]),
  document("harbour", "en", [
    "Harbour dredging",
    "The harbour's channel was dredged to 14.5 metres before the ferry season.",
  ]),
  document("strike", "en", [
    "Ferry strike",
    "Crews of the ferry line walked out on Monday; the harbour stayed open.",
  ]),
];
const ids = (found: readonly { documentId: string }[]) => found.map(({ documentId }) => documentId);

test("a document is found by its text and by its name, the nearest first, in both languages", async () => {
  const search = await localSearch(corpus);
  expect(ids(await search.find("大桥全长多少米？青阳", "zh", 10))).toEqual(["bridge", "rain"]);
  expect(ids(await search.find("Who joined the ferry strike?", "en", 10))[0]).toBe("strike");
  expect(ids(await search.find("预警", "zh", 1))).toEqual(["rain"]);
  expect(ids(await search.find("Dredging the channel", "en", 1))).toEqual(["harbour"]);
});

test("what shares nothing with the documents finds none, and an empty corpus has none to find", async () => {
  const search = await localSearch(corpus);
  expect([
    await search.find("🙂 。！", "zh", 10),
    await search.find("", "en", 10),
    await search.find("zymurgy", "en", 10),
  ]).toEqual([[], [], []]);
  expect(await (await localSearch([])).find("大桥", "zh", 10)).toEqual([]);
});

test("the order of the documents changes nothing that is found", async () => {
  const twin = { ...corpus[0]!, id: "a-twin" };
  const found = await Promise.all(
    [
      [...corpus, twin],
      [twin, ...corpus.toReversed()],
    ].map(async documents => (await localSearch(documents)).find("青阳大桥", "zh", 10)),
  );
  expect(found[1]).toEqual(found[0]);
  expect(ids(found[0]!).slice(0, 2)).toEqual(["a-twin", "bridge"]);
});
