// How well the fine keywords of a run's items tell chunks apart: lists that fire on a wrong chunk, and how far the strict metric agrees with the evidence found.
// npx tsx tests/bench/keyword-lists.ts RUN [RUN, OR ANOTHER RUN'S items/distractors.jsonl]

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { chunksOf } from "../../pipelines/evaluate/baseline/chunks.ts";
import { evidenceRecall, overlaps } from "../../pipelines/evaluate/evidence/passage-evidence.ts";
import { keywordScores } from "../../pipelines/evaluate/metrics/keyword-scores.ts";
import { mrr } from "../../pipelines/evaluate/metrics/ranking.ts";
import { runTruths } from "../../pipelines/evaluate/truth/run-truths.ts";
import { openChunkSearch } from "../../pipelines/retrieval/chunk-search.ts";
import { matchStrictly } from "../../pipelines/text/keyword-matching.ts";
import type { ChunkRow } from "../../schemas/evaluation/baseline.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";

/** Tokens of a chunk, and how many are read. */
const sizes = [
  { size: 128, topK: 8 },
  { size: 256, topK: 4 },
  { size: 512, topK: 4 },
] as const;

const siblingsIn = (path: string): DocumentRow[] =>
  existsSync(join(path, "run.json"))
    ? [...openRun(path).rows(documents)]
    : readFileSync(path, "utf8")
        .split("\n")
        .filter(line => line.trim() !== "")
        .map(line => documents.row.parse(JSON.parse(line)));

const spansOf = ({ references, labels }: TruthRow) => [
  ...(references ?? []).flatMap(({ span }) => span ?? []),
  ...(labels ?? []).flatMap(({ spans }) => spans),
];

interface Firing {
  readonly item: string;
  readonly list: readonly string[];
  /** Chunks that hold nothing of the item's evidence and still have a coarse term and the whole list. */
  readonly wrong: readonly ChunkRow[];
}

function firings(items: readonly TruthRow[], chunks: readonly ChunkRow[]): Firing[] {
  const found = items.flatMap(({ id, keywords }) =>
    (keywords?.fine ?? []).map(list => ({ item: id, list, wrong: [] as ChunkRow[] })),
  );
  const truths = new Map(items.map(truth => [truth.id, truth]));
  for (const chunk of chunks) {
    const holds = matchStrictly(chunk.text);
    const { documentId, start, end } = chunk;
    for (const { item, list, wrong } of found) {
      const truth = truths.get(item) as TruthRow;
      if (!list.every(holds) || !(truth.keywords?.coarse.some(holds) ?? false)) continue;
      if (!spansOf(truth).some(span => overlaps({ documentId, start, end }, span)))
        wrong.push(chunk);
    }
  }
  return found;
}

/** Whether all lists were recalled wherever all evidence was found, and only there. */
async function agreement(items: readonly TruthRow[], chunks: readonly ChunkRow[], topK: number) {
  const { signal } = new AbortController();
  const search = openChunkSearch({ chunks, subjectPrefix: false, services: {}, signal });
  const setting = { retriever: "bm25", topK: 30, fetched: 30, seed: 1 } as const;
  const counts = { both: 0, neither: 0, keywordsAlone: 0, evidenceAlone: 0 };
  let reciprocal = 0;
  for (const { question: text, language, references, keywords, labels } of items) {
    const [found] = await search.find({ text, language }, [setting]);
    const hits = (found?.retrieved ?? []).map(({ chunk }) => chunk);
    const read = hits.slice(0, topK);
    const scores = keywordScores({
      keywords,
      passages: read.map(chunk => chunk.text),
      variant: "strict",
    });
    const byKeywords = scores !== null && scores.recalled === scores.lists;
    const byEvidence = evidenceRecall(references ?? [], read) === 1;
    const outcome = byKeywords
      ? byEvidence
        ? "both"
        : "keywordsAlone"
      : byEvidence
        ? "evidenceAlone"
        : "neither";
    counts[outcome]++;
    if (outcome === "keywordsAlone" || outcome === "evidenceAlone")
      if (process.env["SHOW"])
        console.log(
          outcome,
          JSON.stringify({ text, keywords, references: references?.map(r => r.text) }),
        );
    const ranked = [...new Set(hits.map(({ documentId }) => documentId))];
    reciprocal += mrr(new Set((labels ?? []).map(({ documentId }) => documentId)), ranked) ?? 0;
  }
  return { ...counts, mrr: reciprocal / Math.max(1, items.length) };
}

const [run = "", siblings] = process.argv.slice(2);
const opened = openRun(run);
const all = [...runTruths(opened, false)];
const items = all.filter(({ keywords }) => keywords !== null);
const own = [...opened.rows(documents)];
const ids = new Set(own.map(({ id }) => id));
const others = siblings === undefined ? [] : siblingsIn(siblings).filter(({ id }) => !ids.has(id));
console.log(
  `${all.length} items, ${items.length} with keywords; ${own.length} documents, ${others.length} siblings`,
);
for (const { size, topK } of sizes) {
  const chunks = [...own, ...others].flatMap(row => chunksOf(row, [{ size, overlap: 0 }]));
  const lists = firings(items, chunks);
  const wrong = lists.filter(list => list.wrong.length > 0);
  const agreed = await agreement(items, chunks, topK);
  const share = (agreed.both + agreed.neither) / Math.max(1, items.length);
  console.log(
    `${size}/${topK}: ${wrong.length} of ${lists.length} lists fire on ${wrong.reduce((sum, list) => sum + list.wrong.length, 0)} wrong chunks; agreement ${(100 * share).toFixed(1)} %`,
    agreed,
  );
  if (process.env["SHOW"])
    for (const { item, list, wrong: on } of wrong)
      console.log(" ", item, list.join(" · "), "→", on.length, on[0]?.documentId);
}
