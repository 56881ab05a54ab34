// A RAG of your own in TypeScript, asked every question of a run and scored: npx tsx examples/own-rag.ts RUN (or first: npx ragwright sample). In a project of your own, import from "ragwright".

import { evaluate, openRun, predict } from "../pipelines/index.ts";
import { documents } from "../pipelines/records.ts";

const [run = "out/sample/rageval"] = process.argv.slice(2);

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}/gu));

/** Yours would be chunks in a vector store. */
const index = [...openRun(run).rows(documents)].flatMap(({ id, text }) =>
  text
    .split(/\n+/)
    .filter(paragraph => paragraph.trim() !== "")
    .map(paragraph => ({ documentId: id, text: paragraph, words: wordsOf(paragraph) })),
);

function search(question: string, topK: number) {
  const asked = wordsOf(question);
  const score = ({ words }: (typeof index)[number]) =>
    [...asked].filter(word => words.has(word)).length / Math.sqrt(words.size + 1);
  return index.toSorted((a, b) => score(b) - score(a)).slice(0, topK);
}

/** A stream: what was retrieved, then the answer piece by piece, as a model would give it. A text or an object will do. */
async function* answer(question: string) {
  const found = search(question, 4);
  yield { retrieved: found.map(({ documentId, text }) => ({ documentId, text })) };
  for (const { text } of found.slice(0, 2)) yield `${text} `;
}

const asked = await predict({ run, system: answer, name: "own-rag" });
if (asked.status !== "done") throw new Error(`Not all is answered: ${asked.status}`);

const scored = await evaluate({ predictions: asked.predictions, against: run });
if (scored.status === "done")
  for (const metric of ["evidence-recall", "rouge-l"] as const)
    console.log(metric, scored.metrics[metric]?.value?.toFixed(3) ?? "not computed");
