// What each retriever finds, fetches, reranks and hands on.

import { expect, test } from "vitest";
import type { ChunkRow, Retriever } from "../../schemas/evaluation/baseline.ts";
import {
  openChunkSearch,
  type RetrievalServices,
  withSubject,
} from "../../pipelines/retrieval/chunk-search.ts";

const { signal } = new AbortController();

const chunkOf = (id: string, text: string, subject = "Harbour Board"): ChunkRow => ({
  id,
  documentId: `of-${id}`,
  language: /\p{Script=Han}/u.test(text) ? "zh" : "en",
  chunkSize: 64,
  overlap: 0,
  start: 0,
  end: text.length,
  text,
  subject,
});

const chunks = [
  chunkOf("a", "The ferry was bought in March."),
  chunkOf("b", "The ferry sank in June, and the ferry company with it."),
  chunkOf("c", "A bridge replaced it."),
  chunkOf("d", "渡轮在三月买入。"),
];

/** Near to the query are texts of about its length: what words say plays no part. */
function services(): RetrievalServices & {
  readonly embedded: string[];
  readonly reranked: string[][];
} {
  const embedded: string[] = [];
  const reranked: string[][] = [];
  return {
    embedded,
    reranked,
    embed: async texts => {
      embedded.push(...texts);
      return texts.map(text =>
        Float32Array.from([Math.cos(text.length / 40), Math.sin(text.length / 40)]),
      );
    },
    // By the place of the word "bridge"; what lacks it is left out.
    rerank: async (_, documents) => {
      reranked.push([...documents]);
      return documents.map(document =>
        document.includes("bridge") ? 1 - document.indexOf("bridge") / 100 : null,
      );
    },
  };
}

const settingOf = (
  retriever: Retriever,
  { topK = 2, fetched = 4, seed = 1 }: { topK?: number; fetched?: number; seed?: number } = {},
) => ({ retriever, topK, fetched, seed });

const open = (given: RetrievalServices = services(), subjectPrefix = false) =>
  openChunkSearch({ chunks, subjectPrefix, services: given, signal });

async function find(
  {
    text = "Which ferry sank?",
    ...asked
  }: Partial<ReturnType<typeof settingOf>> & {
    retriever: Retriever;
    text?: string;
  },
  given?: RetrievalServices,
  subjectPrefix?: boolean,
) {
  const settings = [settingOf(asked.retriever, asked)];
  const [found] = await open(given, subjectPrefix).find({ text, language: "en" }, settings);
  if (!found) throw new Error("one setting finds once");
  const idsOf = (rows: readonly { chunk: ChunkRow }[]) => rows.map(({ chunk }) => chunk.id);
  return {
    ...found,
    ids: idsOf(found.retrieved),
    rerankedIds: found.reranked && idsOf(found.reranked),
    contextIds: idsOf(found.contexts),
  };
}

test("bm25 finds by words, and reads all it found", async () => {
  const { ids, contextIds, rerankedIds } = await find({ retriever: "bm25" });
  expect(ids).toEqual(["b", "a"]);
  expect(contextIds).toEqual(["b", "a"]);
  expect(rerankedIds).toBeNull();
});

test("a question in one language finds chunks of the other that share its words", async () => {
  const search = open({});
  const settings = [settingOf("bm25", { topK: 4 })];
  const [chinese] = await search.find({ text: "渡轮何时买入", language: "zh" }, settings);
  expect(chinese?.retrieved.map(({ chunk }) => chunk.id)).toEqual(["d"]);
  const [both] = await search.find({ text: "渡轮 ferry sank", language: "en" }, settings);
  expect(both?.retrieved.map(({ chunk }) => chunk.id).toSorted()).toEqual(["a", "b", "d"]);
});

