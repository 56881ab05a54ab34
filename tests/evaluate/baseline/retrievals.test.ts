// Chunks of documents, and what each setting retrieves from them for an item.

import { expect, test } from "vitest";
import { countTokens } from "../../../pipelines/text/segment.ts";
import {
  ChunkRow,
  chunks as chunksArtifact,
  RetrievalRow,
} from "../../../schemas/evaluation/baseline.ts";
import type { Outcome } from "../../../pipelines/engine/stage.ts";
import { chunksStage } from "../../../pipelines/evaluate/baseline/chunks.ts";
import { retrievalsStage } from "../../../pipelines/evaluate/baseline/retrievals.ts";
import { expandSweep } from "../../../pipelines/evaluate/baseline/settings.ts";
import { aDocument } from "../../support/items.ts";
import { scriptedContext } from "../../support/stage-context.ts";
import { aTruth } from "../../support/evaluated.ts";

const { signal } = new AbortController();
const rowsOf = async <Row>(outcome: Promise<Outcome<Row>> | Outcome<Row>): Promise<Row[]> =>
  (await outcome).rows;

const documentOf = (id: string, language: "zh" | "en", name: string, text: string) =>
  aDocument({ id, language, domain: "water", name, text });

const documents = [
  documentOf(
    "weir",
    "en",
    "Oxley Weir",
    "The weir was built in 1902. Its gates were replaced in 1988. Anglers may fish below it from June on. A ladder lets eels climb past.",
  ),
  documentOf(
    "dam",
    "zh",
    "青石坝",
    "青石坝建于一九六五年。坝高四十二米。二〇一〇年更换了闸门。下游设有鱼道。",
  ),
];

const truthOf = (id: string, language: "zh" | "en", question: string) =>
  aTruth({
    id,
    language,
    domain: "water",
    question,
    answer: "1988",
    subjects: [],
    documentIds: ["weir"],
    references: null,
    keypoints: null,
  });

const chunksIn = async (settings: ReturnType<typeof expandSweep>) => {
  const { context } = scriptedContext({});
  return (
    await Promise.all(
      documents.map(document => rowsOf(chunksStage(settings).each(document, context))),
    )
  ).flat();
};

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
  const chunks = await chunksIn(settings);
  const { context } = scriptedContext<{ chunks: typeof chunksArtifact }>({ chunks });
  const rows = await rowsOf(
    retrievalsStage({ settings, signal }).each(
      truthOf("q1", "en", "When were the gates of the weir replaced?"),
      context,
    ),
  );
  expect(rows.map(({ system }) => system)).toEqual(settings.map(({ id }) => id));
  expect(rows.every(row => RetrievalRow.safeParse(row).success)).toBe(true);
  expect(
    rows.every(
      ({ retrieved }) => retrieved[0]?.text?.includes("gates were replaced in 1988") === true,
    ),
  ).toBe(true);
  expect(
    rows.map(({ contexts, system }) => contexts.length <= (system.includes("-1") ? 1 : 2)),
  ).not.toContain(false);
  expect(rows[0]?.retrieved[0]).toMatchObject({
    documentId: "weir",
    text: documents[0]?.text.slice(
      rows[0]?.retrieved[0]?.start ?? 0,
      rows[0]?.retrieved[0]?.end ?? 0,
    ),
  });
});

test("a question is searched by, and passages are read, as far as the caps reach", async () => {
  const question = "When were the gates of the weir replaced?";
  const found = async (caps: { query?: number; input?: number }) => {
    const settings = expandSweep({ chunkSizes: [16], topKs: [2], caps });
    const { context } = scriptedContext<{ chunks: typeof chunksArtifact }>({
      chunks: await chunksIn(settings),
    });
    return (
      await rowsOf(
        retrievalsStage({ settings, signal }).each(truthOf("q1", "en", question), context),
      )
    )[0];
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
  const { context } = scriptedContext<{ chunks: typeof chunksArtifact }>({
    chunks: await chunksIn(settings),
  });
  const [without, prefixed] = await rowsOf(
    retrievalsStage({ settings, signal }).each(truthOf("q2", "en", "Oxley"), context),
  );
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
  const { context } = scriptedContext<{ chunks: typeof chunksArtifact }>({
    chunks: await chunksIn(settings),
  });
  const stage = retrievalsStage({
    settings,
    servicesOf,
    embeddingModels: ["first", "second"],
    signal,
  });
  const rows = await rowsOf(stage.each(truthOf("q1", "en", "the gates of the weir"), context));
  expect(rows.map(({ system }) => system)).toEqual(settings.map(({ id }) => id));
  expect(new Set(asked)).toEqual(new Set(["first", "second"]));
  const [, ...dense] = rows;
  expect(dense.map(({ contexts }) => contexts[0]?.text?.includes("gates"))).toEqual([true, true]);
  const single = retrievalsStage({ settings, servicesOf, embeddingModels: ["first"], signal });
  expect(single.settings).toMatchObject({ embeddingModel: "first", rerankingModel: null });
  expect(stage.settings).toMatchObject({ embeddingModel: ["first", "second"] });
});
