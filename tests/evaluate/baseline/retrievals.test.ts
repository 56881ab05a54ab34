// Chunks of documents, and what each setting retrieves from them for an item.

import { expect, test } from "vitest";
import { countTokens } from "../../../pipelines/text/segment.ts";
import {
  type BaselineSetting,
  ChunkRow,
  chunks as chunksArtifact,
  RetrievalRow,
} from "../../../schemas/evaluation/baseline.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { chunksStage } from "../../../pipelines/evaluate/baseline/chunks.ts";
import { retrievalsStage } from "../../../pipelines/evaluate/baseline/retrievals.ts";
import { expandSweep } from "../../../pipelines/evaluate/baseline/sweep-settings.ts";
import { aDocument } from "../../support/items.ts";
import { scriptedContext } from "../../support/stage-context.ts";
import { aTruth } from "../../support/evaluation-rows.ts";

const { signal } = new AbortController();

const documents = [
  aDocument({
    id: "weir",
    name: "Oxley Weir",
    text: "The weir was built in 1902. Its gates were replaced in 1988. Anglers may fish below it from June on. A ladder lets eels climb past.",
  }),
  aDocument({
    id: "dam",
    language: "zh",
    name: "青石坝",
    text: "青石坝建于一九六五年。坝高四十二米。二〇一〇年更换了闸门。下游设有鱼道。",
  }),
];

const chunksIn = async (settings: readonly BaselineSetting[]): Promise<ChunkRow[]> => {
  const { context } = scriptedContext({});
  const stage = chunksStage(settings);
  const outcomes = documents.map(async document => stage.each(document, context));
  return (await Promise.all(outcomes)).flatMap(({ rows }) => rows);
};

/** What each setting retrieves for a question, from the chunks of the documents. */
async function retrieve(
  settings: readonly BaselineSetting[],
  question: string,
  stage = retrievalsStage({ settings, signal }),
): Promise<RetrievalRow[]> {
  const { context } = scriptedContext<{ chunks: typeof chunksArtifact }>({
    chunks: await chunksIn(settings),
  });
  return (await stage.each(aTruth({ question }), context)).rows;
}

test("documents are cut once for each size and overlap, and a chunk is the stretch it names", async () => {
  const settings = expandSweep({
    chunkSizes: ["16", "32/16"],
    topKs: [1, 2],
    subjectPrefix: [false, true],
  });
  const rows = await chunksIn(settings);
  expect([...new Set(rows.map(({ chunkSize, overlap }) => `${chunkSize}/${overlap}`))]).toEqual([
    "16/0",
    "32/16",
  ]);
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  expect(
    rows.filter(row => texts.get(row.documentId)?.slice(row.start, row.end) !== row.text),
  ).toEqual([]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.every(row => ChunkRow.safeParse(row).success)).toBe(true);
  expect(rows.find(({ documentId }) => documentId === "dam")).toMatchObject({
    subject: "青石坝",
    language: "zh",
  });
});

test("every setting retrieves for an item, under its own name, from chunks of its own size", async () => {
  const settings = expandSweep({
    chunkSizes: [16, 32],
    topKs: [1, 2],
    subjectPrefix: [false, true],
  });
  const rows = await retrieve(settings, "When were the gates of the weir replaced?");
  expect(rows.map(({ system }) => system)).toEqual(settings.map(({ id }) => id));
  expect(rows.every(row => RetrievalRow.safeParse(row).success)).toBe(true);
  for (const { retrieved, contexts, system } of rows) {
    expect(retrieved[0]?.text).toContain("gates were replaced in 1988");
    expect(contexts.length).toBeLessThanOrEqual(system.includes("-1") ? 1 : 2);
  }
  const [{ start, end, ...passage }] = rows[0]!.retrieved as [Passage];
  expect(passage.documentId).toBe("weir");
  expect(passage.text).toBe(documents[0]?.text.slice(start ?? 0, end ?? 0));
});

test("a question is searched by, and passages are read, as far as the caps reach", async () => {
  const found = async (caps: { query?: number; input?: number }) => {
    const settings = expandSweep({ chunkSizes: [16], topKs: [2], caps });
    return (await retrieve(settings, "When were the gates of the weir replaced?"))[0];
  };
  const whole = await found({});
  expect((await found({ query: 1000, input: 1000 }))?.contexts).toEqual(whole?.contexts);
  expect((await found({ query: 1 }))?.retrieved).toEqual([]);
  const cut = await found({ input: 3 });
  expect(cut?.retrieved).toEqual(whole?.retrieved);
  expect(cut?.contexts).toHaveLength(1);
  expect(whole?.contexts[0]?.text?.startsWith(cut?.contexts[0]?.text ?? "-")).toBe(true);
  expect(countTokens(cut?.contexts[0]?.text ?? "")).toBe(3);
});

test("a name that no chunk holds is found by the subject before each", async () => {
  const settings = expandSweep({ chunkSizes: [16], topKs: [8], subjectPrefix: [false, true] });
  const [without, prefixed] = await retrieve(settings, "Oxley");
  expect(without?.retrieved).toEqual([]);
  expect(prefixed?.retrieved.length).toBeGreaterThan(1);
  expect(prefixed?.retrieved.some(({ text }) => text?.includes("Oxley") === true)).toBe(false);
});

test("each setting is searched by the model it names, and what needs none is searched once", async () => {
  const settings = expandSweep({
    chunkSizes: [16],
    topKs: [1],
    retrievers: ["bm25", "dense"],
    embeddings: ["first", "second"],
  });
  const asked: (string | undefined)[] = [];
  const servicesOf = ({ embedding }: { embedding?: string | undefined }) => ({
    embed: async (texts: readonly string[]) => {
      asked.push(embedding);
      const sign = embedding === "second" ? -1 : 1;
      return texts.map(text => Float32Array.from([1, text.includes("gates") ? sign : 0]));
    },
  });
  const embeddingModels = ["first", "second"];
  const stage = retrievalsStage({ settings, openServices: servicesOf, embeddingModels, signal });
  const rows = await retrieve(settings, "the gates of the weir", stage);
  expect(rows.map(({ system }) => system)).toEqual(settings.map(({ id }) => id));
  expect(new Set(asked)).toEqual(new Set(["first", "second"]));
  const [, ...dense] = rows;
  expect(dense.map(({ contexts }) => contexts[0]?.text?.includes("gates"))).toEqual([true, true]);
  const single = retrievalsStage({
    settings,
    openServices: servicesOf,
    embeddingModels: ["first"],
    signal,
  });
  expect(single.settings).toMatchObject({ embeddingModel: "first", rerankingModel: null });
  expect(stage.settings).toMatchObject({ embeddingModel: ["first", "second"] });
});