test("dense finds by vectors, and embeds the chunks once for all questions", async () => {
  const given = services();
  const search = open(given);
  const ask = (text: string) =>
    search.find({ text, language: "en" }, [settingOf("dense", { topK: 1 })]);
  const both = await Promise.all([ask("x".repeat(21)), ask("x".repeat(53))]);
  expect(both.map(([found]) => found?.retrieved[0]?.chunk.id)).toEqual(["c", "b"]);
  expect(given.embedded).toHaveLength(chunks.length + 2);
});

test("hybrid puts first what both searches find, and hands on as many as are read", async () => {
  const { ids, contextIds, retrieved } = await find({
    retriever: "hybrid",
    text: "When was the ferry bought in?",
  });
  expect(ids).toEqual(["a", "b"]);
  expect(contextIds).toEqual(ids);
  // First by words and first by length.
  expect(retrieved[0]?.score).toBe(0.5 / 61 + 0.5 / 61);
});

test("random-hybrid draws by the seed from what both find, without scores", async () => {
  const draws = await Promise.all(
    Array.from({ length: 20 }, (_, seed) => find({ retriever: "random-hybrid", seed })),
  );
  expect(
    draws.every(({ ids, contextIds }) => ids.length === 2 && contextIds.join() === ids.join()),
  ).toBe(true);
  expect(new Set(draws.map(({ ids }) => ids.join())).size).toBeGreaterThan(2);
  expect(draws[0]?.retrieved.every(({ score }) => score === null)).toBe(true);
  expect((await find({ retriever: "random-hybrid", seed: 7 })).ids).toEqual(draws[7]?.ids);
});

test("a reranker is given all that was fetched, and its first are read", async () => {
  const given = services();
  const { ids, rerankedIds, contextIds, reranked } = await find(
    { retriever: "hybrid-rerank", topK: 1 },
    given,
  );
  expect(ids.toSorted()).toEqual(["a", "b", "c", "d"]);
  expect(given.reranked[0]).toHaveLength(4);
  expect(rerankedIds?.[0]).toBe("c");
  expect(contextIds).toEqual(["c"]);
  // Those it left out come last, as they were found.
  expect(rerankedIds?.slice(1)).toEqual(ids.filter(id => id !== "c"));
  expect(reranked?.slice(1).map(({ score }) => score)).toEqual([null, null, null]);
});

test("with a subject prefix the document's name is indexed, embedded and reranked; the chunk's text stays as it is", async () => {
  expect((await find({ retriever: "bm25", text: "harbour" })).ids).toEqual([]);
  const given = services();
  const { retrieved } = await find(
    { retriever: "hybrid-rerank", text: "harbour bridge" },
    given,
    true,
  );
  expect(retrieved.map(({ chunk }) => chunk.text)).toContain("A bridge replaced it.");
  expect(given.embedded).toContain("Harbour Board: A bridge replaced it.");
  expect(given.reranked[0]).toContain("Harbour Board: A bridge replaced it.");
  expect(withSubject(chunkOf("e", "渡轮沉没。", "港务局"))).toBe("港务局：渡轮沉没。");
  expect(withSubject(chunkOf("f", "It sank.", " "))).toBe("It sank.");
});

test("settings that share a search find what each would find alone, and its words and vectors are asked for once", async () => {
  const retrievers = [
    "bm25",
    "dense",
    "hybrid",
    "random-hybrid",
    "bm25-rerank",
    "hybrid-rerank",
  ] as const;
  const settings = retrievers.flatMap(retriever =>
    [1, 2, 3].map(topK => {
      const fetched = retriever.endsWith("rerank") ? 3 : topK + 1;
      return settingOf(retriever, { topK, fetched, seed: topK });
    }),
  );
  const shared = services();
  const query = { text: "When was the ferry bought in?", language: "en" } as const;
  const together = await open(shared).find(query, settings);
  const alone = await Promise.all(settings.map(setting => open().find(query, [setting])));
  expect(together).toEqual(alone.flat());
  expect(shared.embedded.filter(text => text === query.text)).toHaveLength(1);
});
