// Asks a RAG of your own in TypeScript every question of a run and scores its answers: npx tsx examples/own-rag.ts RUN (or first: npx ragwright sample). In a project of your own, import from "ragwright".

import { evaluate, openRun, predict } from "../pipelines/index.ts";
import { documents } from "../pipelines/records.ts";

const [run = "out/sample/rageval"] = process.argv.slice(2);

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}/gu));

/** Paragraphs with their words; yours would be chunks in a vector store. */
const index = [...openRun(run).rows(documents)].flatMap(({ id, text }) =>
  text
    .split(/\n+/)
    .filter(paragraph => paragraph.trim() !== "")
    .map(paragraph => ({ documentId: id, text: paragraph, words: wordsOf(paragraph) })),
);

function search(question: string, topK: number) {
  const questionWords = wordsOf(question);
  const score = ({ words }: (typeof index)[number]) =>
    [...questionWords].filter(word => words.has(word)).length / Math.sqrt(words.size + 1);
  return index.toSorted((a, b) => score(b) - score(a)).slice(0, topK);
}

/** Streams what was retrieved, then the answer piece by piece, as a model would; returning a string or an object works too. */
async function* answer(question: string) {
  const passages = search(question, 4);
  yield { retrieved: passages.map(({ documentId, text }) => ({ documentId, text })) };
  for (const { text } of passages.slice(0, 2)) yield `${text} `;
}

const prediction = await predict({ run, system: answer, name: "own-rag" });
if (prediction.status !== "done")
  throw new Error(`Not every question was answered: ${prediction.status}`);

const evaluation = await evaluate({ predictions: prediction.predictions, against: run });
if (evaluation.status === "done")
  for (const metric of ["evidence-recall", "rouge-l"] as const)
    console.log(metric, evaluation.metrics[metric]?.value?.toFixed(3) ?? "not computed");
